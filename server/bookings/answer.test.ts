import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { type Actor, system, onOwnAccount } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { betweenTheFlights, countFlights } from "../../tests/harness/flights.ts"
import { blockDays, openDays } from "../availability/block.ts"
import { changeStock } from "../catalog/stock.ts"
import { readSiteConfig } from "../content/site.ts"
import { db, transaction } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import { occupancy } from "../schema/availability.ts"
import { bookingEnds } from "../schema/booking-ends.ts"
import { bookings } from "../schema/bookings.ts"
import { recordedEvents } from "../schema/events.ts"
import { payments, refunds } from "../schema/money.ts"
import { confirmBooking, moveBooking, refuseBooking, restoreBooking } from "./answer.ts"
import { placeBooking } from "./place.ts"
import { cancelBooking } from "../../tests/ends.ts"

const day = "2027-06-12"

async function administrator(name = "Camille"): Promise<Actor> {
  const profile = await makeAdministrator(name)
  return { kind: "administrator", id: profile.id, name }
}

async function request(productId: ProductId) {
  const placed = await placeBooking(onOwnAccount(await makeCustomer()), makeOrder(productId, [day]), now)
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

describe("answering a request", () => {
  test("of two administrators who confirm and refuse at once, one decides and the other is told @S-status-answer @P-admin-answer @C-bookings-status @S-status-second", async () => {
    for (let round = 0; round < 10; round++) {
      const booking = await request((await makeProduct()).id)
      const [camille, sasha] = [await administrator("Camille"), await administrator("Sasha")]
      const answers = await Promise.all([
        confirmBooking(camille, booking.id, now),
        refuseBooking(sasha, booking.id, undefined, now),
      ])
      const [winner, loser] = answers[0]?.ok ? answers : [...answers].reverse()
      expect(winner?.ok).toBe(true)
      expect(loser).toMatchObject({
        ok: false,
        error: { kind: "not-possible", lastChange: { by: answers[0]?.ok ? "Camille" : "Sasha" } },
      })
    }
  })

  test("is not taken up again once whose it was has deleted their account", async () => {
    const product = await makeProduct()
    const camille = await administrator()
    const booking = await request(product.id)
    expect((await refuseBooking(camille, booking.id, undefined, now)).ok).toBe(true)
    await db.update(profiles).set({ erasedAt: now }).where(eq(profiles.id, booking.userId))
    expect(await restoreBooking(camille, booking.id, "refused", now)).toEqual({
      ok: false,
      error: { kind: "customer-erased" },
    })
    await db.update(profiles).set({ erasedAt: null }).where(eq(profiles.id, booking.userId))
    expect((await restoreBooking(camille, booking.id, "refused", now)).ok).toBe(true)
  })

  test("frees the days at once when it refuses, and takes them back only while they are free @S-freed", async () => {
    const product = await makeProduct()
    const camille = await administrator()
    const first = await request(product.id)
    expect((await refuseBooking(camille, first.id, "En révision", now)).ok).toBe(true)
    const second = await request(product.id)
    expect(await restoreBooking(camille, first.id, "refused", now)).toMatchObject({
      ok: false,
      error: { kind: "days-taken", days: [day], by: [{ kind: "booking", number: second.number }] },
    })
    expect((await refuseBooking(camille, second.id, undefined, now)).ok).toBe(true)
    const muchLater = new Date(now.getTime() + 10 * 86_400_000)
    expect((await restoreBooking(camille, first.id, "refused", muchLater)).ok).toBe(true)
    const [restored] = await db.select().from(bookings).where(eq(bookings.id, first.id))
    expect(restored?.answerDueAt.getTime()).toBeGreaterThan(muchLater.getTime())
    expect(restored?.expiresAt?.getTime()).toBeGreaterThan(muchLater.getTime())
    expect(await db.select().from(occupancy).where(eq(occupancy.productId, product.id))).toMatchObject([
      { bookingId: first.id, day },
    ])
  })

  test("is taken up again while its days last, and then waits until the end of that day", async () => {
    const camille = await administrator()
    const days: Day[] = [day, "2027-06-13"]
    const placed = await placeBooking(
      onOwnAccount(await makeCustomer()),
      makeOrder((await makeProduct()).id, days),
      now,
    )
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect((await refuseBooking(camille, id, undefined, now)).ok).toBe(true)
    const [second, over] = [new Date("2027-06-13T08:00:00Z"), new Date("2027-06-13T22:00:00Z")]
    expect(await restoreBooking(camille, id, "refused", over)).toEqual({ ok: false, error: { kind: "days-over" } })
    expect(await restoreBooking(camille, id, "refused", second)).toMatchObject({ ok: true, value: { expiresAt: over } })
  })

  test("promises the contract when it confirms: its 48 hours run once it is sent, and not before", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    expect(await confirmBooking(camille, booking.id, now)).toMatchObject({
      ok: true,
      value: { confirmedAt: now, contractDueAt: null },
    })
    const { rows } = await db.execute(
      sql`select data from pgboss.job where name = 'send-contract' and data ->> 'bookingId' = ${booking.id}`,
    )
    expect(rows).toEqual([{ data: { bookingId: booking.id, confirmedAt: now.toISOString() } }])
  })

  test("cancels what was seen: a booking that was confirmed meanwhile stays", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    await confirmBooking(await administrator("Sasha"), booking.id, now)
    expect(await cancelBooking(camille, booking.id, "pending", undefined, now)).toMatchObject({
      ok: false,
      error: { kind: "not-possible", from: "confirmed", lastChange: { by: "Sasha" } },
    })
  })

  test("changes nothing for a move that does not exist, or a booking that is not there @S-status-transitions", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    expect((await confirmBooking(camille, booking.id, now)).ok).toBe(true)
    const back = await moveBooking(camille, booking.id, { from: "confirmed", to: "pending" }, now)
    expect(back).toMatchObject({ ok: false, error: { kind: "not-possible", from: "confirmed" } })
    const none = await confirmBooking(camille, "00000000-0000-4000-8000-000000000000", now)
    expect(none).toEqual({ ok: false, error: { kind: "not-found" } })
  })

  test("a day that was blocked while booked is closed again when the booking goes", async () => {
    const product = await makeProduct({ stock: 2 })
    const camille = await administrator()
    const booking = await request(product.id)
    await blockDays(camille, { productId: product.id, days: [day], reason: "Salon" }, now)
    const taken = () => db.select().from(occupancy).where(eq(occupancy.productId, product.id)).orderBy(occupancy.unit)
    expect((await taken()).map(({ kind }) => kind)).toEqual(["booking", "block"])
    await refuseBooking(camille, booking.id, undefined, now)
    expect((await taken()).map(({ kind }) => kind)).toEqual(["block", "block"])
    await openDays(system, { productId: product.id, days: [day] }, now)
    expect(await taken()).toEqual([])
  })
})

