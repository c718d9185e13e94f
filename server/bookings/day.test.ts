import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Venue } from "../../domain/booking/venue.ts"
import type { Day } from "../../domain/day.ts"
import { type Leg, stopId } from "../../domain/booking/route.ts"
import { confirmed, day, eventsOf, mailsOf, owner, pay, placedAt, requested, signed } from "../../tests/ends.ts"
import { makeCustomer, makeOption } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { db } from "../platform/database.server.ts"
import { calendarFile } from "../outside/mails/booking-calendar.ts"
import type { BookingFacts } from "../platform/mail/booking-mail-kinds.ts"
import type { Company } from "../shop/content/company.ts"
import { tellDayBefore } from "../jobs/sweeps/tell-day-before.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { bookingNotices } from "../platform/schema/retention.ts"
import { eq, sql } from "drizzle-orm"
import { recordReport } from "../booking-record/condition/record.ts"
import { firstMoves } from "../reports/today/queries.ts"
import { readBookingPage } from "./booking-page.ts"
import { editBooking } from "./edit.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"
import { bookingVersion } from "./booking-version.ts"
import { hoursOf, setHours } from "../booking-record/hours.ts"
import { jobSheet, jobsOfDay } from "./job-sheets.ts"
import { moveStop, routeOf, suggestRoute } from "./route.ts"
import { describeVenue, venuesOf } from "./venue.ts"

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
  test("are noted by the owner, changed, taken back, and recorded only when they change", async () => {
    const { booking } = await confirmed()
    const admin = await owner()
    expect(await setHours(admin, booking.id, { out, back: null }, at)).toEqual({ ok: true, value: { mailGone: false } })
    expect((await hoursOf([booking.id])).get(booking.id)).toEqual({ out, back: null })
    await setHours(admin, booking.id, { out, back: null }, at)
    await setHours(admin, booking.id, { out, back }, at)
    expect((await hoursOf([booking.id])).get(booking.id)).toEqual({ out, back })
    await setHours(admin, booking.id, { out: null, back: null }, at)
    expect((await hoursOf([booking.id])).get(booking.id)).toEqual({ out: null, back: null })
    const set = (await eventsOf(booking.id)).filter(({ action }) => action === "booking.hours-set")
    expect(set).toHaveLength(3)
  })

  test("say when the mail that tells them has left with others", async () => {
    const { booking } = await confirmed()
    await db.insert(bookingNotices).values({ bookingId: booking.id, kind: "day-before", about: day, at })
    expect(await setHours(await owner(), booking.id, { out, back }, at)).toMatchObject({ value: { mailGone: true } })
  })

  test("are not noted for what has ended or never was", async () => {
    const { booking } = await confirmed()
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, booking.id))
    const admin = await owner()
    expect(await setHours(admin, booking.id, { out, back }, at)).toMatchObject({ error: { kind: "ended" } })
    expect(await setHours(admin, randomUUID(), { out, back }, at)).toMatchObject({ error: { kind: "not-found" } })
    expect(await hoursOf([booking.id])).toEqual(new Map())
  })
})

