import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { withRentals } from "../booking-record/rentals.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Venue } from "../../domain/booking/venue.ts"
import type { Day } from "../../domain/day.ts"
import { type Leg, stopId } from "../../domain/booking/route.ts"
import {
  placeConfirmedBooking,
  day,
  readEvents,
  readMails,
  owner,
  pay,
  placedAt,
  placeTestRequest,
  placeSignedBooking,
} from "../../tests/ends.ts"
import { makeCustomer, makeOption } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { db } from "../platform/database.server.ts"
import { buildCalendarFile } from "../outside/mails/booking-calendar.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import type { Company } from "../shop/content/company.ts"
import { tellDayBefore } from "../jobs/sweeps/tell-day-before.ts"
import { bookings, rentals } from "../platform/schema/bookings.ts"
import { bookingNotices } from "../platform/schema/retention.ts"
import { eq, sql } from "drizzle-orm"
import { recordReport } from "../booking-record/condition/record.ts"
import { listFirstMoves } from "../reports/today/queries.ts"
import { readBookingPage } from "./booking-page.ts"
import { editBooking } from "./edit.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"
import { readBookingVersion } from "./booking-version.ts"
import { readHours, setHours } from "../booking-record/hours.ts"
import { readJobSheet, listJobsOfDay } from "./job-sheets.ts"
import { moveStop, readRoute, suggestRoute } from "./route.ts"
import { describeVenue, readVenues } from "./venue.ts"

beforeEach(freshDatabase)

const at = placedAt
const out = { from: "09:00", to: "10:00" } as const
const back = { from: "18:00", to: "18:30" } as const
const venue: Venue = {
  powerNear: true,
  floorFits: false,
  access: "Portail vert, code 12B",
  stairs: "",
  contactName: "Nadia",
  contactPhone: "0612345678",
}

describe("the hours of a booking", () => {
  test("the owner sets, changes and removes the hours, and only a change is recorded", async () => {
    const { booking } = await placeConfirmedBooking()
    const admin = await owner()
    expect(await setHours({ actor: admin, bookingId: booking.id, typed: { out, back: null }, at })).toEqual({
      ok: true,
      value: { wasMailSent: false, areShiftsWithdrawn: false },
    })
    expect((await readHours([booking.id])).get(booking.id)).toEqual({ out, back: null })
    await setHours({ actor: admin, bookingId: booking.id, typed: { out, back: null }, at })
    await setHours({ actor: admin, bookingId: booking.id, typed: { out, back }, at })
    expect((await readHours([booking.id])).get(booking.id)).toEqual({ out, back })
    await setHours({ actor: admin, bookingId: booking.id, typed: { out: null, back: null }, at })
    expect((await readHours([booking.id])).get(booking.id)).toEqual({ out: null, back: null })
    const set = (await readEvents(booking.id)).filter(({ action }) => action === "booking.hours-set")
    expect(set).toHaveLength(3)
  })

  test("saving the hours warns when the mail that states them has already gone out", async () => {
    const { booking } = await placeConfirmedBooking()
    await db.insert(bookingNotices).values({ bookingId: booking.id, kind: "day-before", about: day, at })
    expect(await setHours({ actor: await owner(), bookingId: booking.id, typed: { out, back }, at })).toMatchObject({
      value: { wasMailSent: true },
    })
  })

  test("the hours cannot be set for a booking that has ended or was never confirmed", async () => {
    const { booking } = await placeConfirmedBooking()
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, booking.id))
    const admin = await owner()
    expect(await setHours({ actor: admin, bookingId: booking.id, typed: { out, back }, at })).toMatchObject({
      error: { kind: "ended" },
    })
    expect(await setHours({ actor: admin, bookingId: randomUUID(), typed: { out, back }, at })).toMatchObject({
      error: { kind: "not-found" },
    })
    expect(await readHours([booking.id])).toEqual(new Map())
  })
})

