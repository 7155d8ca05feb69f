"""History: frames by number, compared with a list of plain positions."""

import random
from typing import Any

import pytest
from support.for_each import for_each

from spritecol import Group, History, Number, Sprite, World


class Ball(Sprite):
    vx = Number(1.0)


def game() -> tuple[History, Group]:
    balls = Group(Ball(0), Ball(100))
    return History(World(balls), frames=8), balls


def test_the_numbers_of_frames() -> None:
    history, _ = game()
    assert (history.first, history.last, len(history)) == (None, None, 0)
    assert repr(history) == "<History of 0 frames: there is none yet>"
    for _ in range(10):
        history.record()
    assert (history.first, history.last, len(history)) == (2, 9, 8)
    assert 2 in history
    assert 1 not in history
    history.record(5)
    assert (history.first, history.last) == (2, 5)
    history.record()
    assert history.last == 6
    history.record(-4)
    assert (history.first, history.last, len(history)) == (-4, -4, 1)


@for_each("frame", [1, 10, -1, "3", None, 3.5])
def test_a_frame_that_is_not_there_is_told_with_the_range(frame: Any) -> None:
    history, _ = game()
    for _ in range(10):
        history.record()
    with pytest.raises(LookupError, match="2 to 9"):
        history[frame]
    with pytest.raises(LookupError, match="2 to 9"):
        history.rewind(frame)
    with pytest.raises(LookupError, match="2 to 9"), history.at(frame):
        pass


def test_frames_with_gaps_are_told_as_they_are() -> None:
    history, _ = game()
    with pytest.raises(LookupError, match=r"^frame 3 is not kept: there is none yet$"):
        history[3]
    for frame in (1, 50):
        history.record(frame)
    assert repr(history) == "<History of 2 frames: 1, 50>"
    with pytest.raises(LookupError, match=r"^frame 30 is not kept: only 1, 50$"), history.at(30):
        pass
    for frame in (51, 52, 70):
        history.record(frame)
    with pytest.raises(LookupError, match=r"^frame 30 is not kept: only 1, 50 to 52, 70$"):
        history.rewind(30)
    many = History(World(Ball()), frames=1000)
    for frame in range(0, 1000, 2):
        many.record(frame)
    with pytest.raises(LookupError, match=r"only 0, 2, 4, 6, \.\.\., 992, 994, 996, 998$"):
        many[3]


@for_each("seed", range(5))
def test_rewinds_and_looks_back(seed: int) -> None:
    rng = random.Random(seed)
    history, balls = game()
    then: dict[int, Any] = {}
    frame = 0
    for _ in range(60):
        then[frame] = balls.x.tolist()
        history.record(frame)
        balls.x += balls.column("vx") * rng.choice([1, 2])
        if rng.random() < 0.3:
            balls.add(Ball(rng.random()))
        if rng.random() < 0.2 and balls:
            balls[0].vanish()
        frame += 1
        present = balls.x.tolist()
        old = rng.randint(history.first or 0, frame - 1)
        with history.at(old) as snapshot:
            assert balls.x.tolist() == then[old]
            assert snapshot is history[old]
            other = rng.randint(history.first or 0, frame - 1)
            with history.at(other):
                assert balls.x.tolist() == then[other]
            assert balls.x.tolist() == then[old]
            balls.x = 0
        assert balls.x.tolist() == present
        if rng.random() < 0.2:
            history.rewind(old)
            assert balls.x.tolist() == then[old]
            assert history.last == old
            frame = old


def test_inside_at_nothing_is_recorded_and_errors_pass() -> None:
    history, balls = game()
    history.record()
    balls.x += 5

    def look_back() -> None:
        with history.at(0):
            for call in (history.record, lambda: history.rewind(0)):
                with pytest.raises(RuntimeError, match="inside"):
                    call()
            raise KeyError

    with pytest.raises(KeyError):
        look_back()
    assert balls.x.tolist() == [5, 105]
    history.record()


def test_wrong_calls() -> None:
    with pytest.raises(TypeError, match="World"):
        History(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="1 or more"):
        History(World(), 0)
    with pytest.raises(TypeError, match="whole number"):
        History(World()).record("x")  # type: ignore[arg-type]


class Item(Sprite):
    heat = 0  # a column


