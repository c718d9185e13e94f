import { desc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { blockDays, openDays } from "../availability/block.ts"
import { confirmBooking, moveBooking, refuseBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { addFaqEntry, removeFaqEntry } from "../content/edit-faq.ts"
import type { Editor } from "../content/edits.ts"
import { db } from "../database.server.ts"
import { availableDates, occupancy } from "../schema/availability.ts"
import { bookings } from "../schema/bookings.ts"
import { faqEntries } from "../schema/content.ts"
import { events } from "../schema/events.ts"
import { undoEvent } from "./undo.ts"

const day = "2027-06-12"
const soon = new Date(now.getTime() + 9_000)
const late = new Date(now.getTime() + 61_000)

async function administrator(name = "Camille"): Promise<Editor> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

async function request(productId: string) {
  const placed = await placeBooking(await makeCustomer(), makeOrder(productId, [day]), now)
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function statusOf(id: string) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking?.status
}

function valueOf<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

test("a refusal is taken back, with its days; a second press changes nothing more", async () => {
  const camille = await administrator()
  const booking = await request((await makeProduct()).id)
  const { eventId } = valueOf(await refuseBooking(camille, booking.id, undefined, now))
  expect(await undoEvent(camille, eventId, soon)).toMatchObject({ ok: true, value: { action: "booking.refused" } })
  expect(await statusOf(booking.id)).toBe("pending")
  expect(await db.select().from(occupancy).where(eq(occupancy.bookingId, booking.id))).toHaveLength(1)
  expect(await undoEvent(camille, eventId, soon)).toEqual({ ok: false, error: { kind: "changed" } })
})

test("a confirmed booking that was cancelled is confirmed again, not asked for again", async () => {
  const camille = await administrator()
  const booking = await request((await makeProduct()).id)
  valueOf(await confirmBooking(camille, booking.id, now))
  const { eventId } = valueOf(await moveBooking(camille, booking.id, { from: "confirmed", to: "cancelled" }, now))
  valueOf(await undoEvent(camille, eventId, soon))
  expect(await statusOf(booking.id)).toBe("confirmed")
})

test("too late, or with the days given to somebody else, nothing is changed", async () => {
  const camille = await administrator()
  const product = await makeProduct()
  const booking = await request(product.id)
  const { eventId } = valueOf(await refuseBooking(camille, booking.id, undefined, now))
  expect(await undoEvent(camille, eventId, late)).toEqual({ ok: false, error: { kind: "too-late" } })
  await request(product.id)
  expect(await undoEvent(camille, eventId, soon)).toEqual({ ok: false, error: { kind: "days-taken" } })
  expect(await statusOf(booking.id)).toBe("refused")
})

test("closed days are open again, and one that was closed before keeps its reason", async () => {
  const camille = await administrator()
  const { id: productId } = await makeProduct()
  await blockDays(camille, { productId, days: ["2027-06-13"], reason: "Salon" }, now)
  const event = await blockDays(camille, { productId, days: [day, "2027-06-13"], reason: "Panne" }, now)
  valueOf(await undoEvent(camille, Number(event), soon))
  const days = await db.select().from(availableDates).where(eq(availableDates.productId, productId)).orderBy(availableDates.date)
  expect(days).toMatchObject([{ date: day, isAvailable: true }, { date: "2027-06-13", isAvailable: false, reason: "Salon" }])
  expect(await db.select().from(occupancy).where(eq(occupancy.productId, productId))).toMatchObject([{ kind: "block", day: "2027-06-13" }])
})

test("days that were opened are closed again, unless somebody changed them since", async () => {
  const [camille, sasha] = [await administrator(), await administrator("Sasha")]
  const { id: productId } = await makeProduct()
  await blockDays(camille, { productId, days: [day] }, now)
  const event = await openDays(camille, { productId, days: [day] }, now)
  const other = await blockDays(sasha, { productId, days: [day], reason: "Révision" }, now)
  expect(await undoEvent(camille, Number(event), soon)).toEqual({ ok: false, error: { kind: "changed" } })
  valueOf(await undoEvent(sasha, Number(other), soon))
  expect(await undoEvent(camille, Number(event), soon)).toEqual({ ok: false, error: { kind: "changed" } })
})

test("what was deleted comes back as it was, however late, and once", async () => {
  const camille = await administrator()
  const id = await addFaqEntry(camille, { theme: "Fête", question: "Peut-on danser ?", answer: "Oui.", isPublished: true })
  const [before] = await db.select().from(faqEntries).where(eq(faqEntries.id, id))
  const event = valueOf(await removeFaqEntry(camille, id))
  valueOf(await undoEvent(camille, event, new Date(Date.now() + 86_400_000)))
  const [after] = await db.select().from(faqEntries).where(eq(faqEntries.id, id))
  expect(after).toEqual(before)
  const [told] = await db.select().from(events).orderBy(desc(events.id)).limit(1)
  expect(told).toMatchObject({ action: "faq.put-back", details: { undoes: event } })
  expect(await undoEvent(camille, event)).toEqual({ ok: false, error: { kind: "changed" } })
})

test("other acts cannot be undone", async () => {
  const camille = await administrator()
  await addFaqEntry(camille, { theme: "Fête", question: "Et après ?", answer: "On range.", isPublished: true })
  const [added] = await db.select().from(events).orderBy(desc(events.id)).limit(1)
  expect(await undoEvent(camille, Number(added?.id))).toEqual({ ok: false, error: { kind: "not-undoable" } })
  expect(await undoEvent(camille, 999_999_999)).toEqual({ ok: false, error: { kind: "not-undoable" } })
})