describe("the venue of a booking", () => {
  test("the booking's own customer describes the venue, and corrects it", async () => {
    const { booking, party } = await placeConfirmedBooking()
    expect((await describeVenue(party, booking.id, venue, at)).ok).toBe(true)
    await describeVenue(party, booking.id, { ...venue, stairs: "Deux étages" }, at)
    expect((await readVenues([booking.id])).get(booking.id)).toEqual({ ...venue, stairs: "Deux étages", filledAt: at })
    const [event] = (await readEvents(booking.id)).filter(({ action }) => action === "booking.venue-described")
    expect(event).toMatchObject({ actor_kind: "customer", actor_id: party.account.id })
    // A contact's name stays out of the record.
    const { rows } = await db.execute("select details::text || ' ' || personal::text as said from recorded_events")
    expect(rows.some(({ said }) => /Nadia|0612345678|12B/.test(String(said)))).toBe(false)
  })

  test("a stranger finds no venue, and a grantee leaves it to the owner (D55)", async () => {
    const { booking, party } = await placeConfirmedBooking()
    const stranger = await makeCustomer()
    expect(await describeVenue(ownAccountParty(stranger), booking.id, venue, at)).toMatchObject({
      error: { kind: "not-found" },
    })
    const grantee = { actor: ownAccountParty(stranger).actor, account: party.account }
    expect(await describeVenue(grantee, booking.id, venue, at)).toMatchObject({ error: { kind: "not-allowed" } })
    expect((await readVenues([booking.id])).size).toBe(0)
  })

  test("the venue is requested while the booking is confirmed and not over", async () => {
    const waiting = await placeTestRequest(["2027-06-20"])
    expect(await describeVenue(waiting.party, waiting.booking.id, venue, at)).toMatchObject({
      error: { kind: "not-confirmed", status: "pending" },
    })
    const { booking, party } = await placeSignedBooking()
    expect((await describeVenue(party, booking.id, venue, new Date("2027-06-12T20:00:00+02:00"))).ok).toBe(true)
    expect(await describeVenue(party, booking.id, venue, new Date("2027-06-13T00:01:00+02:00"))).toMatchObject({
      error: { kind: "over" },
    })
  })
})