def test_looking_back_leaves_no_trace_in_what_has_left_the_world() -> None:
    """A Group and a sprite that were in the state then, and have gone their own ways since."""
    gone, box = Item(1), Group(Item(2))
    outer = Group(gone, box)
    history = History(World(outer, columns=["heat"]))
    history.record()
    outer.clear()
    gone.heat, gone.x = 5, 7
    later = Item(3)
    box.add(later)
    history.record()
    for _ in range(2):
        with history.at(0):
            assert (gone.heat, gone.x, len(outer), box.x.tolist()) == (0, 1, 2, [2])
            with history.at(1):
                assert (gone.heat, gone.x, len(outer)) == (0, 7, 0)
            assert (gone.heat, gone.x, len(outer), box.x.tolist()) == (0, 1, 2, [2])
        assert (gone.heat, gone.x, len(outer), box.x.tolist()) == (5, 7, 0, [2, 3])
        assert not later.vanished
    assert history.record().digest() == history[1].digest()


def test_a_save_after_a_look_is_a_fast_one() -> None:
    """Snapshots share what is expensive to find, while nothing is added and nothing leaves."""
    history, balls = game()
    for _ in range(4):
        history.record()
        balls.x += 1
    world = history._world
    with history.at(1), history.at(3):
        pass
    assert history.record()._reach is history[0]._reach
    world.digest()
    assert history.record()._reach is history[0]._reach
    world.read(history[2].to_bytes())
    assert history.record()._reach is history[0]._reach
    balls.add(Ball(3))
    history.record()
    with history.at(1):
        pass
    balls.x += 1
    kept = history.record()
    assert kept._reach is not history[2]._reach
    balls.x += 1
    history.rewind(7)
    assert history.record().digest() == history[7].digest() != kept.digest()


# --- Groups that are no members -----------------------------------------------------------------


def named(group: Group[Sprite]) -> list[float]:
    return [sprite.x for sprite in group]


@for_each("count", [3, 300])
@for_each("reads", ["", "in", "in after", "before in", "nested", "restores"])
@for_each("nests", [False, True])
def test_looking_back_leaves_other_groups_alone(count: int, reads: str, nests: bool) -> None:
    """One that holds what came later has it again, at its place, whether it was read or not."""
    balls, first = Group(Ball(0)), Ball(-1)
    team = Group[Sprite](first)
    around = Group(team)
    history = History(World(balls))
    history.record()
    later = [Ball(k) for k in range(1, count)]
    balls.add(later)
    history.record()
    gone, last = Ball(-2), Ball(-3)
    balls.add(gone, last)
    for ball in later:
        team.add(ball, *[Group(Ball(-4), ball)][: nests and ball.x == 1])
    team.add(gone, last)
    gone.vanish()
    wanted = named(team) if "before" in reads else [-1, 1, *[-4] * nests, *range(2, count), -3]
    for _ in range(3):
        with history.at(0) as snapshot:
            if "in" in reads:
                assert named(team) == named(around) == [-1, *[-4] * nests]
            if reads == "nested":
                with history.at(1):
                    named(team)
                assert named(team) == named(around) == [-1, *[-4] * nests]
            if reads == "restores":
                named(team)
                other = history._world.save()
                history._world.restore(history[1])
                named(around)
                history._world.restore(other)
                history._world.restore(snapshot)
        if "after" not in reads:
            continue
        assert named(team) == named(around) == wanted
    assert named(team) == named(around) == wanted
    assert not first.vanished
    assert named(balls) == [0, *range(1, count), -3]
    last.vanish()
    assert named(team) == wanted[:-1]


def test_what_one_does_with_other_groups_while_looking_back_stays() -> None:
    balls, team, mixed = Group(Ball(0)), Group[Sprite](), Group[Sprite]()
    history = History(World(balls))
    history.record()
    balls.add(Ball(k) for k in range(1, 6))
    for group in (team, mixed):
        group.add(balls)
        group.add(*balls)
    team.discard(balls)
    first, new = balls[0], Sprite(9)
    with history.at(0):
        for group in (team, mixed):
            assert named(group) == [0]
            group.discard(first)
            group.add(new)
    assert named(team) == [1, 2, 3, 4, 5, 9]
    mixed.discard(balls)
    assert named(mixed) == [1, 2, 3, 4, 5, 9]
    assert named(balls) == [0, 1, 2, 3, 4, 5]


