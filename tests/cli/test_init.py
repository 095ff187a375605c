"""`memgit init` as people run it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from support.cli import run
from support.homes import HOMES, sample_home, shared_data
from support.snapshot import assert_clean, snapshot

TOKEN = "ghp_" + "Zx8Kq2Lm9Vb4Nc7Wd1Rf5Tg3Yh6Uj0Pa4Se8"


def git(home: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(home), *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return sample_home("hermes", tmp_path / "home", store=False)


@pytest.mark.parametrize("layout", HOMES)
def test_a_home_is_recognised_and_left_as_it_is(layout: str, tmp_path: Path) -> None:
    home = sample_home(layout, tmp_path / "home", store=False)
    before = {path: path.read_bytes() for path in home.rglob("*") if path.is_file()}
    done = run("init", str(home), "--json")
    assert done.code == 0
    assert done.stderr == ""
    assert done.json["layout"] == layout
    assert done.json["action"] == "init"
    assert done.json["origin"] == "import"
    assert sorted(done.json["paths"]) == sorted(HOMES[layout])
    assert {path: path.read_bytes() for path in before} == before
    assert {path.name for path in home.iterdir()} - {".git", ".memgit"} == {
        path.split("/")[0] for path in HOMES[layout]
    }
    assert git(home, "status", "--porcelain") == ""
    assert git(home, "fsck", "--strict") == ""
    assert git(home, "log", "--format=%an <%ae>") == "memgit <memgit@localhost>\n"


@pytest.mark.parametrize("name", ["hermes", "pi-hermes", "claude"])
def test_real_homes(name: str, tmp_path: Path) -> None:
    import shutil

    home = tmp_path / "home"
    shutil.copytree(shared_data("homes") / name, home, symlinks=True)
    done = run("init", str(home), "--json")
    assert done.json["layout"] == name
    assert git(home, "status", "--porcelain") == ""
    tracked = git(home, "ls-files").splitlines()
    assert not [path for path in tracked if path.endswith((".env", ".db", ".sqlite", ".lock", "auth.json"))]


def test_again_repairs_what_is_missing_and_nothing_else(folder: Path) -> None:
    run("init", str(folder))
    (folder / ".git" / "info" / "exclude").write_text("# mine\n")
    (folder / ".memgit").chmod(0o755)
    (folder / "memories" / "MEMORY.md").write_text("edited")
    done = run("init", str(folder), "--json")
    assert done.code == 0
    assert sorted(done.json["mended"]) == [".memgit", "info/exclude"]
    assert done.json["id"] is None
    assert (folder / ".git" / "info" / "exclude").read_text().startswith("# mine\n")
    assert run("init", str(folder), "--json").json["mended"] == []
    assert git(folder, "log", "--oneline").count("\n") == 1


def test_a_lost_repository_is_made_again(folder: Path) -> None:
    import shutil

    run("init", str(folder))
    shutil.rmtree(folder / ".git")
    assert run("status", home=folder).code == 3
    assert run("init", str(folder)).code == 0
    assert git(folder, "log", "--oneline").count("\n") == 1


def test_an_unknown_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("hello")
    done = run("init", str(tmp_path))
    assert done.code == 4
    assert done.stderr.startswith(f"memgit: error: '{tmp_path}' is no kind of home that memgit knows\nmemgit: hint: ")
    assert [path.name for path in tmp_path.iterdir()] == ["notes.md"]
    assert run("init", str(tmp_path), "--layout", "hermes").code == 0


def test_the_default_home_is_made(tmp_path: Path) -> None:
    done = run("init", "--json", env={"HOME": str(tmp_path)})
    assert done.json["layout"] == "memgit"
    assert done.json["home"] == str(tmp_path / ".memgit")
    assert run("memory", "add", "hello", env={"HOME": str(tmp_path)}, cwd=tmp_path).code == 0


def test_a_dry_run_makes_nothing(folder: Path) -> None:
    done = run("init", str(folder), "--dry-run", "--json")
    assert done.json["dry_run"] is True
    assert done.json["id"] is None
    assert len(done.json["paths"]) == len(HOMES["hermes"])
    assert not (folder / ".git").exists()
    assert not (folder / ".memgit").exists()


def test_a_file_with_a_secret_is_left_out_until_it_is_mended(folder: Path) -> None:
    user = folder / "memories" / "USER.md"
    user.write_text(f"the token is {TOKEN}")
    done = run("init", str(folder), "--json")
    assert [(item["path"], item["line"]) for item in done.json["withheld"]] == [("memories/USER.md", 1)]
    assert TOKEN not in done.stdout + done.stderr
    assert "memories/USER.md" not in git(folder, "ls-files")
    assert git(folder, "status", "--porcelain") == ""
    assert run("commit", "--json", home=folder).json["id"] is None
    status = run("status", "--json", home=folder).json
    assert status["withheld"][0]["path"] == "memories/USER.md"
    assert status["pending"] == []
    refused = run("memory", "add", "--target", "user", "likes tea", home=folder)
    assert refused.code == 4
    user.write_text("the token is in the vault")
    assert run("commit", "--json", home=folder).json["paths"] == ["memories/USER.md"]
    assert run("status", "--json", home=folder).json["withheld"] == []
    everything = git(folder, "log", "-p", "--all")
    assert TOKEN not in everything


def test_secrets_may_be_allowed(folder: Path) -> None:
    (folder / "memories" / "USER.md").write_text(f"the token is {TOKEN}")
    run("init", str(folder))
    done = run("init", str(folder), "--allow-secrets", "--json")
    assert done.json["paths"] == ["memories/USER.md"]
    assert "memories/USER.md" in git(folder, "ls-files")


def test_a_work_tree_is_refused_unless_told_how(folder: Path, tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    done = run("init", str(folder))
    assert done.code == 4
    assert "--adopt-git" in done.stderr
    assert "--separate-git-dir" in done.stderr
    assert not (folder / ".memgit").exists()
    assert run("init", str(folder), "--separate-git-dir", str(tmp_path / "git")).code == 0
    assert run("memory", "add", "x", home=folder).code == 0
    done_git = subprocess.run(
        ["git", "--git-dir", str(tmp_path / "git"), "status", "--porcelain"], capture_output=True, text=True, check=True
    )
    assert done_git.stdout == ""


def test_a_repository_is_adopted(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", "-b", "trunk", str(folder)], check=True)
    (folder / "SOUL.md").write_text("soul")
    git(folder, "add", "SOUL.md")
    git(folder, "-c", "user.name=me", "-c", "user.email=me@localhost", "commit", "-q", "-m", "mine")
    assert run("init", str(folder), "--adopt-git").code == 0
    assert git(folder, "log", "--format=%s").splitlines()[1] == "mine"
    assert git(folder, "branch", "--show-current") == "trunk\n"
    assert git(folder, "status", "--porcelain") == ""
    assert run("memory", "add", "x", home=folder).code == 0
    assert "SOUL.md" in git(folder, "ls-files")


def test_a_repository_elsewhere_leaves_a_pointer(folder: Path, tmp_path: Path) -> None:
    assert run("init", str(folder), "--separate-git-dir", str(tmp_path / "git")).code == 0
    assert (folder / ".git").is_file()
    assert git(folder, "status", "--porcelain") == ""
    assert run("doctor", home=folder).code == 0


def test_a_role_that_is_a_repository_is_refused(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder / "skills")], check=True)
    done = run("init", str(folder))
    assert done.code == 4
    assert not (folder / ".git").exists()


def test_a_cloned_skill_is_left_alone_with_a_notice(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder / "skills" / "pr-triage")], check=True)
    done = run("init", str(folder))
    assert done.code == 0
    assert "skills/pr-triage is left alone: it is a git repository of its own" in done.stderr
    assert "pr-triage/SKILL.md" not in git(folder, "ls-files")
    assert run("status", "--json", home=folder).json["pending"] == []
    assert git(folder, "status", "--porcelain") == ""
    assert run("doctor", home=folder).code == 0


def test_what_is_left_alone_stays_out_of_plain_gits_sight(folder: Path) -> None:
    run("init", str(folder))
    (folder / "skills" / "[out] *").symlink_to("/etc")
    subprocess.run(["git", "init", "-q", str(folder / "skills" / "cloned")], check=True)
    (folder / "skills" / "cloned" / "SKILL.md").write_text("mine")
    assert run("commit", home=folder).code == 0
    assert git(folder, "status", "--porcelain") == ""
    run("init", str(folder))
    (folder / "skills" / "[out] *").unlink()
    run("commit", home=folder)
    exclude = (folder / ".git" / "info" / "exclude").read_text(encoding="utf-8")
    assert exclude.count("# memgit: ") == 4
    assert "[out]" not in exclude
    assert run("doctor", home=folder).code == 0


def test_inside_somebody_elses_work_tree(folder: Path) -> None:
    subprocess.run(["git", "init", "-q", str(folder.parent)], check=True)
    done = run("init", str(folder))
    assert done.code == 0
    assert "lies in the git work tree" in done.stderr


def test_a_layout_that_is_none_is_wrong_usage_of_a_store_too(hermes: Path) -> None:
    assert run("init", str(hermes), "--layout", "hermse", "--json").code == 2
    assert run("init", str(hermes), "--layout", "claude", "--json").code == 4


def test_a_linked_work_tree_is_not_adopted(tmp_path: Path) -> None:
    main, home = tmp_path / "main", tmp_path / "home"
    main.mkdir()
    git(main, "init", "--quiet")
    git(main, "-c", "user.name=a", "-c", "user.email=b", "commit", "--quiet", "--allow-empty", "-m", "first")
    git(main, "worktree", "add", "--quiet", str(home))
    sample_home("hermes", home, store=False)
    before = snapshot(home)
    done = run("init", str(home), "--adopt-git")
    assert (done.code, "linked work tree" in done.stderr) == (4, True)
    assert snapshot(home) == before
    assert run("init", str(home), "--separate-git-dir", str(tmp_path / "own")).code == 0


def test_a_repository_that_has_every_file_is_adopted(tmp_path: Path) -> None:
    first = sample_home("hermes", tmp_path / "first")
    home = tmp_path / "home"
    git(tmp_path, "clone", "--quiet", "--depth", "1", first.as_uri(), str(home))
    done = run("init", str(home), "--adopt-git")
    assert done.code == 0, done.stderr
    assert "nothing to record" in done.stdout
    assert run("memory", "add", "one more", home=home).code == 0
    assert_clean(home)


def test_a_repository_of_another_format_is_told(tmp_path: Path) -> None:
    home = sample_home("hermes", tmp_path / "home", store=False)
    git(home, "init", "--quiet", "--object-format=sha256")
    done = run("init", str(home), "--adopt-git")
    assert (done.code, "sha256" in done.stderr) == (8, True)
    assert not (home / ".memgit").exists()
