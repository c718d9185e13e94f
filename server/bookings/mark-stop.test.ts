import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { Leg } from "../../domain/booking/route.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { PlanChoice } from "../../domain/pricing/rate-plan.ts"
import { day, owner, placeSignedBooking, readEvents, readMails } from "../../tests/ends.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makePlan } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { financeSettings } from "../platform/schema/settings.ts"
import { listFirstMoves } from "../reports/today/queries.ts"
import { listLateMachines } from "../availability/late-machines.ts"
import { withRentals } from "../booking-record/rentals.ts"
import { confirmBooking } from "./answer.ts"
import { readBookingPage } from "./booking-page.ts"
import { listJobsOfDay } from "./job-sheets.ts"
import { listLoadedItems, tickLoadedItem } from "./loading.ts"
import { markStop, unmarkStop } from "./mark-stop.ts"
import { placeBooking } from "./place.ts"

beforeEach(freshDatabase)

const sunday: Day = "2027-06-13"
const onSaturday = (time: string) => new Date(`2027-06-12T${time}:00+02:00`)
const onSunday = (time: string) => new Date(`2027-06-13T${time}:00+02:00`)

/** Rented from Saturday noon to Sunday noon, by van, one unit. */
async function placeDelivery() {
  await makeFinanceSettings()
  await db.update(financeSettings).set({ rentalDayStartsAt: 12 })
  const made = await placeSignedBooking()
  await db.update(bookings).set({ isDelivery: true }).where(eq(bookings.id, made.booking.id))
  return { ...made, actor: await owner(), id: made.booking.id }
}

const stopOf = (bookingId: BookingId, leg: Leg) => ({ bookingId, leg, day: leg === "out" ? day : sunday })

async function rent(productId: ProductId, days: readonly Day[], plan?: PlanChoice) {
  const party = ownAccountParty(await makeCustomer())
  const placed = await placeBooking({ party, order: makeOrder(productId, days, { plan }), at: onSaturday("08:00") })
  return placed.ok ? placed.value.booking : placed.error.kind
}

async function readRange(id: BookingId) {
  const { rows } = await db.execute<{ rented: string; held: string }>(sql`
    select to_char(upper(rented) at time zone 'Europe/Paris', 'DD HH24:MI') as rented,
      to_char(upper(during) at time zone 'Europe/Paris', 'DD HH24:MI') as held
    from occupancy where booking_id = ${id}`)
  return rows
}

