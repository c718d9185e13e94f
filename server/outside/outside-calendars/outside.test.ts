import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { OutsideEventScope } from "../../../domain/availability/outside.ts"
import type { ClockTime } from "../../../domain/clock.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import type { Id, ProductId } from "../../../domain/id.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makePlan,
  makeProduct,
  now,
} from "../../../tests/factories.ts"
import { closeRemainingUnits, reopenDays } from "../../availability/block.ts"
import { refuseBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { holdDays } from "../../bookings/cart/hold.ts"
import { changeStock } from "../../bookings/change-stock.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { renderMetrics } from "../../jobs/health/metrics.ts"
import { readClosedUnits, unitDays } from "../../../tests/unit-days.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { outsideCalendars } from "../../platform/schema/outside-calendars.ts"
import { listOutsideDays } from "../../availability/product-days.ts"
import { findOutsideConflicts } from "../../availability/outside-conflicts.ts"
import { listFailingCalendars } from "./failing-calendars.ts"
import { addOutsideCalendar, listOutsideCalendarStates, removeOutsideCalendar } from "./manage.ts"
import { refreshOutsideCalendar, refreshOutsideCalendars } from "./refresh.ts"

const [day, next] = ["2027-06-12", "2027-06-13"] as const
const hoursLater = (hours: number) => new Date(now.getTime() + hours * 3_600_000)

let camille: Staff
let site: Server
let address: string
/** The other site's answer, and the request it received. */
let answer: { status: number; body: string; headers?: Record<string, string> }
let requests: { etag: string | undefined }[]

const ics = (...events: (readonly [uid: string, first: string, end?: string])[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...events.flatMap(([uid, first, end]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      `DTSTART;VALUE=DATE:${first.replaceAll("-", "")}`,
      ...(end ? [`DTEND;VALUE=DATE:${end.replaceAll("-", "")}`] : []),
      "SUMMARY:Lila Morel\\, 06 00 00 00 00",
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ].join("\r\n")

/** From Saturday, by the clock in Paris: "10:00/12:00", "20:00/2027-06-13 02:00". */
const timed = (uid: string, hours: string) => {
  const [start = "", end = ""] = hours.split("/").map((text) => {
    const [time = "", on = day] = text.split(" ").toReversed()
    return `;TZID=Europe/Paris:${on.replaceAll("-", "")}T${time.replace(":", "")}00`
  })
  return [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    `UID:${uid}`,
    `DTSTART${start}`,
    `DTEND${end}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ].join("\r\n")
}

beforeEach(async () => {
  await makeFinanceSettings({ rentalDayStartsAt: 0 })
  await db.delete(outsideCalendars)
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
  answer = { status: 200, body: ics(["a", day]) }
  requests = []
  site = createServer((request, response) => {
    requests.push({ etag: request.headers["if-none-match"] })
    response.writeHead(answer.status, answer.headers).end(answer.body)
  })
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready))
  address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/secret-of-the-calendar.ics`
})

afterEach(() => {
  site.closeAllConnections()
  site.close()
})

async function follow(productId: ProductId, takes: OutsideEventScope = "one", at = now): Promise<Id> {
  const added = await addOutsideCalendar(camille, { name: "Leboncoin", address, productId, takes }, at, "anywhere")
  if (!added.ok) throw new Error(added.error.kind)
  return added.value.id
}

const refresh = (id: Id, at = now) => refreshOutsideCalendar(id, at, "anywhere")

async function order(productId: ProductId, days: Day[] = [day]) {
  return placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(productId, days), at: now })
}

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await order(productId, days)
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const readOccupancy = async (productId: ProductId) =>
  (await db.select().from(unitDays).where(eq(unitDays.productId, productId)))
    .map(({ kind, unit, day: on }) => `${on} ${unit} ${kind}`)
    .sort()

/** "1 10:00 12:00": the unit, and its time in Paris from Saturday's midnight. */
const readOutsideHours = async (productId: ProductId) => {
  const { rows } = await db.execute<{ hours: string }>(sql`
    select concat_ws(' ', number, to_char(lower(during) at time zone 'Europe/Paris', 'DD HH24:MI'),
      to_char(upper(during) at time zone 'Europe/Paris', 'DD HH24:MI')) as hours
    from occupancy join units on units.id = unit_id
    where occupancy.product_id = ${productId} and kind = 'outside' order by 1`)
  return rows.map(({ hours }) => hours)
}

const conflicts = async (at = now) =>
  (await findOutsideConflicts(at)).map(({ days, bookings }) => [days, bookings.map(({ number }) => number)])

describe("an event of an external calendar", () => {
  test("the event occupies a unit on its days, and frees it when it disappears", async () => {
    const product = await makeProduct({ stock: 1 })
    const id = await follow(product.id)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    expect(await order(product.id)).toMatchObject({ ok: false })
    answer.body = ics(["a", next])
    await refresh(id)
    expect(await readOccupancy(product.id)).toEqual([`${next} 1 outside`])
    answer.body = ics()
    await refresh(id)
    expect(await readOccupancy(product.id)).toEqual([])
    await book(product.id, [day, next])
  })

  test("the event keeps one unit for all of its days where possible, beside bookings", async () => {
    const product = await makeProduct({ stock: 2 })
    await book(product.id, [next])
    answer.body = ics(["a", day, "2027-06-15"])
    await follow(product.id)
    expect((await readOccupancy(product.id)).filter((each) => each.endsWith("outside"))).toEqual([
      `${day} 2 outside`,
      `${next} 2 outside`,
      "2027-06-14 2 outside",
    ])
  })

  test("the event occupies the whole product where the owner chose so", async () => {
    const product = await makeProduct({ stock: 3 })
    await follow(product.id, "all")
    expect(await readOccupancy(product.id)).toEqual([1, 2, 3].map((unit) => `${day} ${unit} outside`))
  })

  test("concurrent readings write the event once", async () => {
    const product = await makeProduct({ stock: 2 })
    const id = await follow(product.id)
    await Promise.all([refresh(id), refresh(id), refresh(id)])
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
  })

  test("the event survives closing and opening its day, and a change of the stock", async () => {
    const product = await makeProduct({ stock: 2 })
    await closeRemainingUnits(camille, { productIds: [product.id], days: [day] }, now)
    await follow(product.id)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    expect(await readClosedUnits(product.id)).toEqual([`${day} 2`])
    await reopenDays(camille, { productIds: [product.id], days: [day] }, now)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    await transaction((tx) => changeStock(tx, product.id, 1, now))
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    await closeRemainingUnits(camille, { productIds: [product.id], days: [day] }, now)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
  })

  test("the event takes the unit of a cart's hold when no other is free, and the customer reads so", async () => {
    const product = await makeProduct({ stock: 1 })
    const customer = await makeCustomer()
    const held = await readProductForRent(product.id)
    if (!held) throw new Error("No product")
    expect(await holdDays({ party: ownAccountParty(customer), product: held, days: [day], at: now })).toMatchObject({
      ok: true,
    })
    await follow(product.id)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    expect(
      await placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: now }),
    ).toMatchObject({ ok: false })
  })

  test("the event stores its time only, and nothing about a person", async () => {
    const product = await makeProduct()
    await follow(product.id)
    const { rows } = await db.execute<{ event: string }>(sql`select outside_events::text as event from outside_events`)
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toMatch(/Lila|06 00/)
  })
})

