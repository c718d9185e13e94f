import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { addDays } from "../../../domain/day.ts"
import { makeCustomer, makeOrder, makePlan, makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db } from "../../platform/database.server.ts"
import { availableDates } from "../../platform/schema/availability.ts"
import { readNewShopStatus } from "./new-shop.ts"

const at = new Date("2027-03-01T09:00:00Z")

beforeEach(freshDatabase)

describe("the first steps of a shop without bookings", () => {
  test("the first steps go from nothing to an unpriced product, then to a bookable one", async () => {
    expect(await readNewShopStatus(at)).toEqual({ hidden: null, activeCount: 0, hasFreeDay: false })
    const product = await makeProduct({ name: "Borne", price: 0, isActive: false })
    expect(await readNewShopStatus(at)).toEqual({
      hidden: { id: product.id, name: "Borne", hasPrice: false },
      activeCount: 0,
      hasFreeDay: false,
    })
    await makePlan(product.id)
    expect(await readNewShopStatus(at)).toMatchObject({ hidden: { hasPrice: true } })
    await makeProduct({ price: 25_000 })
    expect(await readNewShopStatus(at)).toEqual({ hidden: null, activeCount: 1, hasFreeDay: true })
  })

  test("a product whose days are all closed is not bookable", async () => {
    const { id } = await makeProduct({ price: 25_000, furthestDays: 3 })
    const closed = [0, 1, 2, 3].map((days) => ({
      productId: id,
      date: addDays("2027-03-01", days),
      isAvailable: false,
    }))
    await db.insert(availableDates).values(closed)
    expect(await readNewShopStatus(at)).toMatchObject({ activeCount: 1, hasFreeDay: false })
    await makeProduct({ price: 25_000, furthestDays: 4 })
    expect(await readNewShopStatus(at)).toMatchObject({ activeCount: 2, hasFreeDay: true })
  })

  test("the first steps are not checked any more once there is a booking", async () => {
    const { id } = await makeProduct()
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(id, ["2027-06-12"]),
      at,
    })
    expect(placed.ok).toBe(true)
    expect(await readNewShopStatus(at)).toBeNull()
  })
})
