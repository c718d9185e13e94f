import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type ClosedDay,
  type DayUse,
  monthsOf,
  roomOfDays,
  roomLabel,
  shadeOf,
  isClosedAroundBookings,
} from "./room.ts"

const day = "2027-06-12"
const use = (productId: string, changes: Partial<DayUse> = {}): DayUse => ({
  productId,
  day,
  rented: 0,
  prepared: 0,
  blocked: 0,
  elsewhere: 0,
  held: 0,
  ...changes,
})
const roomOn = (products: { id: string; units: number }[], uses: DayUse[], shut: ClosedDay[]) =>
  roomOfDays(products, [day], uses, shut).get(day)
const booth = { id: "booth", units: 3 }
const mirror = { id: "mirror", units: 1 }
const closed: ClosedDay = { productId: "booth", day, reason: null }

describe("what is left on a day", () => {
  test("is everything when nothing is on it", () => {
    expect(roomOn([booth], [], [])).toEqual({ units: 3, free: 3, busy: 0, elsewhere: 0, closed: false })
  })

  test("is less what is rented, prepared, blocked or held", () => {
    expect(roomOn([booth], [use("booth", { rented: 1, held: 1 })], [])).toMatchObject({ free: 1, busy: 1 })
    expect(roomOn([booth], [use("booth", { rented: 1, prepared: 1, held: 1 })], [])).toMatchObject({ free: 0, busy: 2 })
  })

  test("is less what the owner blocked, and that is not at a customer's", () => {
    expect(roomOn([booth], [use("booth", { blocked: 1, rented: 1 })], [])).toMatchObject({ free: 1, busy: 1 })
  })

  test("leaves out what is on products that were not asked for", () => {
    expect(roomOn([booth], [use("mirror", { rented: 1 })], [{ ...closed, productId: "mirror" }])).toEqual({
      units: 3,
      free: 3,
      busy: 0,
      elsewhere: 0,
      closed: false,
    })
  })

  test("is nothing on a closed day, whatever else is known of it", () => {
    expect(roomOn([booth], [], [closed])).toEqual({ units: 3, free: 0, busy: 0, elsewhere: 0, closed: true })
  })

  test("is nothing on a closed day, also when a hold ended after it was closed", () => {
    expect(roomOn([booth], [use("booth", { blocked: 2 })], [closed])).toMatchObject({ free: 0, closed: true })
  })

  test("of several products adds up; the day is closed only when all of them are", () => {
    expect(roomOn([booth, mirror], [use("booth", { rented: 1 })], [])).toEqual({
      units: 4,
      free: 3,
      busy: 1,
      elsewhere: 0,
      closed: false,
    })
    expect(roomOn([booth, mirror], [use("booth", { blocked: 3 })], [closed])).toEqual({
      units: 4,
      free: 1,
      busy: 0,
      elsewhere: 0,
      closed: false,
    })
  })

  test("is never less than nothing, even after the stock was made smaller than what is booked", () => {
    expect(roomOn([mirror], [use("mirror", { rented: 3 })], [])).toMatchObject({ free: 0, busy: 1 })
  })

  test("says what is taken elsewhere", () => {
    const room = roomOn([booth, mirror], [use("booth", { elsewhere: 2 }), use("mirror", { elsewhere: 1 })], [])
    expect(room).toMatchObject({ free: 1, busy: 0, elsewhere: 3 })
    expect(roomLabel({ units: 3, free: 1, busy: 0, elsewhere: 2, closed: false })).toBe(
      "1 exemplaire libre sur 3, 2 pris ailleurs",
    )
    expect(roomLabel({ units: 1, free: 0, busy: 0, elsewhere: 1, closed: false })).toBe("pris ailleurs")
  })

  test("is said in words", () => {
    const words = (units: number, free: number, busy = 0, shut = false) =>
      roomLabel({ units, free, busy, elsewhere: 0, closed: shut })
    expect([words(1, 1), words(3, 2), words(3, 1), words(3, 0), words(3, 0, 0, true), words(3, 0, 1, true)]).toEqual([
      "libre",
      "2 exemplaires libres sur 3",
      "1 exemplaire libre sur 3",
      "complet",
      "bloqué",
      "réservé, le reste est bloqué",
    ])
  })
})

describe("the shade of a day", () => {
  const rooms = fc
    .integer({ min: 1, max: 500 })
    .chain((units) =>
      fc.tuple(fc.constant(units), fc.integer({ min: 0, max: units }), fc.integer({ min: 0, max: units })),
    )

  test("is lightest only when all is free, darkest only when nothing is", () => {
    fc.assert(
      fc.property(rooms, ([units, free]) => {
        expect(shadeOf({ units, free }) === 0).toBe(free === units)
        expect(shadeOf({ units, free }) === 4).toBe(free === 0)
      }),
    )
  })

  test("never darkens when more is free", () => {
    fc.assert(
      fc.property(rooms, ([units, one, other]) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(shadeOf({ units, free: more })).toBeLessThanOrEqual(shadeOf({ units, free: less }))
      }),
    )
  })

  test("shows one unit taken of many, and one left of many", () => {
    expect([shadeOf({ units: 3, free: 2 }), shadeOf({ units: 3, free: 1 }), shadeOf({ units: 30, free: 1 })]).toEqual([
      1, 2, 3,
    ])
  })
})

test("a year is its twelve months", () => {
  expect(monthsOf(2028)).toHaveLength(12)
  expect(monthsOf(2028).at(-1)).toBe("2028-12")
})

test("what is booked shows through a closed day, and through no other", () => {
  expect(isClosedAroundBookings({ busy: 1, closed: true })).toBe(true)
  expect(isClosedAroundBookings({ busy: 0, closed: true })).toBe(false)
  expect(isClosedAroundBookings({ busy: 1, closed: false })).toBe(false)
})
