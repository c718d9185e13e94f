import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { BookingId, Id } from "../../domain/id.ts"
import { type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { makeCustomer, makeOrder } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { refuseBooking } from "./answer.ts"
import { cancelOwnBooking } from "./cancel.ts"
import { acceptDates, listDateChanges, lastClosedDateChange, previewDateChange, refuseDates } from "./date-change.ts"
import { requestDates, withdrawDateRequest } from "./request-dates.ts"
import {
  bookingNow,
  placeConfirmedBooking,
  day,
  daysHeld,
  readEvents,
  readMails,
  owner,
  placedAt,
  placeTestRequest,
  placeSignedBooking,
} from "../../tests/ends.ts"
import { placeBooking } from "./place.ts"
import { readBookingVersion } from "./booking-version.ts"

type Wish = Parameters<typeof requestDates>[2]

const other: Day = "2027-06-19"
const asking: Wish = { days: [other], note: "Il faut déplacer la fête" }

async function requestAsCustomer(made: { party: Party; booking: { id: BookingId } }, wish: Wish = asking) {
  const request = await requestDates(made.party, made.booking.id, wish, placedAt)
  if (!request.ok) throw new Error(request.error.kind)
  return request.value
}

async function open(bookingId: BookingId) {
  return (await listDateChanges(bookingId)).find(({ status }) => status === "open") ?? null
}

async function readForm(bookingId: BookingId, requestId: Id) {
  const preview = await previewDateChange(bookingId, requestId, placedAt)
  if (!preview.ok) throw new Error(preview.error.kind)
  return {
    requestId,
    expectedVersion: await readBookingVersion(bookingId),
    expectedTotal: preview.value.proposal.after.total,
  }
}

describe("a customer's request for other days", () => {
  test("a request changes nothing yet, and both sides get a mail", async () => {
    const made = await placeConfirmedBooking()
    await requestAsCustomer(made)
    expect((await bookingNow(made.booking.id))?.dates).toEqual([day])
    expect(await daysHeld(made.booking.id)).toEqual([day])
    expect(await open(made.booking.id)).toMatchObject({ dates: [other], note: asking.note, status: "open" })
    expect((await readMails(made.booking.id)).map(({ template, data }) => [template, data.extra])).toEqual([
      ["date-change-asked", { days: [other], message: asking.note }],
      ["date-change-asked-owner", { days: [other], message: asking.note }],
    ])
  })

  test("a new request replaces the former one, also when both are sent at once", async () => {
    const made = await placeTestRequest()
    await requestAsCustomer(made)
    await requestAsCustomer(made, { days: ["2027-06-26"], note: "" })
    expect((await listDateChanges(made.booking.id)).map(({ status, dates }) => [status, dates[0]]).sort()).toEqual([
      ["open", "2027-06-26"],
      ["withdrawn", other],
    ])
    await Promise.all(
      (["2027-07-03", "2027-07-10"] as const).map((otherDay) =>
        requestAsCustomer(made, { days: [otherDay], note: "" }),
      ),
    )
    expect((await listDateChanges(made.booking.id)).filter(({ status }) => status === "open")).toHaveLength(1)
    expect((await withdrawDateRequest(made.party, made.booking.id, placedAt)).ok).toBe(true)
    expect((await withdrawDateRequest(made.party, made.booking.id, placedAt)).ok).toBe(true)
    expect(await open(made.booking.id)).toBeNull()
    expect((await readEvents(made.booking.id)).filter(({ action }) => action === "booking.dates-kept")).toHaveLength(1)
  })

  test("days that are booked, past or its own are refused, and so is a booking that has begun or ended", async () => {
    const made = await placeConfirmedBooking()
    const ask = (days: Day[], at = placedAt) => requestDates(made.party, made.booking.id, { days, note: "" }, at)
    await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(made.product.id, [other]),
      at: placedAt,
    })
    expect(await ask([other])).toEqual({ ok: false, error: { kind: "days-taken", days: [other] } })
    expect(await ask([day])).toEqual({ ok: false, error: { kind: "same-days" } })
    expect(await ask([])).toEqual({ ok: false, error: { kind: "no-days" } })
    expect(await ask(["2027-04-30"])).toMatchObject({ ok: false, error: { kind: "outside-window" } })
    const agreed = await placeSignedBooking()
    const onTheDay = new Date("2027-06-12T06:00:00Z")
    const late: Wish = { days: ["2027-06-26"], note: "" }
    expect(await requestDates(agreed.party, agreed.booking.id, late, onTheDay)).toEqual({
      ok: false,
      error: { kind: "begun" },
    })
    const long: Wish = { days: ["2027-06-26"], note: "x".repeat(1001) }
    expect(await requestDates(made.party, made.booking.id, long, placedAt)).toMatchObject({
      error: { kind: "note-too-long", max: 1000 },
    })
    expect(await requestDates(ownAccountParty(await makeCustomer()), made.booking.id, asking, placedAt)).toEqual({
      ok: false,
      error: { kind: "not-found" },
    })
    await cancelOwnBooking(made.party, made.booking.id, { expected: { retained: 0, refund: 0 } }, placedAt)
    expect(await ask(["2027-06-26"])).toEqual({ ok: false, error: { kind: "ended", status: "cancelled" } })
  })

  test("an ended booking has no open request", async () => {
    const made = await placeConfirmedBooking()
    const { id } = await requestAsCustomer(made)
    await cancelOwnBooking(made.party, made.booking.id, { expected: { retained: 0, refund: 0 } }, placedAt)
    expect(await open(made.booking.id)).toBeNull()
    expect(await refuseDates(await owner(), made.booking.id, { requestId: id, reason: "" }, placedAt)).toMatchObject({
      ok: false,
      error: { kind: "not-open", closed: { status: "withdrawn", by: "" } },
    })
  })
})