describe("a stop", () => {
  test("is left, reached and done once each, in order, and everybody reads it", async () => {
    const { id, actor, booking } = await placeDelivery()
    const stop = stopOf(id, "out")
    const press = (step: "left" | "arrived" | "done", time: string) =>
      markStop({ actor, stop, step, at: onSaturday(time) })
    expect(await press("left", "13:35")).toEqual({ ok: true, value: { isRepeated: false, isCustomerTold: false } })
    expect(await press("left", "13:36")).toMatchObject({ value: { isRepeated: true } })
    await press("arrived", "14:06")
    await press("done", "14:41")
    // A press that waited for the network comes after its successors.
    expect(await press("arrived", "15:00")).toMatchObject({ value: { isRepeated: true } })
    const [jobStop] = await listJobsOfDay(day, onSaturday("15:00"))
    expect(jobStop).toMatchObject({
      isDone: true,
      times: { left: onSaturday("13:35"), arrived: onSaturday("14:06"), done: onSaturday("14:41") },
    })
    expect(await listFirstMoves("departures", day, 5)).toMatchObject([{ isDone: true }])
    const marked = (await readEvents(id)).filter(({ action }) => action === "booking.stop-marked")
    expect(marked).toHaveLength(3)
    expect(await markStop({ actor, stop: stopOf(id, "back"), step: "done", at: onSunday("10:00") })).toMatchObject({
      ok: true,
    })
    const page = await readBookingPage(await withRentals({ ...booking, isDelivery: true }), onSunday("10:05"))
    expect(page.journey).toMatchObject({ returnedOn: sunday })
  })

  test("is pressed neither before its day nor in the future, and an offline press keeps its moment", async () => {
    const { id, actor } = await placeDelivery()
    const stop = stopOf(id, "out")
    const eve = new Date("2027-06-11T20:00:00+02:00")
    expect(await markStop({ actor, stop, step: "left", at: eve })).toMatchObject({ error: { kind: "too-early" } })
    const at = onSaturday("14:00")
    await markStop({ actor, stop, step: "left", pressedAt: onSaturday("13:35"), at })
    await markStop({ actor, stop, step: "arrived", pressedAt: onSaturday("18:00"), at })
    await markStop({ actor, stop, step: "done", pressedAt: eve, at: onSaturday("14:30") })
    const [{ times } = { times: null }] = await listJobsOfDay(day, at)
    expect(times).toMatchObject({ left: onSaturday("13:35"), arrived: at, done: onSaturday("14:30") })
  })

  test("is taken back from its last step on, and one of another day is refused", async () => {
    const { id, actor } = await placeDelivery()
    const stop = stopOf(id, "out")
    await markStop({ actor, stop, step: "left", at: onSaturday("13:35") })
    await markStop({ actor, stop, step: "arrived", at: onSaturday("14:06") })
    const takeBack = (step: "left" | "arrived") => unmarkStop({ actor, stop, step, at: onSaturday("14:07") })
    expect(await takeBack("left")).toMatchObject({ error: { kind: "later-step" } })
    for (const step of ["arrived", "arrived", "left"] as const)
      expect(await takeBack(step)).toEqual({ ok: true, value: null })
    expect((await db.execute("select from stop_times")).rows).toEqual([])
    const elsewhere = { ...stop, day: sunday }
    expect(await markStop({ actor, stop: elsewhere, step: "left", at: onSunday("09:00") })).toMatchObject({
      error: { kind: "gone" },
    })
    await db.update(bookings).set({ isDelivery: false }).where(eq(bookings.id, id))
    expect(await markStop({ actor, stop, step: "left", at: onSaturday("15:00") })).toMatchObject({
      error: { kind: "gone" },
    })
  })

  test("tells the customer once when we arrive, and never afterwards", async () => {
    const { id, actor } = await placeDelivery()
    const leave = (arrivesAt: "16:40" | "13:00", pressed: string, at: string) =>
      markStop({
        actor,
        stop: stopOf(id, "out"),
        step: "left",
        arrivesAt,
        pressedAt: onSaturday(pressed),
        at: onSaturday(at),
      })
    const readAnnouncements = async () => (await readMails(id)).filter(({ template }) => template === "on-the-way")
    expect(await leave("13:00", "16:05", "16:05")).toMatchObject({ error: { kind: "arrival-past" } })
    expect(await leave("16:40", "16:05", "16:06")).toMatchObject({ value: { isCustomerTold: true } })
    await leave("16:40", "16:05", "16:06")
    expect((await readAnnouncements()).map(({ data }) => data.extra["arrivesAt"])).toEqual([
      onSaturday("16:40").toISOString(),
    ])
    await unmarkStop({ actor, stop: stopOf(id, "out"), step: "left", at: onSaturday("16:07") })
    expect(await leave("16:40", "16:05", "17:00")).toMatchObject({ value: { isCustomerTold: false } })
    expect(await readAnnouncements()).toHaveLength(1)
  })
})

