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


def restored(stage: Stage) -> Iterator[Frame]:
    """Each shot that leaves counts once, and a game goes the same way again from each snapshot."""
    program = stage.program
    world, shots, match = program.world, program.shots, program.match
    for shot in shots:
        shot.vanish()
    match.score = made = 0
    past = []
    for frame in range(150):
        if stage.chance.random() < 0.2:
            shots.add(program.Shot(stage.number(0, 190), 50))
            shots[-1].vx = stage.number(-9, 9) or 1.0
            made += 1
        past.append((world.save(), made))
        program.update()
        assert match.score + len(shots) == made
        assert not shots.query_outside(0, 0, 200, 100)
        if frame % 30 == 29:
            world.restore(past[-5][0])
            seen = []
            for turn in range(2):
                world.restore(past[-5][0])
                for _ in range(5):
                    program.update()
                seen.append((match.score, shots.x.tolist(), world.save().digest()))
                stage.seen["replays"] += turn
            assert seen[0] == seen[1]
            made = past[-5][1]
        yield Frame()


PLAYS = [
    Play("update", restored, frames=600, floors={"replays": 20}),
    Play("update", saved_and_restored, floors={"fire": 100, "save": 100, "restore": 100}),
]
