import { describe, expect, test } from "vitest"
import { nextCell } from "./calendar-day.ts"

describe("the arrow keys in a calendar of 42 days", () => {
  test("the arrow keys move by a day and by a week", () => {
    expect(nextCell(10, "ArrowLeft", 42)).toBe(9)
    expect(nextCell(10, "ArrowRight", 42)).toBe(11)
    expect(nextCell(10, "ArrowUp", 42)).toBe(3)
    expect(nextCell(10, "ArrowDown", 42)).toBe(17)
  })

  test("Home and End go to Monday and Sunday of the same week", () => {
    expect(nextCell(10, "Home", 42)).toBe(7)
    expect(nextCell(10, "End", 42)).toBe(13)
    expect(nextCell(7, "Home", 42)).toBe(7)
  })

  test("the arrow keys stop at the edges, and other keys do nothing", () => {
    expect(nextCell(0, "ArrowLeft", 42)).toBeUndefined()
    expect(nextCell(3, "ArrowUp", 42)).toBeUndefined()
    expect(nextCell(41, "ArrowRight", 42)).toBeUndefined()
    expect(nextCell(40, "ArrowDown", 42)).toBeUndefined()
    expect(nextCell(10, "a", 42)).toBeUndefined()
  })
})