def test_what_had_vanished_before_a_look_does_not_come_back() -> None:
    """Into a Group that was not read since, although the World has taken it back meanwhile."""
    balls, team = Group(Ball(k) for k in range(4)), Group[Sprite]()
    team.add(*balls)
    one, two = balls[1], balls[2]
    history = History(World(balls))
    history.record()
    late = Ball(7)
    balls.add(late)
    team.add(late)
    one.vanish()
    two.vanish()
    before = history.record()
    assert before
    two_back = World(two)
    kept = two_back.save()
    history._world.restore(history[0])  # both are back, and the team has lost them and the late one
    history._world.restore(before)
    two_back.restore(kept)
    with history.at(0):
        assert named(balls) == [0, 1, 2, 3]
        assert named(team) == [0, 3]
    assert named(balls) == [0, 3, 7]
    assert named(team) == [0, 3]


class Marked(Sprite):
    mark: Sprite | None = None


def test_what_only_a_former_member_names_stays_unknown() -> None:
    """A look back saves it for its own sake. But it was never part of the state."""
    gone, other = Marked(2), Marked(3)
    world = World(Group(Marked(1), gone), attributes=["mark"])
    history = History(world)
    history.record()
    gone.vanish()
    gone.mark = other
    with history.at(0):
        assert gone.mark is None
    assert gone.mark is other
    world.load(world.save().to_bytes())
    assert not other.vanished


@for_each("nests", [False, True])
def test_what_is_dropped_bit_by_bit_in_a_look_within_a_look_keeps_its_place(nests: bool) -> None:
    balls, team = Group(Ball(0)), Group[Sprite]()
    history = History(World(balls))
    history.record()
    balls.add(Ball(1))
    history.record()
    balls.add(Ball(2))
    strangers = [Ball(7), Ball(8), Ball(9)]
    team.add(*[Group(Ball(-1))][:nests], *balls, *strangers)
    for stranger in strangers:
        with history.at(0):
            with history.at(1):
                len(team)
                stranger.vanish()
                len(team)
                team.add(Ball(5 + stranger.x))
            len(team)
    assert named(team) == [*[-1] * nests, 0, 1, 2, 12, 13, 14]


def random_look(history: History, teams: list[Group[Sprite]], rng: random.Random) -> None:
    """Read teams, let strangers vanish and join, and look further back, all in a look."""
    with history.at(rng.randrange(6)):
        for _ in range(rng.randrange(5)):
            team = rng.choice(teams)
            act = rng.randrange(8)
            if act < 3:
                len(team)
            elif act < 5:
                random_look(history, teams, rng)
            elif act == 5:
                team.add(Sprite(7))
            else:
                for stranger in [each for each in team if type(each) is Sprite][:1]:
                    stranger.vanish()


def test_random_looks_leave_other_groups_alone() -> None:
    """What was in them and has not vanished is in them, in the same order; what joined, behind."""
    for seed in range(300):
        rng = random.Random(seed)
        balls, teams = Group(Ball(-1)), [Group[Sprite]() for _ in range(3)]
        if seed % 3 == 0:
            teams[0].add(teams[1])
        history = History(World(balls))
        for frame in range(6):
            history.record()
            for _ in range(rng.randrange(4)):
                ball = Ball(frame)
                balls.add(ball)
                for team in rng.sample(teams, rng.randrange(4)):
                    team.add(ball)
            rng.choice(teams).add(Sprite(9))
            if rng.random() < 0.5 and balls:
                rng.choice(list(balls)).vanish()
        for _ in range(6):
            before = [list(team) for team in teams]
            random_look(history, teams, rng)
            for team, was in zip(teams, before, strict=True):
                stay = [sprite for sprite in was if not sprite.vanished]
                assert [sprite for sprite in team if sprite in stay] == stay
                assert all(sprite in stay or sprite.x == 7 for sprite in team)


def test_a_history_is_not_walked_through() -> None:
    history = History(World(Ball()))
    history.record(5)
    for walk in (iter, list, lambda each: [*each]):
        with pytest.raises(TypeError, match=r"history\[frame\], .* from history.first to"):
            walk(history)  # type: ignore[operator]
    assert 5 in history


def test_a_bool_is_no_number_of_frames() -> None:
    with pytest.raises(TypeError, match="frames must be a whole number, got True"):
        History(World(Ball()), True)
