import { desc, eq, sql } from "drizzle-orm"
import { expect, test } from "vitest"
import type { BookingId, ProductId } from "../../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { blockDays } from "../../availability/block.ts"
import { confirmBooking, moveBooking, refuseBooking, restoreBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { addFaqEntry, removeFaqEntry } from "../../shop/content/edit-faq.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { availableDates } from "../../platform/schema/availability.ts"
import { readClosedUnits, unitDays } from "../../../tests/unit-days.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { faqEntries } from "../../platform/schema/content.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { undoEvent } from "./undo.ts"

const day = "2027-06-12"
const soon = new Date(now.getTime() + 9_000)
const late = new Date(now.getTime() + 61_000)

async function administrator(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

async function request(productId: ProductId) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, [day]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function readStatus(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  return booking?.status
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

test("undoing a refusal restores the request and its days, and a second press changes nothing more", async () => {
  const camille = await administrator()
  const booking = await request((await makeProduct()).id)
  const { eventId } = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
  expect(await undoEvent(camille, eventId, soon)).toMatchObject({ ok: true, value: { action: "booking.refused" } })
  expect(await readStatus(booking.id)).toBe("pending")
  expect(await db.select().from(unitDays).where(eq(unitDays.bookingId, booking.id))).toHaveLength(1)
  expect(await undoEvent(camille, eventId, soon)).toEqual({ ok: false, error: { kind: "changed" } })
})

async function readRow(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking has gone")
  const { status, answerDueAt, expiresAt, confirmedAt, contractDueAt } = booking
  const places = await db
    .select({ unit: unitDays.unit, day: unitDays.day, role: unitDays.role })
    .from(unitDays)
    .where(eq(unitDays.bookingId, id))
    .orderBy(unitDays.day, unitDays.unit)
  return { status, answerDueAt, expiresAt, confirmedAt, contractDueAt, places }
}

const hours = (count: number) => new Date(now.getTime() + count * 3_600_000)
const secondsAfter = (at: Date, count: number) => new Date(at.getTime() + count * 1000)

test("undoing a cancellation restores the confirmation, the deadlines and the units", async () => {
  const camille = await administrator()
  const product = await makeProduct({ stock: 2, preparationDaysBefore: 1 })
  await request(product.id)
  const booking = await request(product.id)
  unwrap(await confirmBooking(camille, booking.id, hours(3)))
  const before = await readRow(booking.id)
  expect(before.places.map(({ unit }) => unit)).toEqual([2, 2])
  const { eventId } = unwrap(
    await moveBooking({ actor: camille, id: booking.id, move: { from: "confirmed", to: "cancelled" }, at: hours(30) }),
  )
  const undone = unwrap(await undoEvent(camille, eventId, secondsAfter(hours(30), 9)))
  expect(undone.restoredBooking?.units).toBeNull()
  expect(await readRow(booking.id)).toEqual(before)
  const [recorded] = await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id)).limit(1)
  expect(recorded).toMatchObject({
    action: "booking.cancellation-undone",
    bookingId: booking.id,
    details: { undoes: eventId },
  })
})

test("undo extends no request, and an expired one stays refused", async () => {
  const camille = await administrator()
  const booking = await request((await makeProduct()).id)
  const before = await readRow(booking.id)
  const expiry = before.expiresAt ?? now
  const { eventId } = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: secondsAfter(expiry, -2) }))
  expect(await undoEvent(camille, eventId, secondsAfter(expiry, 5))).toEqual({
    ok: false,
    error: { kind: "expired", at: expiry },
  })
  expect(await readRow(booking.id)).toMatchObject({ status: "refused", places: [] })
  unwrap(await undoEvent(camille, eventId, secondsAfter(expiry, -1)))
  expect(await readRow(booking.id)).toEqual(before)
})

test("a booking whose unit was booked meanwhile gets another free one, and the reply says so", async () => {
  const camille = await administrator()
  const product = await makeProduct({ stock: 2 })
  const booking = await request(product.id)
  const { eventId } = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
  await request(product.id)
  const back = unwrap(await undoEvent(camille, eventId, soon)).restoredBooking
  expect(back).toMatchObject({ units: [2] })
  expect((await readRow(booking.id)).places).toEqual([{ unit: 2, day, role: "rental" }])
})

test("undo changes nothing when it is too late or the days are booked, and names that booking", async () => {
  const camille = await administrator()
  const product = await makeProduct()
  const booking = await request(product.id)
  const { eventId } = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
  expect(await undoEvent(camille, eventId, late)).toEqual({
    ok: false,
    error: { kind: "too-late", action: "booking.refused" },
  })
  const other = await request(product.id)
  const answer = await undoEvent(camille, eventId, soon)
  expect(answer).toMatchObject({
    ok: false,
    error: { kind: "days-taken", days: [day], by: [{ kind: "booking", id: other.id, number: other.number }] },
  })
  expect(await readStatus(booking.id)).toBe("refused")
})

test("days closed meanwhile stay closed, and the undo says so and why", async () => {
  const camille = await administrator()
  const product = await makeProduct()
  const booking = await request(product.id)
  const { eventId } = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
  await blockDays(camille, { productId: product.id, days: [day], reason: "Salon" }, now)
  expect(await undoEvent(camille, eventId, soon)).toMatchObject({
    ok: false,
    error: { kind: "days-taken", by: [{ kind: "closed", reason: "Salon" }] },
  })
})

