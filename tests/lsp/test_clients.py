"""The features end to end, with the capabilities that real editors have."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from support.homes import sample_home

PROFILES = ["neovim@0.6.1", "neovim@0.11.0", "emacs@29.1", "visual-studio-code@1.65.2"]
HEAD = "---\nname: one\ndescription: about\nplatforms: [mac]\nrelated_skills: [two]\n---\n"
SKILL = f"{HEAD}\n# One 🙂\n\n## Pitfalls\n\ntext\n"


@pytest_lsp.fixture(
    params=PROFILES, config=ClientServerConfig(server_command=[sys.executable, "-m", "memgit_lsp"]), scope="module"
)
async def client(
    request: pytest.FixtureRequest, lsp_client: LanguageClient, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[None]:
    home = sample_home("hermes", tmp_path_factory.mktemp("home"))
    for name, text in (("one", SKILL), ("two", SKILL.replace("one", "two"))):
        path = home / f"skills/{name}/SKILL.md"
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8")
    lsp_client.home = home  # type: ignore[attr-defined]
    for method in (
        types.CLIENT_REGISTER_CAPABILITY,
        types.WORKSPACE_INLAY_HINT_REFRESH,
        types.WORKSPACE_CODE_LENS_REFRESH,
    ):
        lsp_client.feature(method)(lambda params: None)
    folder = types.WorkspaceFolder(home.as_uri(), "home")
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param), root_uri=home.as_uri(), workspace_folders=[folder]
        )
    )
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient) -> str:
    home: Path = client.home  # type: ignore[attr-defined]
    uri = (home / "skills/one/SKILL.md").as_uri()
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, SKILL)))
    return uri


async def found(client: LanguageClient, uri: str) -> list[types.Diagnostic]:
    """What is found, pushed or asked for, as the client does it."""
    text = client.capabilities.text_document
    if text is not None and text.diagnostic is not None:
        report = await client.text_document_diagnostic_async(
            types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri))
        )
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return list(report.items)
    while not client.diagnostics.get(uri):
        await client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    return list(client.diagnostics[uri])


@pytest.mark.asyncio
async def test_a_document_is_looked_at_and_mended(client: LanguageClient) -> None:
    uri = await opened(client)
    (one,) = await found(client, uri)
    assert (one.code, one.severity) == ("skill/platform-unknown", types.DiagnosticSeverity.Warning)
    context = types.CodeActionContext([one], only=[types.CodeActionKind.QuickFix])
    params = types.CodeActionParams(types.TextDocumentIdentifier(uri), one.range, context)
    (action,) = await client.text_document_code_action_async(params) or []
    assert isinstance(action, types.CodeAction)
    assert action.edit is not None
    changes = action.edit.document_changes or list((action.edit.changes or {}).values())
    assert "macos" in str(changes)


@pytest.mark.asyncio
async def test_places_are_told_of(client: LanguageClient) -> None:
    uri = await opened(client)
    document = types.TextDocumentIdentifier(uri)
    hover = await client.text_document_hover_async(types.HoverParams(document, types.Position(2, 2)))
    assert hover is not None
    assert "1,024" in str(hover.contents)
    completion = await client.text_document_completion_async(types.CompletionParams(document, types.Position(3, 12)))
    assert isinstance(completion, types.CompletionList)
    assert [item.label for item in completion.items] == ["linux", "macos", "windows"]
    place = types.Position(4, 18)
    definition = await client.text_document_definition_async(types.DefinitionParams(document, place))
    assert isinstance(definition, list)
    assert [one.uri for one in definition] == [uri.replace("/one/", "/two/")]  # type: ignore[union-attr]
    symbols = await client.text_document_document_symbol_async(types.DocumentSymbolParams(document))
    assert [one.name for one in symbols or []] == ["frontmatter", "One 🙂"]
    assert await client.text_document_folding_range_async(types.FoldingRangeParams(document))
    assert await client.text_document_code_lens_async(types.CodeLensParams(document))
    assert await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(document))
    ranges = types.SelectionRangeParams(document, [place])
    assert await client.text_document_selection_range_async(ranges)


@pytest.mark.asyncio
async def test_a_rename_where_the_client_can_move_files(client: LanguageClient) -> None:
    uri = await opened(client)
    params = types.RenameParams(types.TextDocumentIdentifier(uri), types.Position(1, 7), "other")
    workspace = client.capabilities.workspace
    edit = workspace.workspace_edit if workspace else None
    able = types.ResourceOperationKind.Rename in ((edit.resource_operations if edit else None) or ())
    if not able:
        with pytest.raises(Exception, match="cannot move files"):
            await client.text_document_rename_async(params)
        return
    renamed = await client.text_document_rename_async(params)
    assert renamed is not None
    assert any(isinstance(one, types.RenameFile) for one in renamed.document_changes or [])
