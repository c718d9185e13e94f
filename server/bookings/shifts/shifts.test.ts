import { and, eq, isNull, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { ShiftKind } from "../../../domain/booking/shift.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import { type ClockTime, instantInParis } from "../../../domain/clock.ts"
import { addDays } from "../../../domain/day.ts"
import type { Result } from "../../../domain/result.ts"
import { day, owner, placeConfirmedBooking, placedAt } from "../../../tests/ends.ts"
import { makeAccountHolder, makeProduct } from "../../../tests/factories.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readBookingVersion } from "../booking-version.ts"
import { changeRole } from "./edit-person.ts"
import { withdrawEndedShifts } from "../../jobs/sweeps/withdraw-shifts.ts"
import { editBooking } from "../edit.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { listRepairs, listUnits, readUnit } from "../../availability/units.ts"
import { units } from "../../platform/schema/availability.ts"
import { shifts } from "../../platform/schema/day.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { setHours } from "../../booking-record/hours.ts"
import { tellEventStart } from "../event-start.ts"
import { answerOwnShift, answerShiftByLink, findShiftByLink } from "./answer-shift.ts"
import { assignShift, listStaffMembers, removeShift } from "./assign-shift.ts"
import { addDaysOff, removeDaysOff } from "./days-off.ts"
import { listDaysOff } from "./list-days-off.ts"
import { findRentedUnits } from "../../availability/booked-units.ts"
import { removeProduct } from "../remove-product.ts"
import { saveUnit } from "../unit-service.ts"
import { undoEvent } from "../../reports/undo/undo.ts"
import { findOwnStops, listShifts } from "../../booking-record/shifts.ts"

beforeEach(freshDatabase)

const at = placedAt
const delivery = { startsAt: instantInParis(day, "14:00"), endsAt: instantInParis(day, "16:00") }

async function makeCrew() {
  const { id, name } = await makeAccountHolder()
  await db.update(profiles).set({ staffRole: "crew" }).where(eq(profiles.id, id))
  const actor: Staff = { kind: "administrator", id, name, staffRole: "crew" }
  return { id, name, actor }
}

function unwrap<Value>(result: Result<Value, { kind: string }>): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

type Assignment = { insists?: boolean; times?: typeof delivery; kind?: ShiftKind; shift?: Id | null }

async function assignDelivery(options: Assignment = {}) {
  const { booking } = await placeConfirmedBooking()
  const crew = await makeCrew()
  const assign = (
    bookingId = booking.id,
    { insists = false, times = delivery, kind = "delivery", shift = null }: Assignment = options,
  ) =>
    assignShift({
      actor: { ...ownerOfTest, name: "Camille" },
      shift,
      assigned: { bookingId, kind, personId: crew.id, ...times },
      insists,
      at,
    })
  const ownerOfTest = await owner()
  const assigned = await assign()
  if (!assigned.ok) throw new Error(`The shift was refused: ${assigned.error.kind}`)
  return { booking, crew, shift: assigned.value, assign, owner: ownerOfTest }
}

const readTemplates = async () =>
  (await readMailOrders<{ token: string }>()).filter(({ template }) => template.startsWith("shift-"))

test("a person is mailed a shift, accepts it by the link, and may decline it later", async () => {
  const { shift, crew } = await assignDelivery()
  const [mail] = await readTemplates()
  const token = mail?.data.token ?? ""
  expect(mail?.template).toBe("shift-offered")
  expect(await findShiftByLink(token, at)).toMatchObject({ id: shift.id, answer: null })
  expect(await answerShiftByLink(token, "accepted", at)).toMatchObject({ ok: true, value: { answer: "accepted" } })
  expect(await answerOwnShift({ actor: crew.actor, id: shift.id, answer: "declined", at })).toMatchObject({ ok: true })
  expect(await answerOwnShift({ actor: await owner("Nora"), id: shift.id, answer: "accepted", at })).toEqual({
    ok: false,
    error: { kind: "gone" },
  })
  expect(await answerShiftByLink(token, "accepted", delivery.endsAt)).toEqual({ ok: false, error: { kind: "over" } })
  expect(await findShiftByLink(token, instantInParis(addDays(day, 6), "12:00"))).not.toBeNull()
  expect(await findShiftByLink(token, instantInParis(addDays(day, 8), "12:00"))).toBeNull()
})

test("a shift that is over is recorded as accepted, without a mail", async () => {
  const over = { startsAt: new Date(at.getTime() - 7_200_000), endsAt: at }
  const { shift } = await assignDelivery({ times: over })
  expect(shift.answer).toBe("accepted")
  expect(await readTemplates()).toEqual([])
})

test("an overlap and a day off are named, and the owner may insist", async () => {
  const { booking, crew, assign, owner: actor } = await assignDelivery()
  expect(await assign(booking.id, { kind: "installation" })).toMatchObject({
    ok: false,
    error: { kind: "busy", reasons: [{ kind: "shift", number: booking.number }] },
  })
  await addDaysOff(actor, { person: crew.id, firstDay: addDays(day, 1), lastDay: addDays(day, 3) }, at)
  const nextDay = {
    startsAt: instantInParis(addDays(day, 1), "09:00"),
    endsAt: instantInParis(addDays(day, 1), "10:00"),
  }
  expect(await assign(booking.id, { kind: "collection", times: nextDay })).toMatchObject({
    ok: false,
    error: { kind: "busy", reasons: [{ kind: "day-off" }] },
  })
  expect((await assign(booking.id, { kind: "collection", times: nextDay, insists: true })).ok).toBe(true)
})

test("a booking has one shift of a kind, and only its own shift is replaced", async () => {
  const { booking, shift, assign } = await assignDelivery()
  const other = await placeConfirmedBooking()
  const changed = { ok: false, error: { kind: "changed" } }
  expect(await assign()).toEqual(changed)
  expect(await assign(other.booking.id, { shift: shift.id })).toEqual(changed)
  expect((await assign(booking.id, { shift: shift.id })).ok).toBe(true)
  expect(await db.$count(shifts)).toBe(1)
})

test("hours agreed later and an event that begins at another hour withdraw the shifts that they move, and no other", async () => {
  const { booking, customer } = await placeConfirmedBooking()
  await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, booking.id))
  const [crew, actor] = [await makeCrew(), await owner()]
  const assign = async (kind: ShiftKind, startsAt: Date, endsAt: Date) =>
    expect(
      await assignShift({
        actor,
        assigned: { bookingId: booking.id, kind, personId: crew.id, startsAt, endsAt },
        insists: true,
        at,
      }),
    ).toMatchObject({ ok: true })
  await assign("delivery", delivery.startsAt, delivery.endsAt)
  await assign("host", instantInParis(day, "18:00"), instantInParis(addDays(day, 1), "00:00"))
  const agree = async (from: ClockTime, to: ClockTime) => {
    const typed = { out: { from, to }, back: null }
    const saved = await setHours({ actor, bookingId: booking.id, typed, at })
    return saved.ok && saved.value.areShiftsWithdrawn
  }
  expect(await agree("14:00", "16:00")).toBe(false)
  expect(await agree("15:00", "16:00")).toBe(true)
  expect((await listShifts({})).map(({ kind }) => kind)).toEqual(["host"])
  const party = ownAccountParty(customer)
  await tellEventStart({ party, bookingId: booking.id, startsAt: "19:30", at })
  expect(await listShifts({})).toEqual([])
  expect((await readTemplates()).filter(({ template }) => template === "shift-withdrawn")).toHaveLength(2)
})