test("a booking restored and refused again is not restored by undoing the first refusal", async () => {
  const camille = await administrator()
  const booking = await request((await makeProduct()).id)
  const first = unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
  unwrap(await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: now }))
  unwrap(await refuseBooking({ actor: await administrator("Sasha"), id: booking.id, at: now }))
  expect(await undoEvent(camille, first.eventId, soon)).toEqual({ ok: false, error: { kind: "changed" } })
  expect(await readStatus(booking.id)).toBe("refused")
})

test("undoing a closure opens its days, and a day closed before keeps its reason", async () => {
  const camille = await administrator()
  const { id: productId } = await makeProduct()
  await blockDays(camille, { productId, days: ["2027-06-13"], reason: "Salon" }, now)
  const event = await blockDays(camille, { productId, days: [day, "2027-06-13"], reason: "Panne" }, now)
  unwrap(await undoEvent(camille, Number(event), soon))
  const days = await db
    .select()
    .from(availableDates)
    .where(eq(availableDates.productId, productId))
    .orderBy(availableDates.date)
  expect(days).toMatchObject([
    { date: day, isAvailable: true },
    { date: "2027-06-13", isAvailable: false, reason: "Salon" },
  ])
  expect(await readClosedUnits(productId)).toEqual(["2027-06-13 1"])
})

test("undoing a closure does not open days that somebody closed again", async () => {
  const [camille, sasha] = [await administrator(), await administrator("Sasha")]
  const { id: productId } = await makeProduct()
  const event = await blockDays(camille, { productId, days: [day] }, now)
  const other = await blockDays(sasha, { productId, days: [day], reason: "Révision" }, now)
  expect(await undoEvent(camille, Number(event), soon)).toEqual({ ok: false, error: { kind: "changed" } })
  unwrap(await undoEvent(sasha, Number(other), soon))
  expect(await undoEvent(camille, Number(event), soon)).toEqual({ ok: false, error: { kind: "changed" } })
})

test("an undo does not open days that somebody closes at the same moment", async () => {
  const [camille, sasha] = [await administrator(), await administrator("Sasha")]
  const { id: productId } = await makeProduct()
  const event = await blockDays(camille, { productId, days: [day] }, now)
  const waiting = async (count: number) => {
    await expect
      .poll(() => db.$count(sql`pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`), {
        timeout: 10_000,
      })
      .toBe(count)
  }
  const { closing, undoing } = await transaction(async (tx) => {
    await tx.execute(sql`select from available_dates where product_id = ${productId} for update`)
    const closed = blockDays(sasha, { productId, days: [day], reason: "Révision" }, now)
    await waiting(1)
    const undone = undoEvent(camille, Number(event), soon)
    await waiting(2)
    return { closing: closed, undoing: undone }
  })
  await closing
  expect(await undoing).toEqual({ ok: false, error: { kind: "changed" } })
  expect(await db.select().from(availableDates).where(eq(availableDates.productId, productId))).toMatchObject([
    { date: day, isAvailable: false, reason: "Révision" },
  ])
})

test("a deleted record is restored as it was, however late, and once", async () => {
  const camille = await administrator()
  const id = await addFaqEntry(camille, {
    theme: "Fête",
    question: "Peut-on danser ?",
    answer: "Oui.",
    isPublished: true,
  })
  const [before] = await db.select().from(faqEntries).where(eq(faqEntries.id, id))
  const event = unwrap(await removeFaqEntry(camille, id))
  unwrap(await undoEvent(camille, event, new Date(Date.now() + 86_400_000)))
  const [after] = await db.select().from(faqEntries).where(eq(faqEntries.id, id))
  expect(after).toEqual(before)
  const [recorded] = await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id)).limit(1)
  expect(recorded).toMatchObject({ action: "faq.put-back", details: { undoes: event } })
  expect(await undoEvent(camille, event)).toEqual({ ok: false, error: { kind: "changed" } })
})

test("a deleted record is restored even after its table gained a required column and lost another", async () => {
  const camille = await administrator()
  await db.execute(sql`alter table faq_entries add column former text default 'old'`)
  const id = await addFaqEntry(camille, {
    theme: "Fête",
    question: "Peut-on rester ?",
    answer: "Oui.",
    isPublished: true,
  })
  const event = unwrap(await removeFaqEntry(camille, id))
  try {
    await db.execute(sql`alter table faq_entries drop column former, add column since text not null default 'new'`)
    unwrap(await undoEvent(camille, event))
    const { rows } = await db.execute(sql`select question, since from faq_entries where id = ${id}`)
    expect(rows).toEqual([{ question: "Peut-on rester ?", since: "new" }])
  } finally {
    await db.execute(sql`alter table faq_entries drop column if exists former, drop column if exists since`)
  }
})

test("other acts cannot be undone", async () => {
  const camille = await administrator()
  await addFaqEntry(camille, { theme: "Fête", question: "Et après ?", answer: "On range.", isPublished: true })
  const [added] = await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id)).limit(1)
  expect(await undoEvent(camille, Number(added?.id))).toEqual({ ok: false, error: { kind: "not-undoable" } })
  expect(await undoEvent(camille, 999_999_999)).toEqual({ ok: false, error: { kind: "not-undoable" } })
})