describe("an external day that is booked here", () => {
  test("the day stays booked, is reported as a conflict, and is occupied once the booking ends", async () => {
    const product = await makeProduct({ stock: 1 })
    const booking = await book(product.id)
    await follow(product.id)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 booking`])
    expect(await conflicts()).toEqual([[[day], [booking.number]]])
    const refused = await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect(refused.ok).toBe(true)
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    expect(await conflicts()).toEqual([])
  })

  test("the conflict ends once the event disappears", async () => {
    const product = await makeProduct({ stock: 1 })
    await book(product.id)
    const id = await follow(product.id)
    answer.body = ics()
    await refresh(id)
    expect(await conflicts()).toEqual([])
  })

  test("the last unit never goes to both, whoever comes first", async () => {
    for (let round = 0; round < 6; round++) {
      const product = await makeProduct({ stock: 1 })
      const added = await addOutsideCalendar(
        camille,
        { name: "Leboncoin", address, productId: product.id, takes: "one" },
        now,
        "anywhere",
      )
      if (!added.ok) throw new Error(added.error.kind)
      const [placed] = await Promise.all([order(product.id), refresh(added.value.id)])
      expect(await readOccupancy(product.id)).toEqual([`${day} 1 ${placed.ok ? "booking" : "outside"}`])
      expect(await conflicts()).toHaveLength(placed.ok ? 1 : 0)
      await removeOutsideCalendar(camille, added.value.id, now)
    }
  })
})

describe("an unreadable calendar", () => {
  test("an unreadable calendar keeps its days, says since when and why, and is reported after some hours", async () => {
    const product = await makeProduct({ stock: 1 })
    const id = await follow(product.id)
    answer = { status: 404, body: "" }
    expect(await refresh(id, hoursLater(1))).toEqual({ ok: false, error: "not-found" })
    await refresh(id, hoursLater(2))
    expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
    expect(await listOutsideCalendarStates(hoursLater(2))).toMatchObject([
      { failure: "not-found", failingSince: hoursLater(1), readAt: now, host: "127.0.0.1", events: 1 },
    ])
    expect(await listFailingCalendars(hoursLater(6))).toEqual([])
    expect(await listFailingCalendars(hoursLater(7))).toEqual([{ name: "Leboncoin", since: hoursLater(1) }])
    expect(await renderMetrics(now)).toContain('guinguette_outside_calendars{state="failing"} 1')
    answer = { status: 200, body: ics(["a", day]) }
    expect(await refreshOutsideCalendars(hoursLater(8), "anywhere")).toBe("1 calendars read, 0 failed")
    expect(await listFailingCalendars(hoursLater(20))).toEqual([])
  })

  test.each<[typeof answer, string]>([
    [{ status: 403, body: "" }, "forbidden"],
    [{ status: 500, body: "" }, "bad-answer"],
    [{ status: 200, body: "<!doctype html>" }, "not-a-calendar"],
    [{ status: 200, body: `BEGIN:VCALENDAR${" ".repeat(10 * 1024 * 1024)}` }, "too-big"],
    [{ status: 302, body: "", headers: { location: "/again" } }, "redirects"],
    [{ status: 302, body: "", headers: { location: "ftp://127.0.0.1/" } }, "refused-address"],
  ])("an unreadable calendar says why, %#", async (input, failure) => {
    const product = await makeProduct()
    const id = await follow(product.id)
    answer = input
    await refresh(id)
    expect((await listOutsideCalendarStates(now)).find((each) => each.id === id)?.failure).toBe(failure)
  })

  test.each<[typeof answer, string]>([
    [{ status: 404, body: "" }, "not-found"],
    [{ status: 200, body: "<!doctype html>" }, "not-a-calendar"],
    [
      { status: 200, body: ics(...Array.from({ length: 2_001 }, (_, n) => [`e${n}`, day] as const)) },
      "too-many-events",
    ],
  ])("an unreadable calendar is not added, %#", async (input, failure) => {
    const product = await makeProduct()
    answer = input
    const wish = { name: "x", address, productId: product.id, takes: "one" } as const
    expect(await addOutsideCalendar(camille, wish, now, "anywhere")).toEqual({
      ok: false,
      error: { kind: "unreadable", failure },
    })
    expect(await db.$count(outsideCalendars)).toBe(0)
  })

  test("a calendar at a private address is never read, whatever was stored when it was added", async () => {
    const product = await makeProduct({ stock: 1 })
    const id = await follow(product.id)
    requests = []
    expect(await refreshOutsideCalendar(id, now, "internet")).toEqual({ ok: false, error: "refused-address" })
    expect(requests).toEqual([])
  })
})

test("an unchanged calendar is not sent again, and its days stay", async () => {
  const product = await makeProduct({ stock: 1 })
  answer.headers = { etag: '"one"' }
  const id = await follow(product.id)
  answer = { status: 304, body: "" }
  expect(await refresh(id)).toEqual({ ok: true, value: { events: 1 } })
  expect(requests.map(({ etag }) => etag)).toEqual([undefined, '"one"'])
  expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`])
})