describe("the owner's reply to other days", () => {
  test("a yes books the new days and frees the old ones in one transaction", async () => {
    const made = await placeTestRequest()
    const { id } = await requestAsCustomer(made)
    const camille = await owner()
    const done = await acceptDates(camille, made.booking.id, await readForm(made.booking.id, id), placedAt)
    expect(done).toMatchObject({ ok: true, value: { changed: ["dates"] } })
    expect(await bookingNow(made.booking.id)).toMatchObject({ dates: [other], firstDay: other, lastDay: other })
    expect(await daysHeld(made.booking.id)).toEqual([other])
    expect(await listDateChanges(made.booking.id)).toMatchObject([{ status: "accepted", answeredBy: camille.id }])
    const mail = (await readMails(made.booking.id)).find(({ template }) => template === "date-change-accepted")
    expect(mail?.data.extra).toMatchObject({ daysBefore: [day] })
    const actions = (await readEvents(made.booking.id)).map(({ action }) => action)
    expect(actions.slice(-2)).toEqual(["booking.edited", "booking.dates-accepted"])
  })

  test("a no gives its reason and changes nothing", async () => {
    const made = await placeTestRequest()
    const { id } = await requestAsCustomer(made)
    const camille = await owner()
    const refusal = { requestId: id, reason: "La machine est prise" }
    expect(await refuseDates(camille, made.booking.id, refusal, placedAt)).toMatchObject({
      ok: true,
      value: { status: "refused", answer: "La machine est prise" },
    })
    expect(await bookingNow(made.booking.id)).toMatchObject({ dates: [day] })
    const mail = (await readMails(made.booking.id)).find(({ template }) => template === "date-change-refused")
    expect(mail?.data.extra).toEqual({ days: [other], reason: "La machine est prise" })
    expect(await refuseDates(camille, made.booking.id, refusal, placedAt)).toMatchObject({
      error: { kind: "not-open", closed: { status: "refused", by: "Camille", at: placedAt } },
    })
  })

  test("two replies at the same moment are one, and the second press reads by whom and when", async () => {
    const made = await placeTestRequest()
    const { id } = await requestAsCustomer(made)
    const [camille, form] = [await owner(), await readForm(made.booking.id, id)]
    const press = () => acceptDates(camille, made.booking.id, form, placedAt)
    const presses = await Promise.all([press(), press()])
    const accepted = {
      ok: false,
      error: { kind: "not-open", closed: { status: "accepted", by: "Camille", at: placedAt } },
    }
    expect(presses.filter(({ ok }) => ok)).toHaveLength(1)
    expect(presses.find(({ ok }) => !ok)).toMatchObject(accepted)
    const later = await owner("Zoé")
    expect(await refuseDates(later, made.booking.id, { requestId: id, reason: "" }, placedAt)).toMatchObject(accepted)
    expect(await lastClosedDateChange(made.booking.id)).toEqual({ status: "accepted", by: "Camille", at: placedAt })
    expect(
      (await readMails(made.booking.id)).filter(({ template }) => template === "date-change-accepted"),
    ).toHaveLength(1)
  })

  test("a yes fails when the days were booked meanwhile, and the booking keeps its own", async () => {
    const made = await placeTestRequest()
    const { id } = await requestAsCustomer(made)
    const form = await readForm(made.booking.id, id)
    await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(made.product.id, [other]),
      at: placedAt,
    })
    expect(await acceptDates(await owner(), made.booking.id, form, placedAt)).toMatchObject({
      ok: false,
      error: { kind: "days-taken", days: [other] },
    })
    expect(await daysHeld(made.booking.id)).toEqual([day])
    expect(await open(made.booking.id)).not.toBeNull()
  })

  test("a race with a customer for the new days has one winner", async () => {
    for (let round = 0; round < 6; round++) {
      const made = await placeTestRequest()
      const { id } = await requestAsCustomer(made)
      const form = await readForm(made.booking.id, id)
      const [accepted, placed] = await Promise.all([
        acceptDates(await owner(), made.booking.id, form, placedAt),
        placeBooking({
          party: ownAccountParty(await makeCustomer()),
          order: makeOrder(made.product.id, [other]),
          at: placedAt,
        }),
      ])
      expect([accepted.ok, placed.ok].filter(Boolean)).toHaveLength(1)
      expect(await daysHeld(made.booking.id)).toEqual([accepted.ok ? other : day])
    }
  })

  test("of a yes and a no at once one counts, and the days match it", async () => {
    for (let round = 0; round < 6; round++) {
      const made = await placeTestRequest()
      const { id } = await requestAsCustomer(made)
      const form = await readForm(made.booking.id, id)
      const [camille, sasha] = [await owner("Camille"), await owner("Sasha")]
      const [yes, no] = await Promise.all([
        acceptDates(camille, made.booking.id, form, placedAt),
        refuseDates(sasha, made.booking.id, { requestId: id, reason: "" }, placedAt),
      ])
      expect([yes.ok, no.ok].filter(Boolean)).toHaveLength(1)
      expect((await listDateChanges(made.booking.id))[0]?.status).toBe(yes.ok ? "accepted" : "refused")
      expect(await daysHeld(made.booking.id)).toEqual([yes.ok ? other : day])
    }
  })

  test("the owner is warned of a new price, and of a change since the form was opened", async () => {
    const made = await placeTestRequest()
    const { id } = await requestAsCustomer(made, { days: [other, "2027-06-20"], note: "" })
    const form = await readForm(made.booking.id, id)
    expect(form.expectedTotal).toBe(50_000)
    expect(
      await acceptDates(await owner(), made.booking.id, { ...form, expectedTotal: 25_000 }, placedAt),
    ).toMatchObject({
      error: { kind: "price-changed", total: 50_000 },
    })
    expect(await acceptDates(await owner(), made.booking.id, { ...form, expectedVersion: 1 }, placedAt)).toMatchObject({
      error: { kind: "stale" },
    })
    expect((await db.select().from(bookings).where(eq(bookings.id, made.booking.id)))[0]?.total).toBe(25_000)
  })
})

test("a request closed by an end reopens when the end is undone, but not one that the customer withdrew", async () => {
  const camille = await owner()
  const made = await placeTestRequest()
  await requestAsCustomer(made)
  expect((await withdrawDateRequest(made.party, made.booking.id, placedAt)).ok).toBe(true)
  const { id } = await requestAsCustomer(made)
  const refusedAt = new Date(placedAt.getTime() + 60_000)
  const refused = await refuseBooking({ actor: camille, id: made.booking.id, at: refusedAt })
  if (!refused.ok) throw new Error(refused.error.kind)
  expect(await open(made.booking.id)).toBeNull()
  expect((await undoEvent(camille, refused.value.eventId, new Date(refusedAt.getTime() + 9_000))).ok).toBe(true)
  expect((await listDateChanges(made.booking.id)).filter(({ status }) => status === "open")).toMatchObject([
    { id, answeredAt: null },
  ])
})