describe("a day's route", () => {
  const place = (id: string, distance: number) =>
    db
      .update(bookings)
      .set({ isDelivery: true, distance })
      .where(eq(bookings.id, id as typeof bookings.$inferSelect.id))

  test("the route is sorted by hour, else by distance from the depot, until the owner reorders it", async () => {
    const admin = await owner()
    const days: Day[] = ["2027-06-12", "2027-06-13"]
    const far = (await placeConfirmedBooking(["2027-06-12"])).booking
    const near = (await placeConfirmedBooking(days)).booking
    const early = (await placeConfirmedBooking(["2027-06-11", "2027-06-12"])).booking
    await place(far.id, 60)
    await place(near.id, 8)
    await place(early.id, 90)
    await setHours({ actor: admin, bookingId: early.id, typed: { out: null, back }, at })
    const readState = async () => (await readRoute("2027-06-12")).map(({ number, leg }) => `${number} ${leg}`)
    const [f, n, e] = [far.number, near.number, early.number]
    expect(await readState()).toEqual([`${e} back`, `${n} out`, `${f} out`, `${f} back`])

    expect((await suggestRoute(admin, "2027-06-12", at)).ok).toBe(true)
    expect(await readState()).toEqual([`${n} out`, `${f} out`, `${f} back`, `${e} back`])

    const move = (id: ReturnType<typeof stopId>, direction: "up" | "down") =>
      moveStop(admin, { day: "2027-06-12", id, direction }, at)
    expect((await move(stopId(early.id, "back"), "up")).ok).toBe(true)
    expect(await readState()).toEqual([`${n} out`, `${f} out`, `${e} back`, `${f} back`])
    // It leaves on this day and comes back on the next, so its return is no stop here.
    expect(await move(stopId(near.id, "back"), "up")).toMatchObject({ error: { kind: "gone" } })

    const late = (await placeConfirmedBooking(["2027-06-12", "2027-06-14"])).booking
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, far.id))
    expect(await readState()).toEqual([`${n} out`, `${e} back`, `${late.number} out`])
    const { rows } = await db.execute("select subject_id from events where action = 'route.ordered'")
    expect(rows).toEqual([{ subject_id: "2027-06-12" }, { subject_id: "2027-06-12" }])
  })

  test("a stop shows the amount left to pay, the hours and the venue; nothing is owed before a signature", async () => {
    const { booking, party } = await placeSignedBooking({ paid: 7_500 })
    await setHours({ actor: await owner(), bookingId: booking.id, typed: { out, back }, at })
    await describeVenue(party, booking.id, venue, at)
    const [stop] = await listJobsOfDay(day, at)
    expect(stop).toMatchObject({ leg: "out", job: { leftToPay: 17_500, hours: { out, back }, venue } })
    await pay(booking.id, 17_500)
    expect((await readJobSheet(booking.id, at))?.leftToPay).toBe(0)
    const unsigned = await placeConfirmedBooking(["2027-07-01"])
    expect((await readJobSheet(unsigned.booking.id, at))?.leftToPay).toBe(0)
  })

  test("departures and returns appear on the sheet, on today's page and on the booking's page", async () => {
    const admin = await owner()
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const onTheDay = new Date("2027-06-12T18:00:00Z")
    const signature = { name: "Elena", signature: { kind: "typed", text: "Elena" } } as const
    const report = (leg: Leg) => ({
      id: randomUUID(),
      bookingId: booking.id,
      leg,
      machines: [{ rental: 1, damaged: false, remarks: "", photos: [] }],
      client: signature,
      company: signature,
    })
    const readState = async () => ({
      sheet: (await listJobsOfDay(day, onTheDay)).map(({ isDone }) => isDone),
      today: [...(await listFirstMoves("departures", day, 5)), ...(await listFirstMoves("returns", day, 5))].map(
        ({ isDone }) => isDone,
      ),
      page: (await readBookingPage(await withRentals(booking), onTheDay)).journey.next.kind,
    })
    const both = (left: boolean, back: boolean) => ({
      sheet: [left, back],
      today: [left, back],
    })
    expect(await readState()).toEqual({ ...both(false, false), page: "event" })
    expect((await recordReport(admin, report("out"), onTheDay)).ok).toBe(true)
    expect(await readState()).toEqual({ ...both(true, false), page: "event" })
    expect((await recordReport(admin, report("back"), onTheDay)).ok).toBe(true)
    expect(await readState()).toEqual({ ...both(true, true), page: "over" })
  })

  test("a sold album is not collected", async () => {
    const { booking, product } = await placeConfirmedBooking()
    const album = await makeOption(product.id, { name: "Livre d’or", unit: "day", staysWithClient: true })
    const backdrop = await makeOption(product.id, { name: "Décor", unit: "unit" })
    const items = [album, backdrop].map(({ id, name, price, unit }) => ({
      id,
      parentId: null,
      name,
      price,
      unit,
      quantity: 1,
    }))
    await db
      .update(rentals)
      .set({ options: { items, total: 0 } })
      .where(eq(rentals.bookingId, booking.id))
    const [stop] = await listJobsOfDay(day, at)
    expect(stop?.job.rentals[0]?.consumables.map(({ name }) => name)).toEqual(["Livre d’or"])
    expect(stop?.job.rentals[0]?.optionsToCollect.map(({ name }) => name)).toEqual(["Décor"])
  })
})

