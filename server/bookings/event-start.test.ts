import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { defaultShopHours, handoverWindows } from "../../domain/rental/shop-hours.ts"
import { owner, placeConfirmedBooking, placedAt as at } from "../../tests/ends.ts"
import { makeCustomer } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { setHours } from "../booking-record/hours.ts"
import { db } from "../platform/database.server.ts"
import { bookings, rentals } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { readEventStart, tellEventStart } from "./event-start.ts"
import { readJobSheet } from "./job-sheets.ts"

beforeEach(freshDatabase)

async function placeDelivered() {
  const { booking, customer } = await placeConfirmedBooking()
  const [delivered] = await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, booking.id)).returning()
  if (!delivered) throw new Error("The booking has gone")
  return { booking: delivered, party: ownAccountParty(customer) }
}

test("the customer says when the event begins, changes it and takes it back, and only a change is recorded", async () => {
  const { booking, party } = await placeDelivered()
  for (const startsAt of ["18:30", "18:30", "11:00"] as const) {
    expect(await tellEventStart({ party, bookingId: booking.id, startsAt, at })).toEqual({ ok: true, value: null })
    expect((await readJobSheet(booking.id, at))?.eventStartsAt).toBe(startsAt)
  }
  await tellEventStart({ party, bookingId: booking.id, startsAt: null, at })
  expect((await readJobSheet(booking.id, at))?.eventStartsAt).toBeNull()
  const rows = await db
    .select({ details: recordedEvents.details })
    .from(recordedEvents)
    .where(eq(recordedEvents.action, "booking.event-start-told"))
    .orderBy(recordedEvents.id)
  expect(rows.map(({ details }) => details)).toEqual([{ startsAt: "18:30" }, { startsAt: "11:00" }, { startsAt: null }])
})

test("nobody else says it, and nobody with pick-up or after its last day", async () => {
  const { booking, party } = await placeDelivered()
  const tell = (by = party) => tellEventStart({ party: by, bookingId: booking.id, startsAt: "18:30", at })
  expect((await tell(ownAccountParty(await makeCustomer()))).ok).toBe(false)
  await db.update(bookings).set({ isDelivery: false })
  expect((await tell()).ok).toBe(false)
  await db.update(bookings).set({ isDelivery: true })
  expect((await tell()).ok).toBe(true)
  const afterwards = new Date("2030-01-01T12:00Z")
  expect((await tellEventStart({ party, bookingId: booking.id, startsAt: null, at: afterwards })).ok).toBe(false)
})

test("the delivery that the start is compared with is the agreed one, then the shop's, which whole days do not have", async () => {
  const { booking } = await placeDelivered()
  expect(await readEventStart(booking)).toEqual({ startsAt: null, delivery: null })
  const periods = [{ from: "2027-06-12T10:00:00.000Z", until: "2027-06-13T10:00:00.000Z" }]
  const windows = handoverWindows(defaultShopHours)
  await db.update(rentals).set({ periods, windows })
  expect(await readEventStart(booking)).toEqual({ startsAt: null, delivery: { from: "14:00", to: "16:00" } })
  const out = { from: "15:00", to: "15:30" } as const
  await setHours({ actor: await owner(), bookingId: booking.id, typed: { out, back: null }, at })
  expect(await readEventStart(booking)).toEqual({ startsAt: null, delivery: out })
  expect(await readEventStart({ ...booking, isDelivery: false })).toBeNull()
})