test("recurring events reach further each week, although the calendar has not changed", async () => {
  const product = await makeProduct({ stock: 1 })
  answer.headers = { etag: '"one"' }
  answer.body = answer.body.replace("SUMMARY", "RRULE:FREQ=WEEKLY\r\nSUMMARY")
  const id = await follow(product.id)
  const last = async () => (await readOccupancy(product.id)).at(-1)?.slice(0, 10)
  const reached = await last()
  const whole = answer
  answer = { status: 304, body: "" }
  for (const hours of [24, 6 * 24]) await refresh(id, hoursLater(hours))
  expect(await last()).toBe(reached)
  answer = whole
  await refresh(id, hoursLater(7 * 24))
  expect(requests.map(({ etag }) => etag)).toEqual([undefined, '"one"', '"one"', undefined])
  expect(await last()).toBe(addDays(reached as Day, 7))
})

test("a current event keeps its past days", async () => {
  const product = await makeProduct({ stock: 1 })
  answer.body = ics(["a", day, "2027-06-16"])
  const id = await follow(product.id)
  answer.body = ics()
  await refresh(id, new Date("2027-06-14T09:00:00Z"))
  expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`, `${next} 1 outside`])
})

test("a removed calendar frees its days, and its address appears in neither record nor screen", async () => {
  const product = await makeProduct({ stock: 1 })
  await closeRemainingUnits(camille, { productIds: [product.id], days: [day] }, now)
  const id = await follow(product.id)
  expect(JSON.stringify(await listOutsideCalendarStates(now))).not.toContain("secret-of-the-calendar")
  await removeOutsideCalendar(camille, id, now)
  await removeOutsideCalendar(camille, id, now)
  // The owner's closing is in force again.
  expect(await readClosedUnits(product.id)).toEqual([`${day} 1`])
  expect(await db.$count(outsideCalendars)).toBe(0)
  const events = await db.select().from(recordedEvents).where(eq(recordedEvents.subjectId, product.id))
  expect(events.map(({ action }) => action).filter((action) => action.includes("calendar"))).toEqual([
    "availability.calendar-added",
    "availability.calendar-removed",
  ])
  expect(JSON.stringify(events)).not.toContain("secret-of-the-calendar")
})

describe("the address of an external calendar", () => {
  test.each([
    "http://calendar.example/a.ics",
    "https://calendar.example:8443/a.ics",
    "https://127.0.0.1/a.ics",
    "https://2130706433/a.ics",
    "https://[::1]/a.ics",
    "https://[::ffff:10.0.0.1]/a.ics",
    "https://169.254.169.254/latest",
    "https://localhost/a.ics",
    "https://somebody:secret@calendar.example/a.ics",
    "file:///etc/passwd",
    "calendar",
  ])("the address %s is refused", async (input) => {
    const product = await makeProduct()
    const wish = { name: "x", address: input, productId: product.id, takes: "one" } as const
    expect(await addOutsideCalendar(camille, wish, now, "internet")).toEqual({
      ok: false,
      error: { kind: "bad-address" },
    })
  })

  test("the address may begin with webcal, which stands for https", async () => {
    const product = await makeProduct()
    const wish = {
      name: "x",
      address: " webcal://nowhere.invalid/a.ics ",
      productId: product.id,
      takes: "one",
    } as const
    expect(await addOutsideCalendar(camille, wish, now, "internet")).toEqual({
      ok: false,
      error: { kind: "unreadable", failure: "unknown-host" },
    })
  })

  test("the address can be followed once per product", async () => {
    const product = await makeProduct()
    await follow(product.id)
    const again = { name: "x", address, productId: product.id, takes: "one" } as const
    expect(await addOutsideCalendar(camille, again, now, "anywhere")).toEqual({
      ok: false,
      error: { kind: "known-already" },
    })
  })
})

test("two calendars of one product are read one after the other, without a deadlock", async () => {
  const product = await makeProduct({ stock: 2 })
  const first = await follow(product.id)
  address += "?other"
  const second = await follow(product.id)
  for (let round = 0; round < 5; round++)
    expect(await Promise.all([refresh(first), refresh(second)])).toMatchObject([{ ok: true }, { ok: true }])
  expect(await readOccupancy(product.id)).toEqual([`${day} 1 outside`, `${day} 2 outside`])
})

describe("an event with a time, in a shop whose day begins at noon", () => {
  beforeEach(() => makeFinanceSettings({ rentalDayStartsAt: 12 }))

  async function bookEvening(productId: ProductId, startTime: string) {
    const plan = await makePlan(productId, { startTimes: [startTime as ClockTime] })
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(productId, [day], { plan: { id: plan.id, startTime: startTime as ClockTime, extraHours: 0 } }),
      at: now,
    })
    return placed.ok ? placed.value.booking : placed.error
  }

  test("the event takes its hours and leaves the evening, but no rental day that it meets", async () => {
    const product = await makeProduct({ stock: 1 })
    answer.body = timed("a", "10:00/12:00")
    await follow(product.id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 10:00 12 12:00"])
    expect(await bookEvening(product.id, "11:00")).toMatchObject({ kind: "days-taken" })
    expect(await order(product.id, ["2027-06-11"])).toMatchObject({ ok: false })
    expect(await bookEvening(product.id, "17:00")).toMatchObject({ dates: [day] })
    expect(await conflicts()).toEqual([])
  })

  test("an all-day event takes the rental day of its date", async () => {
    const product = await makeProduct({ stock: 1 })
    await follow(product.id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 12:00 13 12:00"])
  })

  test("an event that becomes longer or shorter has one unit throughout", async () => {
    const product = await makeProduct({ stock: 2 })
    answer.body = timed("a", "10:00/12:00")
    const id = await follow(product.id)
    await book(product.id, [day])
    for (const [hours, taken] of [
      ["10:00/2027-06-13 02:00", "2 12 10:00 13 02:00"],
      ["10:00/11:00", "1 12 10:00 12 11:00"],
    ] as const) {
      answer.body = timed("a", hours)
      await refresh(id)
      expect(await readOutsideHours(product.id)).toEqual([taken])
    }
  })

  test("an event that moves to other hours, or becomes an all-day one, frees its former ones", async () => {
    const product = await makeProduct({ stock: 1 })
    answer.body = timed("a", "10:00/12:00")
    const id = await follow(product.id)
    answer.body = timed("a", "20:00/2027-06-13 02:00")
    await refresh(id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 20:00 13 02:00"])
    answer.body = ics(["a", day])
    await refresh(id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 12:00 13 12:00"])
  })

  test("an event that was known by its days alone takes its hours at the next reading", async () => {
    const product = await makeProduct({ stock: 1 })
    answer.body = timed("a", "10:00/12:00")
    const id = await follow(product.id)
    await db.execute(sql`update outside_events set during = null`)
    await db.execute(sql`update occupancy set during = rental_range(${day}, ${day}, 12) where kind = 'outside'`)
    await refresh(id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 10:00 12 12:00"])
  })

  test("a booking keeps its hours, the event takes the rest, and the owner reads of both", async () => {
    const product = await makeProduct({ stock: 1 })
    const booking = await bookEvening(product.id, "17:00")
    answer.body = timed("a", "10:00/19:00")
    await follow(product.id)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 10:00 12 16:00"])
    expect(await findOutsideConflicts(now)).toMatchObject([
      {
        days: [day],
        hours: { start: `${day}T10:00`, end: `${day}T19:00` },
        bookings: [{ id: "id" in booking && booking.id }],
      },
    ])
  })

  test("an event of the whole product leaves other hours of every unit, and reports the booked one", async () => {
    const product = await makeProduct({ stock: 2 })
    await bookEvening(product.id, "17:00")
    answer.body = timed("a", "10:00/19:00")
    await follow(product.id, "all")
    expect(await readOutsideHours(product.id)).toEqual(["1 12 10:00 12 16:00", "2 12 10:00 12 19:00"])
    expect(await conflicts()).toHaveLength(1)
  })

  test("an event prefers the unit that no cart holds at its hours", async () => {
    const product = await makeProduct({ stock: 2 })
    const held = await readProductForRent(product.id)
    if (!held) throw new Error("No product")
    await holdDays({ party: ownAccountParty(await makeCustomer()), product: held, days: [day], at: now })
    answer.body = timed("a", "10:00/14:00")
    const id = await follow(product.id)
    expect(await readOutsideHours(product.id)).toEqual(["2 12 10:00 12 14:00"])
    await removeOutsideCalendar(camille, id, now)
    await order(product.id)
    await follow(product.id)
    expect((await readOccupancy(product.id)).filter((each) => each.endsWith("hold"))).toHaveLength(1)
    expect(await readOutsideHours(product.id)).toEqual(["1 12 10:00 12 14:00"])
  })

  test("an event under way that disappears keeps what is over", async () => {
    const product = await makeProduct({ stock: 1 })
    answer.body = timed("a", "20:00/2027-06-14 10:00")
    const id = await follow(product.id)
    answer.body = ics()
    await refresh(id, new Date(`${next}T09:00:00Z`))
    expect(await readOutsideHours(product.id)).toEqual(["1 12 20:00 13 00:00"])
  })

  test("the owner reads the hours, and the day stays open for others", async () => {
    const product = await makeProduct({ stock: 1 })
    answer.body = timed("a", "14:00/16:00")
    await follow(product.id)
    expect(await listOutsideDays({ productId: product.id, from: day, to: day })).toEqual([
      { day, names: ["Leboncoin, samedi 12 juin, 14\u00a0h à 16\u00a0h"], whole: false },
    ])
  })
})
