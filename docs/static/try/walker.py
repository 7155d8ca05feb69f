from spritecol import Capsule, CharacterController, Group, Rect, Sprite, Triangle

floor = Sprite(0, 290, collision=Rect(0, 0, 480, 30))
slope = Sprite(70, 230, collision=Triangle(0, 60, 110, 0, 110, 60))
stairs = Sprite(180, 290, collision=[Rect(12 * i, -60 + 10 * i, 12, 60 - 10 * i) for i in range(6)])
plank = Sprite(270, 225, collision=Rect(0, 0, 80, 8, one_way=(0, -1)))
lift = Sprite(370, 250, collision=Rect(0, 0, 70, 10))
level = Group(floor, slope, stairs, plank, lift)
names = {floor: "floor", slope: "slope", stairs: "stairs", plank: "plank", lift: "lift"}

hero = Sprite(30, 250, collision=Capsule(0, -8, 0, 8, 9))
walker = CharacterController(hero, step=11)
hero.speed, hero.fall, hero.frame = 2, 0, 0
been = []


def update():
    hero.frame += 1
    lift.y += 0.5 if hero.frame % 320 < 160 else -0.5
    if walker.on_floor:
        hero.fall = -9 if hero.frame % 90 == 0 else 0  # a jump, now and then
    hero.fall += 0.4
    slide = walker.move(hero.speed, hero.fall, level)
    if slide.on_ceiling and hero.fall < 0:
        hero.fall = 0
    if walker.on_floor and walker.floor not in been:
        been.append(walker.floor)
        print(f"({hero.x:.2f}, {hero.y:.2f}): on the {names[walker.floor]}")
    if not 20 < hero.x < 450:
        hero.speed = -2 if hero.x > 240 else 2
