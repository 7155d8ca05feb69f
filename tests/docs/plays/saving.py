"""Plays of the page about saving."""

from collections.abc import Iterator

from docs.plays.form import Frame, Play, Stage

PAGE = "saving.md"


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


PLAYS = [Play("update", restored, frames=600, floors={"replays": 20})]
