import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memgit.formats import usage
from memgit.formats.usage import CorruptUsage, UsageFile, merge_usage

NOW = datetime(2026, 3, 2, 9, 14, 5, 120331, tzinfo=UTC)
LATER = NOW + timedelta(days=3)

RECORDS = st.dictionaries(
    st.sampled_from(["a", "b", "é"]),
    st.fixed_dictionaries(
        {},
        optional={
            "use_count": st.integers(0, 9),
            "last_used_at": st.sampled_from([None, NOW.isoformat(), LATER.isoformat()]),
            "pinned": st.booleans(),
            "extra": st.text(max_size=3),
        },
    ),
    max_size=3,
)


def dumped(**records):
    return UsageFile(records).dump()


def test_a_dump_has_the_exact_shape_of_the_agent():
    data = dumped(café=usage.new_record(NOW, "agent"))
    assert data.decode() == (
        '{\n  "café": {\n    "archived_at": null,\n    "created_at": "2026-03-02T09:14:05.120331+00:00",\n'
        '    "created_by": "agent",\n    "last_patched_at": null,\n    "last_reused_patch_generation": 0,\n'
        '    "last_used_at": null,\n    "last_viewed_at": null,\n    "patch_count": 0,\n    "patch_generation": 0,\n'
        '    "pinned": false,\n    "state": "active",\n    "use_count": 0,\n    "view_count": 0\n  }\n}'
    )


@given(RECORDS)
@settings(max_examples=50, deadline=None)
def test_parse_of_a_dump_gives_the_records_and_the_bytes(records):
    data = UsageFile(records).dump()
    assert UsageFile.parse(data).records == records
    assert UsageFile.parse(data).dump() == data


@pytest.mark.parametrize(
    "data", [b"", b" \n", b"[]", b"{", b'{"a": 1}', b"\xff\xfe", b"null", b"[" * 100_000, b"1" * 5000]
)
def test_damage_is_never_read_as_empty(data):
    with pytest.raises(CorruptUsage) as caught:
        UsageFile.parse(data)
    assert caught.value.exit_code == 8
    assert caught.value.hints


def test_no_file_has_no_records():
    assert UsageFile.parse(None).records == {}


@pytest.mark.parametrize(("value", "pinned"), [(True, True), (1, True), ("yes", True), (False, False), (None, False)])
def test_a_pin_in_another_type_still_holds(value, pinned):
    assert usage.pinned({"pinned": value}) is pinned


def test_a_lone_surrogate_survives():
    data = b'{"a": {"x": "\\ud800"}}'
    assert json.loads(UsageFile.parse(data).dump()) == json.loads(data)


def test_a_bump_counts_and_stamps_and_keeps_unknown_keys():
    record = usage.bump({"use_count": 4, "sync": True, "first_seen_at": "x"}, "use", NOW)
    assert record["use_count"] == 5
    assert record["last_used_at"] == "2026-03-02T09:14:05.120331+00:00"
    assert record["sync"] is True
    assert record["first_seen_at"] == "x"
    assert record["view_count"] == 0


def test_a_bump_does_not_touch_the_record_it_got():
    record = usage.new_record(NOW)
    usage.bump(record, "view", LATER)
    assert record == usage.new_record(NOW)


def test_use_after_a_patch_says_that_the_generation_was_worth_it():
    record = usage.bump(usage.bump(usage.new_record(NOW), "use", NOW), "patch", NOW)
    assert (record["patch_generation"], record["last_reused_patch_generation"]) == (1, 0)
    assert usage.bump(record, "use", LATER)["last_reused_patch_generation"] == 1


def test_times_are_utc():
    assert usage.stamp(datetime(2026, 1, 1, 8, tzinfo=timezone(timedelta(hours=8)))) == "2026-01-01T00:00:00+00:00"


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("2026-03-02T09:14:05.120331+00:00", NOW),
        ("2026-03-02T09:14:05.120331", NOW),
        ("2026-03-02T10:14:05.120331+01:00", NOW),
        ("2026-03-02T09:14:05.120331Z", NOW),
        (0, datetime(1970, 1, 1, tzinfo=UTC)),
        ("yesterday", None),
        (None, None),
        (True, None),
        (1e300, None),
    ],
)
def test_moments_are_read_leniently(value, expected):
    assert usage.moment(value) == expected