test("crew works on its own stops, from the day before to the day after", async () => {
  const { booking, crew, shift } = await assignDelivery()
  const ownOn = async (days: number, comesLate = false) => {
    const moment = instantInParis(addDays(day, days), "12:00")
    const isOwn = await findOwnStops({ person: crew.actor, at: moment, comesLate })
    expect(isOwn({ bookingId: booking.id, leg: "back" })).toBe(false)
    return isOwn({ bookingId: booking.id, leg: "out" })
  }
  expect([await ownOn(-2), await ownOn(-1), await ownOn(0), await ownOn(1), await ownOn(2)]).toEqual([
    false,
    true,
    true,
    true,
    false,
  ])
  expect([await ownOn(-2, true), await ownOn(2, true)]).toEqual([false, true])
  await answerOwnShift({ actor: crew.actor, id: shift.id, answer: "declined", at })
  expect(await ownOn(0)).toBe(false)
})

test("a shift that is removed, moved with its booking or ended with it frees the person and says so", async () => {
  const { booking, shift, assign, owner: actor } = await assignDelivery()
  const remove = (bookingId = booking.id) => removeShift({ actor, bookingId, id: shift.id, at })
  expect(await remove((await placeConfirmedBooking()).booking.id)).toBe(false)
  expect(await remove()).toBe(true)
  expect(await remove()).toBe(false)
  await assign()
  const edited = await editBooking({
    actor,
    id: booking.id,
    change: { rentals: [{ position: 1, days: [addDays(day, 7)] }] },
    expectedVersion: await readBookingVersion(booking.id),
    expectedTotal: booking.total,
    message: null,
    at,
  })
  expect(edited.ok).toBe(true)
  expect(await db.$count(shifts)).toBe(0)
  await assign()
  await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, booking.id))
  expect(await listShifts({})).toEqual([])
  await withdrawEndedShifts.run(booking.id, at)
  expect(await db.$count(shifts)).toBe(0)
  expect((await readTemplates()).map(({ template }) => template)).toEqual(
    Array.from({ length: 3 }, () => ["shift-offered", "shift-withdrawn"]).flat(),
  )
})