describe("an answer on its way to the database", () => {
  // Of a shop that nobody has opened yet the first reader makes what its mails say of it.
  beforeAll(() => readSiteConfig())

  const answers = {
    "a confirmation": (by: Actor, id: BookingId) => confirmBooking(by, id, now),
    "a refusal": (by: Actor, id: BookingId) => refuseBooking(by, id, "En révision", now),
  }

  describe.each(Object.entries(answers))("%s", (_, answer) => {
    test("waits for an answer once before its transaction and once in it", async () => {
      const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
      const { value, flights } = await countFlights(() => answer(camille, booking.id))
      expect(value.ok).toBe(true)
      expect(flights).toBe(2)
    })

    test("writes what it writes when it looks from inside its transaction", async () => {
      const product = await makeProduct()
      const written: unknown[] = []
      for (const isDisturbed of [false, true]) {
        const [camille, booking] = [await administrator(), await request(product.id)]
        if (isDisturbed)
          betweenTheFlights(() => db.update(bookings).set({ internalNote: "…" }).where(eq(bookings.id, booking.id)))
        const moved = await answer(camille, booking.id)
        if (!moved.ok) throw new Error(moved.error.kind)
        const { id, eventId, status, confirmedAt, answerDueAt, expiresAt, paymentStatus, total, agreement } =
          moved.value
        const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.id, eventId))
        const ends = await db
          .select({ kind: bookingEnds.kind, kept: bookingEnds.kept, reason: bookingEnds.reason, at: bookingEnds.at })
          .from(bookingEnds)
          .where(eq(bookingEnds.bookingId, id))
        const mails = await db.execute(sql`
          select template, event_id = ${eventId} as of_event, start_after,
            data #- '{booking,id}' #- '{booking,number}' #- '{booking,client}' as data
          from mails join mail_details on mail_id = mails.id
          where booking_id = ${id} and template not like 'booking-requested%' order by template`)
        const jobs = await db.execute(sql`
          select name, start_after from pgboss.job where data ->> 'bookingId' = ${id} order by name`)
        written.push({
          booking: { status, confirmedAt, answerDueAt, expiresAt, paymentStatus, total },
          // Its reference is the booking's number.
          agreement: agreement && { ...agreement, transfer: null },
          event: event && [event.action, event.details, event.personal],
          ends,
          mails: mails.rows,
          jobs: jobs.rows,
          left: await db.$count(occupancy, eq(occupancy.bookingId, id)),
        })
        if (status === "confirmed") await cancelBooking(camille, id, "confirmed", undefined, now)
      }
      expect(written[1]).toEqual(written[0])
    })

    test("that is sent twice at once is one, and the other is told of it", async () => {
      const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
      const both = await Promise.all([answer(camille, booking.id), answer(camille, booking.id)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(both.find(({ ok }) => !ok)).toMatchObject({
        error: { kind: "not-possible", lastChange: { by: "Camille" } },
      })
    })

    test("comes too late when its booking is withdrawn between its two flights", async () => {
      const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
      betweenTheFlights(() => cancelBooking(camille, booking.id, "pending", undefined, now))
      expect(await answer(camille, booking.id)).toMatchObject({
        ok: false,
        error: { kind: "not-possible", from: "cancelled" },
      })
    })

    test("leaves no unit without its booking when the stock is lowered between its two flights", async () => {
      const product = await makeProduct({ stock: 2 })
      const [camille, booking] = [await administrator(), await request(product.id)]
      betweenTheFlights(() => transaction((tx) => changeStock(tx, product.id, 1, now)))
      const moved = await answer(camille, booking.id)
      const taken = await db.select().from(occupancy).where(eq(occupancy.productId, product.id))
      expect(taken).toMatchObject(
        moved.ok && moved.value.status === "confirmed" ? [{ unit: 1, bookingId: booking.id }] : [],
      )
    })
  })

  test("a refusal is mailed to the address of now when that changes between its two flights", async () => {
    const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
    betweenTheFlights(() =>
      db.update(profiles).set({ email: "neuve@exemple.example" }).where(eq(profiles.id, booking.userId)),
    )
    expect((await refuseBooking(camille, booking.id, undefined, now)).ok).toBe(true)
    const { rows } = await db.execute(sql`
      select recipients -> 0 ->> 'address' as address from mail_details join mails on mails.id = mail_id
      where template = 'booking-refused' and booking_id = ${booking.id}`)
    expect(rows).toEqual([{ address: "neuve@exemple.example" }])
  })

  test("a refusal gives back what was paid between its two flights", async () => {
    const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
    betweenTheFlights(() =>
      db.insert(payments).values({ bookingId: booking.id, amount: 5_000, receivedOn: "2027-05-01", means: "transfer" }),
    )
    expect((await refuseBooking(camille, booking.id, undefined, now)).ok).toBe(true)
    expect(await db.select({ amount: refunds.amount }).from(refunds).where(eq(refunds.bookingId, booking.id))).toEqual([
      { amount: 5_000 },
    ])
  })

  test("a refusal remembers the unit that its booking was moved to between its two flights", async () => {
    const product = await makeProduct({ stock: 2 })
    const [camille, booking] = [await administrator(), await request(product.id)]
    betweenTheFlights(() => db.update(occupancy).set({ unit: 2 }).where(eq(occupancy.bookingId, booking.id)))
    const moved = await refuseBooking(camille, booking.id, undefined, now)
    if (!moved.ok) throw new Error(moved.error.kind)
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.id, moved.value.eventId))
    expect(event?.details).toMatchObject({ was: { claims: [{ unit: 2, day }] } })
  })
})