@pytest.mark.parametrize(("value", "expected"), [(3, 3), (2.5, 2), (-1, 0), ("3", 0), (True, 0), (float("nan"), 0)])
def test_counters_are_read_leniently(value, expected):
    assert usage.count({"use_count": value}, "use_count") == expected


def test_the_life_of_a_record():
    record = usage.archived(usage.with_pin({}, True, NOW), LATER)
    assert (usage.state(record), record["archived_at"], usage.pinned(record)) == ("archived", LATER.isoformat(), True)
    back = usage.restored(record, LATER)
    assert (usage.state(back), back["archived_at"]) == ("active", None)
    assert usage.created_by(usage.adopted(back, NOW)) == "agent"
    assert usage.created_by({"agent_created": True}) == "agent"
    assert usage.created_by({"created_by": None}) is None
    assert usage.state({"state": "odd"}) == "active"


def test_last_activity_is_the_newest_of_three():
    record = {"last_used_at": NOW.isoformat(), "last_viewed_at": LATER.isoformat(), "last_patched_at": None}
    assert usage.last_activity(record) == LATER
    assert usage.last_activity({}) is None


def test_marking_active_leaves_the_other_records():
    data = dumped(a=usage.archived({}, NOW), b=usage.archived({}, NOW))
    records = UsageFile.parse(usage.mark_active(data, ["a"], LATER)).records
    assert (records["a"]["state"], records["b"]["state"]) == ("active", "archived")


def test_merged_counters_add_up_and_times_are_the_later():
    base = dumped(a={"use_count": 4, "last_used_at": NOW.isoformat()})
    ours = dumped(a={"use_count": 6, "last_used_at": LATER.isoformat()})
    theirs = dumped(a={"use_count": 5, "last_used_at": NOW.isoformat()})
    merged = UsageFile.parse(merge_usage(base, ours, theirs).data).records["a"]
    assert merged == {"use_count": 7, "last_used_at": LATER.isoformat()}


def test_a_revert_never_rewinds_but_takes_the_state_back():
    parent = dumped(a={"use_count": 4, "state": "active", "archived_at": None})
    commit = dumped(a={"use_count": 6, "state": "archived", "archived_at": "x"})
    now = dumped(a={"use_count": 6, "state": "archived", "archived_at": "x"})
    merged = UsageFile.parse(merge_usage(commit, now, parent).data).records["a"]
    assert merged == {"use_count": 6, "state": "active", "archived_at": None}


def test_a_field_both_changed_is_ours_and_unknown_ones_merge():
    base = dumped(a={"state": "active"})
    ours = dumped(a={"state": "stale"})
    theirs = dumped(a={"state": "archived", "sync": True})
    merged = merge_usage(base, ours, theirs)
    assert UsageFile.parse(merged.data).records["a"] == {"state": "stale", "sync": True}
    assert merged.conflicts == ()


def test_a_record_comes_and_goes_with_the_side_that_changed_it():
    base = dumped(gone={"use_count": 1}, busy={"use_count": 1})
    ours = dumped(gone={"use_count": 1}, busy={"use_count": 2}, mine={})
    theirs = dumped(other={})
    assert set(UsageFile.parse(merge_usage(base, ours, theirs).data).records) == {"busy", "mine", "other"}
    assert merge_usage(dumped(a={}), None, None).data is None
    assert merge_usage(dumped(a={}), dumped(a={}), None).data is None


@given(RECORDS, RECORDS, RECORDS)
@settings(max_examples=100, deadline=None)
def test_a_merge_never_counts_below_ours_and_keeps_what_was_added(base, ours, theirs):
    files = (UsageFile(records).dump() for records in (base, ours, theirs))
    merged = UsageFile.parse(merge_usage(*files).data).records
    for name, record in ours.items():
        if name in merged:
            assert usage.count(merged[name], "use_count") >= usage.count(record, "use_count")
    assert {name for name in ours | theirs if name not in base} <= merged.keys()


def test_a_merge_that_changes_nothing_keeps_the_bytes():
    ours = b'{"a": {"use_count": 2}}'
    assert merge_usage(dumped(a={"use_count": 1}), ours, b'{ "a": {"use_count": 1} }').data == ours


def test_a_merge_of_damage_is_refused():
    with pytest.raises(CorruptUsage):
        merge_usage(b"{}", b"[]", b'{"a": {}}')
