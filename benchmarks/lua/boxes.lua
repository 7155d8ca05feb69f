-- The rule of bump.lua's `project`, in a program of our own: upright boxes in cells of 64 pixels. The
-- way of one box is a segment, and what it may meet is a box as large as both together. What is met
-- is sorted by time, then by distance.
--
-- As there, all items in the cells round the way are put into a table, a function is asked about
-- each, and each meeting is a table with tables in it.

local CELL = 64
local LEAST = 1e-10 -- of a way, spent inside; less is a corner that is passed

local floor, ceil, min, max, huge = math.floor, math.ceil, math.min, math.max, math.huge

local grid, boxes = {}, {}

local function cells_round(left, top, right, bottom)
  return floor(left / CELL), floor(top / CELL), ceil(right / CELL) - 1, ceil(bottom / CELL) - 1
end

function add(item, x, y, w, h)
  boxes[item] = {x = x, y = y, w = w, h = h}
  local first, top, last, bottom = cells_round(x, y, x + w, y + h)
  for line = top, bottom do
    local row = grid[line]
    if not row then
      row = {}
      grid[line] = row
    end
    for column = first, last do
      local cell = row[column]
      if not cell then
        cell = {}
        row[column] = cell
      end
      cell[item] = true
    end
  end
end

local function items_in(first, top, last, bottom)
  local items = {}
  for line = top, bottom do
    local row = grid[line]
    if row then
      for column = first, last do
        local cell = row[column]
        if cell then
          for item in pairs(cell) do items[item] = true end
        end
      end
    end
  end
  return items
end

-- The times at which a number that starts at 0, with a speed, is between two others.
local function between(low, high, speed)
  if speed == 0 then
    if low < 0 and high > 0 then return -huge, huge end
    return huge, -huge
  end
  if speed > 0 then return low / speed, high / speed end
  return high / speed, low / speed
end

-- Boxes that overlap at the start are not asked about here.
local function meeting(a, b, dx, dy)
  local left, top = b.x - a.x - a.w, b.y - a.y - a.h
  local enter, leave = between(left, left + a.w + b.w, dx)
  local from, to = between(top, top + a.h + b.h, dy)
  local nx, ny = dx > 0 and -1 or 1, 0
  if from > enter then
    enter, nx, ny = from, 0, dy > 0 and -1 or 1
  end
  leave = min(leave, to)
  if enter < 1 and leave - enter >= LEAST and enter > -LEAST then
    return {
      time = enter,
      inside = false,
      way = {x = dx, y = dy},
      normal = {x = nx, y = ny},
      place = {x = a.x + dx * enter, y = a.y + dy * enter},
      mover = {x = a.x, y = a.y, w = a.w, h = a.h},
      target = {x = b.x, y = b.y, w = b.w, h = b.h},
    }
  end
end

local function apart(met)
  local a, b = met.mover, met.target
  local x, y = a.x + a.w / 2 - b.x - b.w / 2, a.y + a.h / 2 - b.y - b.h / 2
  return x * x + y * y
end

local function sooner(one, two)
  if one.time ~= two.time then return one.time < two.time end
  return apart(one) < apart(two)
end

local function anything() return "stop" end

function project(item, x, y, w, h, to_x, to_y, answer_for)
  answer_for = answer_for or anything
  local a = {x = x, y = y, w = w, h = h}
  local items = items_in(
    cells_round(min(x, to_x), min(y, to_y), max(x, to_x) + w, max(y, to_y) + h)
  )
  local all, count, seen = {}, 0, {[item] = true}
  for other in pairs(items) do
    if not seen[other] then
      seen[other] = true
      local answer = answer_for(item, other)
      local met = answer and meeting(a, boxes[other], to_x - x, to_y - y)
      if met then
        met.item, met.other, met.answer = item, other, answer
        count = count + 1
        all[count] = met
      end
    end
  end
  table.sort(all, sooner)
  return all, count
end