describe("a return", () => {
  const takeBackAt = async (time: string) => {
    const made = await placeDelivery()
    const press = { actor: made.actor, stop: stopOf(made.id, "back"), step: "done" } as const
    return { ...made, press, marked: await markStop({ ...press, at: onSunday(time) }) }
  }

  test("frees the unit from its press on, and lengthens nothing", async () => {
    const { id } = await takeBackAt("09:52")
    expect(await readRange(id)).toEqual([{ rented: "13 09:52", held: "13 09:52" }])
    const late = await takeBackAt("15:00")
    expect(await readRange(late.id)).toEqual([{ rented: "13 12:00", held: "13 12:00" }])
  })

  test("lets somebody else have the machine that noon", async () => {
    const { press, product } = await takeBackAt("08:00")
    const plan = await makePlan(product.id)
    const lunch = { id: plan.id, startTime: "11:00", extraHours: 0 } as const
    await unmarkStop({ ...press, at: onSunday("08:01") })
    expect(await rent(product.id, [sunday], lunch)).toBe("days-taken")
    await markStop({ ...press, at: onSunday("08:02") })
    expect(await rent(product.id, [sunday], lunch)).toMatchObject({ status: "pending" })
    expect(await unmarkStop({ ...press, at: onSunday("08:03") })).toMatchObject({
      error: { kind: "taken", conflict: { holder: { kind: "booking" } } },
    })
  })

  test("that arrives late frees nothing backwards", async () => {
    const { id, press } = await takeBackAt("08:00").then(async (made) => {
      await unmarkStop({ ...made.press, at: onSunday("08:01") })
      return made
    })
    await markStop({ ...press, pressedAt: onSunday("08:30"), at: onSunday("11:15") })
    expect(await readRange(id)).toEqual([{ rented: "13 11:15", held: "13 11:15" }])
  })

  test("leaves the preparation behind it", async () => {
    const made = await placeDelivery()
    await db.execute(sql`
      update occupancy set during = tstzrange(lower(during), upper(during) + interval '1 day') where booking_id = ${made.id}`)
    await markStop({ actor: made.actor, stop: stopOf(made.id, "back"), step: "done", at: onSunday("09:00") })
    expect(await readRange(made.id)).toEqual([{ rented: "13 09:00", held: "14 09:00" }])
  })

  test("is taken back while nobody has the time, and not afterwards", async () => {
    const { id, press, product } = await takeBackAt("09:52")
    expect(await unmarkStop({ ...press, at: onSunday("09:55") })).toEqual({ ok: true, value: null })
    expect(await readRange(id)).toEqual([{ rented: "13 12:00", held: "13 12:00" }])
    await markStop({ ...press, at: onSunday("10:00") })
    await db.execute(sql`
      insert into occupancy (unit_id, product_id, during, kind)
      select id, product_id, tstzrange('2027-06-13 10:30+02', '2027-06-13 11:30+02'), 'repair'
      from units where product_id = ${product.id}`)
    expect(await unmarkStop({ ...press, at: onSunday("10:35") })).toMatchObject({
      error: { kind: "taken", conflict: { holder: { kind: "repair" } } },
    })
    expect(await readRange(id)).toEqual([{ rented: "13 10:00", held: "13 10:00" }])
  })

  test("that is late for the next rental is named, once the machine went out", async () => {
    const { id, actor, product, booking } = await placeDelivery()
    const next = await rent(product.id, [sunday])
    if (typeof next === "string") throw new Error(next)
    await confirmBooking(actor, next.id, onSaturday("09:00"))
    const noticed = async (time: string) =>
      (await listLateMachines(onSunday(time))).map(({ number, nextNumber }) => ({ number, nextNumber }))
    expect(await noticed("12:30")).toEqual([])
    await markStop({ actor, stop: stopOf(id, "out"), step: "done", at: onSaturday("14:41") })
    expect(await noticed("11:30")).toEqual([])
    expect(await noticed("12:30")).toEqual([{ number: booking.number, nextNumber: next.number }])
    await markStop({ actor, stop: stopOf(id, "back"), step: "done", at: onSunday("12:40") })
    expect(await noticed("12:45")).toEqual([])
  })
})

test("two people tick one loading list, and only what leaves that day", async () => {
  const { id, actor } = await placeDelivery()
  const tick = (isLoaded: boolean, on: Day = day) =>
    tickLoadedItem({ actor, day: on, bookingId: id, item: "1:machine", isLoaded })
  await tick(true)
  expect(await tick(true)).toEqual({ ok: true, value: null })
  expect(await listLoadedItems(day)).toEqual([{ bookingId: id, item: "1:machine" }])
  expect(await tick(true, sunday)).toMatchObject({ error: { kind: "gone" } })
  await tick(false)
  expect(await listLoadedItems(day)).toEqual([])
  await expect(
    tickLoadedItem({
      actor: { ...actor, staffRole: "accountant" },
      day,
      bookingId: id,
      item: "1:machine",
      isLoaded: true,
    }),
  ).rejects.toThrow(/accountant/)
})