test("days off take the person's unit of an accessory out of service, and give it back when they go", async () => {
  const [crew, actor] = [await makeCrew(), await owner()]
  const hosts = await makeProduct({ kind: "accessory", stock: 1 })
  await db.update(units).set({ personId: crew.id }).where(eq(units.productId, hosts.id))
  const off = { person: crew.id, firstDay: addDays(day, 1), lastDay: addDays(day, 2) }
  expect(await addDaysOff(actor, off, at)).toEqual({ isStillRented: false, bookings: [] })
  expect(await listRepairs(hosts.id, at)).toMatchObject([{ firstDay: off.firstDay, lastDay: off.lastDay }])
  const [noted] = await listDaysOff(crew.id, at)
  await removeDaysOff(actor, noted?.id ?? crew.id, at)
  expect(await listRepairs(hosts.id, at)).toEqual([])
})

test("days off that overlap are one absence, and a new host's days off of before count too", async () => {
  const [crew, actor] = [await makeCrew(), await owner()]
  const hosts = await makeProduct({ kind: "accessory", stock: 2 })
  const key = { productId: hosts.id, number: 1 }
  const person = crew.id
  await addDaysOff(actor, { person, firstDay: addDays(day, 1), lastDay: addDays(day, 2) }, at)
  const name = async (personId: ProfileId | null) =>
    saveUnit({
      actor,
      key,
      typed: { label: null, serialNumber: null, acquiredOn: null, personId },
      loaded: (await readUnit(key))?.updatedAt ?? null,
      at,
    })
  const repaired = async () =>
    (await listRepairs(hosts.id, at)).map(({ unit, firstDay, lastDay }) => [unit, firstDay, lastDay])
  expect((await name(person)).ok).toBe(true)
  expect(await repaired()).toEqual([[1, addDays(day, 1), addDays(day, 2)]])
  expect(await addDaysOff(actor, { person, firstDay: addDays(day, 2), lastDay: addDays(day, 4) }, at)).toEqual({
    isStillRented: false,
    bookings: [],
  })
  expect(await repaired()).toEqual([[1, addDays(day, 1), addDays(day, 4)]])
  const [first] = await listDaysOff(person, at)
  await removeDaysOff(actor, first?.id ?? person, at)
  expect(await repaired()).toEqual([[1, addDays(day, 2), addDays(day, 4)]])
  expect((await name(null)).ok).toBe(true)
  expect(await repaired()).toEqual([])
  await db.insert(users).values({ id: actor.id, name: actor.name, email: "camille@exemple.example" })
  await name(person)
  expect(unwrap(await changeRole(actor, person, "user", at)).isStillHost).toBe(false)
  expect((await readUnit(key))?.retiredOn).not.toBeNull()
})

test("a product removed and restored has its hosts, except who left the team, and their days off", async () => {
  const [leaver, crew, actor] = [await makeCrew(), await makeCrew(), await owner()]
  await db.insert(users).values({ id: actor.id, name: actor.name, email: "camille@exemple.example" })
  const hosts = await makeProduct({ kind: "accessory", stock: 2 })
  for (const [index, { id }] of [leaver, crew].entries())
    await db
      .update(units)
      .set({ personId: id })
      .where(and(eq(units.productId, hosts.id), eq(units.number, index + 1)))
  const { eventId } = unwrap(await removeProduct(actor, hosts.id, at))
  await addDaysOff(actor, { person: crew.id, firstDay: day, lastDay: day }, at)
  unwrap(await changeRole(actor, leaver.id, "accountant", at))
  unwrap(await undoEvent(actor, eventId, at))
  expect((await listUnits(hosts.id)).map(({ personId }) => personId)).toEqual([null, crew.id])
  expect(await listRepairs(hosts.id, at)).toMatchObject([{ unit: 2, firstDay: day, lastDay: day }])
})

