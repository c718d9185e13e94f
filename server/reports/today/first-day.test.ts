import { beforeEach, describe, expect, test } from "vitest"
import { onOwnAccount } from "../../../domain/accounts/party.ts"
import { addDays } from "../../../domain/day.ts"
import { makeCustomer, makeOrder, makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db } from "../../platform/database.server.ts"
import { availableDates } from "../../platform/schema/availability.ts"
import { readFirstDay } from "./first-day.ts"

const at = new Date("2027-03-01T09:00:00Z")

beforeEach(freshDatabase)

describe("what stands of a shop that nobody has booked in", () => {
  test("nothing, then a product without a price, then one that can be booked", async () => {
    expect(await readFirstDay(at)).toEqual({ hidden: null, shown: 0, hasFreeDay: false })
    const product = await makeProduct({ name: "Borne", price: 0, isActive: false })
    expect(await readFirstDay(at)).toEqual({
      hidden: { id: product.id, name: "Borne", hasPrice: false },
      shown: 0,
      hasFreeDay: false,
    })
    await makeProduct({ price: 25_000 })
    expect(await readFirstDay(at)).toEqual({ hidden: null, shown: 1, hasFreeDay: true })
  })

  test("a product whose days are all closed cannot be booked", async () => {
    const { id } = await makeProduct({ price: 25_000, furthestDays: 3 })
    const closed = [0, 1, 2, 3].map((days) => ({
      productId: id,
      date: addDays("2027-03-01", days),
      isAvailable: false,
    }))
    await db.insert(availableDates).values(closed)
    expect(await readFirstDay(at)).toMatchObject({ shown: 1, hasFreeDay: false })
    await makeProduct({ price: 25_000, furthestDays: 4 })
    expect(await readFirstDay(at)).toMatchObject({ shown: 2, hasFreeDay: true })
  })

  test("is asked no more once somebody has booked", async () => {
    const { id } = await makeProduct()
    const placed = await placeBooking({
      party: onOwnAccount(await makeCustomer()),
      order: makeOrder(id, ["2027-06-12"]),
      at,
    })
    expect(placed.ok).toBe(true)
    expect(await readFirstDay(at)).toBeNull()
  })
})
