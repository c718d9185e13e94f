import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import {
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
  withoutTriggers,
} from "../../tests/factories.ts"
import { cancelBooking, owner } from "../../tests/ends.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { readBookingDetail } from "./queries.ts"

const day: Day = "2027-06-12"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

/** As orders were before a booking had several rentals: one fee, on the first of two bookings. */
async function placeSharingBookings() {
  const party = ownAccountParty(await makeCustomer())
  const [bearer, sharer] = [await placeOne(), await placeOne()]
  await share(bearer.id, true, [`n°\u00a0${sharer.number}`])
  await share(sharer.id, false, [`n°\u00a0${bearer.number}`])
  return { bearer, sharer }

  async function placeOne() {
    const { id: product } = await makeProduct()
    const placed = await placeBooking({ party, order: makeOrder(product, [day], { isDelivery: true }), at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    return placed.value.booking
  }
}

async function share(id: BookingId, counted: boolean, names: string[]) {
  const fee = counted ? 4_000 : 0
  const line = JSON.stringify({
    kind: "delivery",
    label: "Livraison",
    unitPrice: fee,
    quantity: 1,
    days: 1,
    amount: fee,
    shared: { counted, with: names },
  })
  await withoutTriggers(sql`
    update bookings set delivery_fee = ${fee}, total = 25000 + ${fee}, price_lines = jsonb_build_object('version', 1,
      'lines', jsonb_build_array(price_lines -> 'lines' -> 0, ${line}::jsonb)) where id = ${id}`)
}

const orphaned = async (id: BookingId) => (await readBookingDetail(id, now))?.orphanedDelivery

test("the owner reads that nobody pays a shared delivery once its bearer has ended", async () => {
  const { bearer, sharer } = await placeSharingBookings()
  expect([await orphaned(bearer.id), await orphaned(sharer.id)]).toEqual([null, null])
  await cancelBooking({ actor: await owner(), id: bearer.id, from: "pending", at: now })
  expect([await orphaned(bearer.id), await orphaned(sharer.id)]).toEqual([null, `n°\u00a0${bearer.number}`])
})

test("the notice ends with the booking", async () => {
  const { bearer, sharer } = await placeSharingBookings()
  for (const { id } of [bearer, sharer]) await cancelBooking({ actor: await owner(), id, from: "pending", at: now })
  expect(await orphaned(sharer.id)).toBeNull()
  expect(await db.$count(bookings, eq(bookings.status, "cancelled"))).toBe(2)
})