describe("the place", () => {
  test("is described by the booking's own customer, and corrected", async () => {
    const { booking, party } = await confirmed()
    expect((await describeVenue(party, booking.id, venue, at)).ok).toBe(true)
    await describeVenue(party, booking.id, { ...venue, stairs: "Deux étages" }, at)
    expect((await venuesOf([booking.id])).get(booking.id)).toEqual({ ...venue, stairs: "Deux étages", filledAt: at })
    const [event] = (await eventsOf(booking.id)).filter(({ action }) => action === "booking.venue-described")
    expect(event).toMatchObject({ actor_kind: "customer", actor_id: party.account.id })
    // What names somebody stays out of the record.
    const { rows } = await db.execute("select details::text || ' ' || personal::text as said from recorded_events")
    expect(rows.some(({ said }) => /Nadia|0612345678|12B/.test(String(said)))).toBe(false)
  })

  test("of somebody else's booking is not there, and a grantee leaves it to the owner (D55)", async () => {
    const { booking, party } = await confirmed()
    const stranger = await makeCustomer()
    expect(await describeVenue(onOwnAccount(stranger), booking.id, venue, at)).toMatchObject({
      error: { kind: "not-found" },
    })
    const grantee = { actor: onOwnAccount(stranger).actor, account: party.account }
    expect(await describeVenue(grantee, booking.id, venue, at)).toMatchObject({ error: { kind: "not-allowed" } })
    expect((await venuesOf([booking.id])).size).toBe(0)
  })

  test("is asked for while the booking is confirmed and not over", async () => {
    const waiting = await requested(["2027-06-20"])
    expect(await describeVenue(waiting.party, waiting.booking.id, venue, at)).toMatchObject({
      error: { kind: "not-confirmed", status: "pending" },
    })
    const { booking, party } = await signed()
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

  test("goes by the hour, else from the depot outwards, until the owner puts it otherwise", async () => {
    const admin = await owner()
    const days: Day[] = ["2027-06-12", "2027-06-13"]
    const far = (await confirmed(["2027-06-12"])).booking
    const near = (await confirmed(days)).booking
    const early = (await confirmed(["2027-06-11", "2027-06-12"])).booking
    await place(far.id, 60)
    await place(near.id, 8)
    await place(early.id, 90)
    await setHours(admin, early.id, { out: null, back }, at)
    const shown = async () => (await routeOf("2027-06-12")).map(({ number, leg }) => `${number} ${leg}`)
    const [f, n, e] = [far.number, near.number, early.number]
    expect(await shown()).toEqual([`${e} back`, `${n} out`, `${f} out`, `${f} back`])

    expect((await suggestRoute(admin, "2027-06-12", at)).ok).toBe(true)
    expect(await shown()).toEqual([`${n} out`, `${f} out`, `${f} back`, `${e} back`])

    const move = (id: ReturnType<typeof stopId>, direction: "up" | "down") =>
      moveStop(admin, { day: "2027-06-12", id, direction }, at)
    expect((await move(stopId(early.id, "back"), "up")).ok).toBe(true)
    expect(await shown()).toEqual([`${n} out`, `${f} out`, `${e} back`, `${f} back`])
    // It leaves on this day and comes back on the next: that half is no stop of this one.
    expect(await move(stopId(near.id, "back"), "up")).toMatchObject({ error: { kind: "gone" } })

    // A new one comes last; one that is cancelled is gone.
    const late = (await confirmed(["2027-06-12", "2027-06-14"])).booking
    await db.update(bookings).set({ status: "cancelled" }).where(eq(bookings.id, far.id))
    expect(await shown()).toEqual([`${n} out`, `${e} back`, `${late.number} out`])
    const { rows } = await db.execute("select subject_id from events where action = 'route.ordered'")
    expect(rows).toEqual([{ subject_id: "2027-06-12" }, { subject_id: "2027-06-12" }])
  })

  test("carries what is still to be paid, the hours and the place; nothing is owed before a signature", async () => {
    const { booking, party } = await signed({ paid: 7_500 })
    await setHours(await owner(), booking.id, { out, back }, at)
    await describeVenue(party, booking.id, venue, at)
    const [stop] = await jobsOfDay(day, at)
    expect(stop).toMatchObject({ leg: "out", job: { leftToPay: 17_500, hours: { out, back }, venue } })
    await pay(booking.id, 17_500)
    expect((await jobSheet(booking.id, at))?.leftToPay).toBe(0)
    const unsigned = await confirmed(["2027-07-01"])
    expect((await jobSheet(unsigned.booking.id, at))?.leftToPay).toBe(0)
  })

  test("says what has left and what is back, on the sheet, on today's page and on the booking's", async () => {
    const admin = await owner()
    const { booking } = await signed({ paid: 25_000 })
    const onTheDay = new Date("2027-06-12T18:00:00Z")
    const signature = { name: "Elena", signature: { kind: "typed", text: "Elena" } } as const
    const report = (leg: Leg) => ({
      id: randomUUID(),
      bookingId: booking.id,
      leg,
      damaged: false,
      remarks: "",
      photos: [],
      client: signature,
      company: signature,
    })
    const shown = async () => ({
      sheet: (await jobsOfDay(day, onTheDay)).map(({ job: { hasLeft, isTakenBack } }) => [hasLeft, isTakenBack]),
      today: [...(await firstMoves("departures", day, 5)), ...(await firstMoves("returns", day, 5))].map(
        ({ isDone }) => isDone,
      ),
      page: (await readBookingPage(booking, onTheDay)).journey.next.kind,
    })
    const both = (left: boolean, back: boolean) => ({
      sheet: [
        [left, back],
        [left, back],
      ],
      today: [left, back],
    })
    expect(await shown()).toEqual({ ...both(false, false), page: "event" })
    expect((await recordReport(admin, report("out"), onTheDay)).ok).toBe(true)
    expect(await shown()).toEqual({ ...both(true, false), page: "event" })
    expect((await recordReport(admin, report("back"), onTheDay)).ok).toBe(true)
    expect(await shown()).toEqual({ ...both(true, true), page: "over" })
  })

  test("takes back no album that stays with the client", async () => {
    const { booking, product } = await confirmed()
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
      .update(bookings)
      .set({ options: { items, total: 0 } })
      .where(eq(bookings.id, booking.id))
    const [stop] = await jobsOfDay(day, at)
    expect(stop?.job.options.items).toHaveLength(2)
    expect(stop?.job.optionsTakenBack.map(({ name }) => name)).toEqual(["Décor"])
  })
})

test("the mail of the day before tells the hours, asks for the place that nobody described, and carries both to the calendar", async () => {
  const { booking, party } = await signed()
  await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, booking.id))
  await setHours(await owner(), booking.id, { out, back: null }, at)
  const eve = new Date("2027-06-11T09:05:00+02:00")
  await tellDayBefore.run(booking.id, eve)
  const mail = (await mailsOf(booking.id)).find(({ template }) => template === "day-before")
  expect(mail?.data.extra["hours"]).toMatch(/^Livraison le samedi 12 juin 2027, entre 9.h et 10.h$/)
  expect(mail?.data.extra["prepare"]).toContainEqual(expect.stringMatching(/^Décrivez-nous le lieu/))
  const told = (mail?.data as unknown as { booking: BookingFacts } | undefined)?.booking
  if (!told) throw new Error("No mail was ordered")
  const calendar = calendarFile(
    { booking: { ...told, place: null }, cancelled: false },
    { name: "Guinguette", origin: "https://guinguette.example" } as Company,
    eve,
  )
  const lines = calendar.content.toString("utf8")
  expect(lines).toContain("DTSTART:20270612T070000Z")
  expect(lines).toContain("DTEND:20270612T080000Z")
  expect(lines.match(/BEGIN:VEVENT/g)).toHaveLength(2)

  const other = await signed({ days: ["2027-06-20"] })
  await describeVenue(party, booking.id, venue, at)
  await tellDayBefore.run(other.booking.id, new Date("2027-06-19T09:05:00+02:00"))
  const pickUp = (await mailsOf(other.booking.id)).find(({ template }) => template === "day-before")
  // Nothing is delivered: nobody asks about a place.
  expect(JSON.stringify(pickUp?.data.extra)).not.toContain("le lieu")
})

