# The game of the page "Coming from DXRuby", before.
require 'dxruby'

Window.width, Window.height = 320, 240
SHIP = Image.new(32, 32).triangle_fill(16, 0, 0, 31, 31, 31, C_CYAN)
SHOT = Image.new(4, 12, C_YELLOW)
ROCK = Image.new(40, 40).circle_fill(20, 20, 20, C_WHITE)
FONT = Font.new(20)

class Ship < Sprite
  attr_reader :life

  def initialize
    super(144, 200, SHIP)
    self.collision = [16, 18, 10]
    @life, @wait, @safe = 3, 0, 0
  end

  def update
    self.x = (x + Input.x * 4).clamp(0, 288)
    self.y = (y + Input.y * 4).clamp(0, 208)
    @wait -= 1
    @safe -= 1
    self.visible = @safe <= 0 || @safe % 4 < 2
    if Input.key_down?(K_SPACE) && @wait <= 0
      $shots << Shot.new(x + 14, y)
      @wait = 10
    end
  end

  def hit(rock)
    return if @safe > 0
    @life -= 1
    @safe = 60
    vanish if @life == 0
  end
end

class Shot < Sprite
  def initialize(x, y)
    super(x, y, SHOT)
  end

  def update
    self.y -= 8
    vanish if y < -12
  end

  def shot(rock)
    vanish
  end
end

class Rock < Sprite
  def initialize(x, y, size)
    super(x, y, ROCK)
    self.collision = [20, 20, 20]
    self.scale_x = self.scale_y = size
    @turn, @speed = rand(-3..3), rand(1..3)
  end

  def update
    self.y += @speed
    self.angle += @turn
    vanish if y > 240
  end

  def hit(shot)
    vanish
    $score += 10
    return if scale_x < 1
    $rocks << Rock.new(x - 15, y, 0.5) << Rock.new(x + 15, y, 0.5)
  end
end

def start
  $ship, $shots, $rocks, $score, $frame = Ship.new, [], [], 0, 0
end

start
Window.loop do
  break if Input.key_push?(K_ESCAPE)
  start if Input.key_push?(K_R)
  $rocks << Rock.new(rand(280), -40, 1) if $frame % 30 == 0
  $frame += 1
  Sprite.update([$ship, $shots, $rocks])
  Sprite.check($shots, $rocks)
  Sprite.check($rocks, $ship)
  Sprite.clean([$shots, $rocks])
  Sprite.draw([$rocks, $shots, $ship])
  Window.draw_font(8, 8, "#{$score} points, #{$ship.life} lives", FONT)
end
