from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from toolspec.call_pairing import Pairing, pair_calls

TOOLS = st.lists(st.sampled_from(["a", "b"]), max_size=4)


def never(_proposed: int, _expected: int) -> int:
    return 0


def test_nothing_proposed_leaves_every_expected_call_missing() -> None:
    assert pair_calls([], ["a", "b"], never) == Pairing((), (0, 1), ())


def test_nothing_expected_leaves_every_proposed_call_extra() -> None:
    assert pair_calls(["a", None], [], never) == Pairing((), (), (0, 1))


def test_one_call_is_paired_with_the_one_expected_whatever_its_tool() -> None:
    assert pair_calls([None], ["a"], never) == Pairing(((0, 0),), (), ())


def test_a_call_of_the_right_tool_comes_before_one_of_another() -> None:
    assert pair_calls(["b", "a"], ["a"], lambda _p, _e: 9) == Pairing(((1, 0),), (), (0,))


def test_fewer_differences_win() -> None:
    table = [[3, 1], [1, 3]]
    found = pair_calls(["a", "a"], ["a", "a"], lambda p, e: table[p][e])
    assert found.pairs == ((0, 1), (1, 0))


def test_where_a_part_is_enough_another_tool_is_no_partner() -> None:
    assert pair_calls(["a", "b"], ["a", "c"], never, needs_all=False).pairs == ((0, 0),)


def test_where_a_part_is_enough_another_tool_still_answers_when_nothing_does() -> None:
    assert pair_calls(["b"], ["a", "c"], never, needs_all=False).pairs == ((0, 0),)


def test_an_ordered_list_is_paired_in_its_order_where_it_fits() -> None:
    fits = {(0, 1), (1, 0), (2, 1)}
    found = pair_calls(
        ["a", "a", "a"], ["a", "a"], lambda p, e: int((p, e) not in fits), is_ordered=True
    )
    assert found.pairs == ((1, 0), (2, 1))


@given(TOOLS, TOOLS, st.data())
def test_no_other_pairing_fits_more_calls(
    proposed: list[str], expected: list[str], data: st.DataObject
) -> None:
    cells = [(p, e) for p in range(len(proposed)) for e in range(len(expected))]
    differs = {cell: data.draw(st.integers(0, 2)) for cell in cells}
    found = pair_calls(proposed, expected, lambda p, e: differs[p, e])

    def fitting(pairs: list[tuple[int, int]]) -> int:
        return sum(proposed[p] == expected[e] and not differs[p, e] for p, e in pairs)

    few, many = sorted((len(proposed), len(expected)))
    turned = len(proposed) > len(expected)
    best = 0
    for chosen in permutations(range(many), few):
        pairs = [(right, left) if turned else (left, right) for left, right in enumerate(chosen)]
        best = max(best, fitting(pairs))
    assert fitting(list(found.pairs)) == best
    assert len(found.pairs) == few
    assert len(found.missing) + few == len(expected)
    assert len(found.extra) + few == len(proposed)
