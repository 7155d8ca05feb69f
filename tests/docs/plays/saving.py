"""Plays of the page about saving."""

from collections.abc import Iterator

from docs.plays.form import Frame, Play, Stage

PAGE = "saving.md"


def saved_and_restored(stage: Stage) -> Iterator[Frame]:
    """A game goes on, and back to any of its snapshots. A list of numbers tells what comes next."""
    program = stage.program
    shots, match, world = program.shots, program.match, program.world
    model = [[shot.x, shot.y, 4.0] for shot in shots]
    score, saves = match.score, []
    for _ in range(200):
        match_now = stage.key("play", "play", "play", "play", "fire", "save", "restore")
        stage.seen[match_now] += 1
        if match_now == "fire":
            place = [stage.number(0, 150), stage.number(0, 100), float(stage.number(-9, 9))]
            shots.add(shot := program.Shot(*place[:2]))
            shot.vx = place[2]
            model.append(place)
        elif match_now == "save":
            saves.append((world.save(), [list(row) for row in model], score))
        elif match_now == "restore" and saves:
            snapshot, rows, score = stage.key(*saves)
            model = [list(row) for row in rows]
            world.restore(snapshot)
        else:
            program.update()
            for row in model:
                row[0] += row[2]
            here = [row for row in model if -3 < row[0] < 203]
            score += len(model) - len(here)
            model = here
        assert match.score == score
        assert [[shot.x, shot.y, shot.vx] for shot in shots] == model
        yield Frame(shots)


PLAYS = [
    Play("update", saved_and_restored, floors={"fire": 100, "save": 100, "restore": 100}),
]