describe("what was agreed for a booking as it was", () => {
  const described = async () => {
    const { booking, party } = await confirmed()
    const admin = await owner()
    expect((await setHours(admin, booking.id, { out, back }, at)).ok).toBe(true)
    expect((await describeVenue(party, booking.id, venue, at)).ok).toBe(true)
    return {
      id: booking.id,
      admin,
      place: { isDelivery: booking.isDelivery, address: booking.address, distanceKm: 20 },
    }
  }
  const edit = async (id: BookingId, admin: Administrator, change: BookingChange) => {
    const proposed = await proposeEdit(id, change, at)
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const { total } = proposed.value.after
    const edited = await editBooking(
      admin,
      id,
      { change, seen: await bookingVersion(id), shownTotal: total, message: null },
      at,
    )
    if (!edited.ok) throw new Error(edited.error.kind)
  }
  const left = async (id: BookingId) => ({
    hours: (await hoursOf([id])).has(id),
    venue: (await venuesOf([id])).has(id),
    forgotten: (
      await db.execute<{ forgotten: string[] | null }>(
        sql`select details -> 'forgotten' as forgotten from events where booking_id = ${id} and action = 'booking.edited'`,
      )
    ).rows.map(({ forgotten }) => forgotten),
  })

  test("is forgotten as far as it changed: the hours with the days, the place with the address", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { days: ["2027-06-13"] })
    expect(await left(id)).toEqual({ hours: false, venue: true, forgotten: [["hours"]] })
    await setHours(admin, id, { out, back }, at)
    await edit(id, admin, { place: { ...place, address: { ...place.address, street: "1 rue du Port" } } })
    expect(await left(id)).toEqual({ hours: true, venue: false, forgotten: [["hours"], ["venue"]] })
  })

  test("stays when only the way to the place is told in other words", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { place: { ...place, address: { ...place.address, instructions: "Sonnez deux fois" } } })
    expect(await left(id)).toEqual({ hours: true, venue: true, forgotten: [null] })
  })

  test("both go when it is delivered instead of fetched", async () => {
    const { id, admin, place } = await described()
    await edit(id, admin, { place: { ...place, isDelivery: !place.isDelivery } })
    expect(await left(id)).toEqual({ hours: false, venue: false, forgotten: [["hours", "venue"]] })
  })
})