test("a rental of a host who is off goes to another one, then waits, and comes back when the leave is cancelled", async () => {
  const [crew, actor] = [await makeCrew(), await owner()]
  const { booking, product } = await placeConfirmedBooking()
  await db.update(units).set({ personId: crew.id }).where(eq(units.productId, product.id))
  const off = { person: crew.id, firstDay: addDays(day, -1), lastDay: day }
  const unitOfBooking = async () => (await findRentedUnits([booking.id]))[0]?.unit ?? null
  expect(await addDaysOff(actor, off, at)).toEqual({ isStillRented: true, bookings: [] })
  expect(await unitOfBooking()).toBeNull()
  const [noted] = await listDaysOff(crew.id, at)
  await removeDaysOff(actor, noted?.id ?? crew.id, at)
  expect(await unitOfBooking()).toBe(1)
})

test("a host leaves with the role in one transaction, except as the last unit of a product", async () => {
  const [crew, actor] = [await makeCrew(), await owner()]
  await db.insert(users).values({ id: actor.id, name: actor.name, email: "camille@exemple.example" })
  const [alone, pair] = [await makeProduct({ kind: "accessory" }), await makeProduct({ kind: "accessory", stock: 2 })]
  await db.update(units).set({ personId: crew.id }).where(eq(units.number, 1))
  const leave = () => changeRole(actor, crew.id, "accountant", at)
  await db.execute(sql`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$;
    create trigger refuse before update of retired_on on units for each row execute function refuse()`)
  await expect(leave()).rejects.toThrow()
  expect((await listStaffMembers()).map(({ id }) => id)).toContain(crew.id)
  await db.execute(sql`drop function refuse() cascade`)
  expect(unwrap(await leave())).toMatchObject({ isStillHost: true })
  const inService = await db
    .select()
    .from(units)
    .where(and(eq(units.number, 1), isNull(units.retiredOn)))
  expect(inService.map(({ productId }) => productId)).toEqual([alone.id])
  expect((await readUnit({ productId: pair.id, number: 1 }))?.retiredOn).not.toBeNull()
})

test("days off name the bookings whose shifts somebody else must take", async () => {
  const { crew, booking, owner: actor, shift } = await assignDelivery()
  const off = { person: crew.id, firstDay: day, lastDay: day }
  expect((await addDaysOff(actor, off, at)).bookings).toEqual([booking.number])
  const dayBefore = { person: crew.id, firstDay: addDays(day, -1), lastDay: addDays(day, -1) }
  expect((await addDaysOff(actor, dayBefore, at)).bookings).toEqual([])
  await answerOwnShift({ actor: crew.actor, id: shift.id, answer: "declined", at })
  expect((await addDaysOff(actor, off, at)).bookings).toEqual([])
})

test("somebody who leaves the team leaves their shifts open", async () => {
  const { crew, owner: actor } = await assignDelivery()
  await db.insert(users).values({ id: actor.id, name: actor.name, email: "camille@exemple.example" })
  expect((await changeRole(actor, crew.id, "user", at)).ok).toBe(true)
  expect(await listShifts({})).toEqual([])
  expect(await db.$count(recordedEvents, eq(recordedEvents.action, "booking.shift-removed"))).toBe(1)
})

test("managers and crew can be given shifts, accountants and customers cannot", async () => {
  const { crew, booking } = await assignDelivery()
  const accountant = await makeCrew()
  await db.update(profiles).set({ staffRole: "accountant" }).where(eq(profiles.id, accountant.id))
  expect((await listStaffMembers()).map(({ id }) => id)).toEqual([crew.id])
  expect(
    await assignShift({
      actor: await owner(),
      assigned: { bookingId: booking.id, kind: "host", personId: accountant.id, ...delivery },
      at,
    }),
  ).toEqual({ ok: false, error: { kind: "no-such-person" } })
})