test("the day-before mail states the hours, asks for a missing venue and attaches a calendar entry", async () => {
  const { booking, party } = await placeSignedBooking()
  await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, booking.id))
  await setHours({ actor: await owner(), bookingId: booking.id, typed: { out, back: null }, at })
  const eve = new Date("2027-06-11T09:05:00+02:00")
  await tellDayBefore.run(booking.id, eve)
  const mail = (await readMails(booking.id)).find(({ template }) => template === "day-before")
  expect(mail?.data.extra["hours"]).toMatch(/^Livraison le samedi 12 juin 2027, entre 9.h et 10.h$/)
  expect(mail?.data.extra["prepare"]).toContainEqual(expect.stringMatching(/^Décrivez-nous le lieu/))
  const facts = (mail?.data as unknown as { booking: BookingFacts } | undefined)?.booking
  if (!facts) throw new Error("No mail was ordered")
  const calendar = buildCalendarFile(
    { booking: { ...facts, place: null }, cancelled: false },
    { name: "Guinguette", origin: "https://guinguette.example" } as Company,
    eve,
  )
  const lines = calendar.content.toString("utf8")
  expect(lines).toContain("DTSTART:20270612T070000Z")
  expect(lines).toContain("DTEND:20270612T080000Z")
  expect(lines.match(/BEGIN:VEVENT/g)).toHaveLength(2)

  const other = await placeSignedBooking({ days: ["2027-06-20"] })
  await describeVenue(party, booking.id, venue, at)
  await tellDayBefore.run(other.booking.id, new Date("2027-06-19T09:05:00+02:00"))
  const pickUp = (await readMails(other.booking.id)).find(({ template }) => template === "day-before")
  // A pick-up needs no venue.
  expect(JSON.stringify(pickUp?.data.extra)).not.toContain("le lieu")
})

describe("details agreed before a change", () => {
  const described = async () => {
    const { booking, party } = await placeConfirmedBooking()
    const admin = await owner()
    expect((await setHours({ actor: admin, bookingId: booking.id, typed: { out, back }, at })).ok).toBe(true)
    expect((await describeVenue(party, booking.id, venue, at)).ok).toBe(true)
    return {
      id: booking.id,
      admin,
      place: { isDelivery: booking.isDelivery, address: booking.address, distanceKm: 20 },
    }
  }
  const edit = async (id: BookingId, admin: Staff, change: BookingChange) => {
    const proposed = await proposeEdit(id, change, at)
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const { total } = proposed.value.after
    const edited = await editBooking({
      actor: admin,
      id,
      change,
      expectedVersion: await readBookingVersion(id),
      expectedTotal: total,
      message: null,
      at,
    })
    if (!edited.ok) throw new Error(edited.error.kind)
  }
  const left = async (id: BookingId) => ({
    hours: (await readHours([id])).has(id),
    venue: (await readVenues([id])).has(id),
    forgotten: (
      await db.execute<{ forgotten: string[] | null }>(
        sql`select details -> 'forgotten' as forgotten from events where booking_id = ${id} and action = 'booking.edited'`,
      )
    ).rows.map(({ forgotten }) => forgotten),
  })

  test("a change clears what depends on it: the hours with the days, the venue with the address", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { rentals: [{ position: 1, days: ["2027-06-13"] }] })
    expect(await left(id)).toEqual({ hours: false, venue: true, forgotten: [["hours"]] })
    await setHours({ actor: admin, bookingId: id, typed: { out, back }, at })
    await edit(id, admin, { place: { ...place, address: { ...place.address, street: "1 rue du Port" } } })
    expect(await left(id)).toEqual({ hours: true, venue: false, forgotten: [["hours"], ["venue"]] })
  })

  test("the details stay when only the access instructions change", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { place: { ...place, address: { ...place.address, instructions: "Sonnez deux fois" } } })
    expect(await left(id)).toEqual({ hours: true, venue: true, forgotten: [null] })
  })

  test("the details are all cleared when a pick-up becomes a delivery", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { place: { ...place, isDelivery: !place.isDelivery } })
    expect(await left(id)).toEqual({ hours: false, venue: false, forgotten: [["hours", "venue"]] })
  })
})
