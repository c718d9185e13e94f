import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  type ClosedDay,
  type DayUse,
  monthsOfYear,
  capacityByDay,
  capacityLabel,
  occupancyLevel,
  isClosedWithBookings,
} from "./capacity.ts"

const day = "2027-06-12"
const use = (productId: string, changes: Partial<DayUse> = {}): DayUse => ({
  productId,
  day,
  rented: 0,
  prepared: 0,
  inRepair: 0,
  outsideUnits: 0,
  held: 0,
  ...changes,
})
const roomOn = (products: { id: string; units: number }[], uses: DayUse[], shut: ClosedDay[]) =>
  capacityByDay(products, [day], uses, shut).get(day)
const booth = { id: "booth", units: 3 }
const mirror = { id: "mirror", units: 1 }
const closed: ClosedDay = { productId: "booth", day, reason: null }

describe("the room left on a day", () => {
  test("an empty day has all its units free", () => {
    expect(roomOn([booth], [], [])).toEqual({ units: 3, free: 3, busy: 0, outsideUnits: 0, closed: false })
  })

  test("rented, prepared and held units are not free", () => {
    expect(roomOn([booth], [use("booth", { rented: 1, held: 1 })], [])).toMatchObject({ free: 1, busy: 1 })
    expect(roomOn([booth], [use("booth", { rented: 1, prepared: 1, held: 1 })], [])).toMatchObject({ free: 0, busy: 2 })
  })

  test("a unit in repair is not free, and not counted as busy", () => {
    expect(roomOn([booth], [use("booth", { inRepair: 1, rented: 1 })], [])).toMatchObject({ free: 1, busy: 1 })
  })

  test("units taken elsewhere are not free, and not counted as busy", () => {
    expect(roomOn([booth], [use("booth", { outsideUnits: 1, rented: 1 })], [])).toMatchObject({ free: 1, busy: 1 })
  })

  test("other products are left out", () => {
    expect(roomOn([booth], [use("mirror", { rented: 1 })], [{ ...closed, productId: "mirror" }])).toEqual({
      units: 3,
      free: 3,
      busy: 0,
      outsideUnits: 0,
      closed: false,
    })
  })

  test("a closed day has no free unit, whatever else is on it", () => {
    expect(roomOn([booth], [], [closed])).toEqual({ units: 3, free: 0, busy: 0, outsideUnits: 0, closed: true })
  })

  test("a closed day has no free unit, even if a hold ended after it was closed", () => {
    expect(roomOn([booth], [use("booth", { held: 2 })], [closed])).toMatchObject({ free: 0, closed: true })
  })

  test("several products add up, and the day is closed only when all of them are", () => {
    expect(roomOn([booth, mirror], [use("booth", { rented: 1 })], [])).toEqual({
      units: 4,
      free: 3,
      busy: 1,
      outsideUnits: 0,
      closed: false,
    })
    expect(roomOn([booth, mirror], [use("booth", { held: 3 })], [closed])).toEqual({
      units: 4,
      free: 1,
      busy: 0,
      outsideUnits: 0,
      closed: false,
    })
  })

  test("the room is never negative, even with fewer units in stock than booked", () => {
    expect(roomOn([mirror], [use("mirror", { rented: 3 })], [])).toMatchObject({ free: 0, busy: 1 })
  })

  test("units booked elsewhere are counted and labelled", () => {
    const room = roomOn([booth, mirror], [use("booth", { outsideUnits: 2 }), use("mirror", { outsideUnits: 1 })], [])
    expect(room).toMatchObject({ free: 1, busy: 0, outsideUnits: 3 })
    expect(capacityLabel({ units: 3, free: 1, busy: 0, outsideUnits: 2, closed: false })).toBe(
      "1 exemplaire libre sur 3, 2 pris ailleurs",
    )
    expect(capacityLabel({ units: 1, free: 0, busy: 0, outsideUnits: 1, closed: false })).toBe("pris ailleurs")
  })

  test("the room has a label in words", () => {
    const words = (units: number, free: number, busy = 0, shut = false) =>
      capacityLabel({ units, free, busy, outsideUnits: 0, closed: shut })
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

  test("the shade is lightest only when all is free, darkest only when nothing is", () => {
    fc.assert(
      fc.property(rooms, ([units, free]) => {
        expect(occupancyLevel({ units, free }) === 0).toBe(free === units)
        expect(occupancyLevel({ units, free }) === 4).toBe(free === 0)
      }),
    )
  })

  test("the shade never darkens when more is free", () => {
    fc.assert(
      fc.property(rooms, ([units, one, other]) => {
        const [less, more] = [Math.min(one, other), Math.max(one, other)]
        expect(occupancyLevel({ units, free: more })).toBeLessThanOrEqual(occupancyLevel({ units, free: less }))
      }),
    )
  })

  test("the shade shows one booked unit of many, and one free unit of many", () => {
    expect([
      occupancyLevel({ units: 3, free: 2 }),
      occupancyLevel({ units: 3, free: 1 }),
      occupancyLevel({ units: 30, free: 1 }),
    ]).toEqual([1, 2, 3])
  })
})

test("a year has its twelve months", () => {
  expect(monthsOfYear(2028)).toHaveLength(12)
  expect(monthsOfYear(2028).at(-1)).toBe("2028-12")
})

test("a closed day shows its bookings, and an open one is not marked", () => {
  expect(isClosedWithBookings({ busy: 1, closed: true })).toBe(true)
  expect(isClosedWithBookings({ busy: 0, closed: true })).toBe(false)
  expect(isClosedWithBookings({ busy: 1, closed: false })).toBe(false)
})
