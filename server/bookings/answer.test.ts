import { eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import type { Day } from "../../domain/day.ts"
import { type Actor, system, ownAccountParty } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { beforeNextTransaction } from "../../tests/harness/before-transaction.ts"
import { blockDays, openDays } from "../availability/block.ts"
import { changeStock } from "./change-stock.ts"
import { readSiteConfig } from "../shop/content/site.ts"
import { db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { payments, refunds } from "../platform/schema/money.ts"
import { confirmBooking, moveBooking, refuseBooking, restoreBooking } from "./answer.ts"
import { placeBooking } from "./place.ts"
import { rentalPeriods } from "../../domain/rental/periods.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { readJobs } from "../../tests/harness/jobs.ts"

const day = "2027-06-12"

async function administrator(name = "Camille"): Promise<Actor> {
  const profile = await makeAdministrator(name)
  return { kind: "administrator", id: profile.id, name }
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

describe("answering a request", () => {
  test("of two administrators who confirm and refuse at once one decides, and the other reads so @S-status-answer @P-admin-answer @C-bookings-status @S-status-second", async () => {
    for (let round = 0; round < 6; round++) {
      const booking = await request((await makeProduct()).id)
      const [camille, sasha] = [await administrator("Camille"), await administrator("Sasha")]
      const answers = await Promise.all([
        confirmBooking(camille, booking.id, now),
        refuseBooking({ actor: sasha, id: booking.id, at: now }),
      ])
      const [winner, loser] = answers[0]?.ok ? answers : [...answers].reverse()
      expect(winner?.ok).toBe(true)
      expect(loser).toMatchObject({
        ok: false,
        error: { kind: "not-possible", lastChange: { by: answers[0]?.ok ? "Camille" : "Sasha" } },
      })
    }
  })

  test("a request is not reopened once its customer has deleted the account", async () => {
    const product = await makeProduct()
    const camille = await administrator()
    const booking = await request(product.id)
    expect((await refuseBooking({ actor: camille, id: booking.id, at: now })).ok).toBe(true)
    await db.update(profiles).set({ erasedAt: now }).where(eq(profiles.id, booking.userId))
    expect(await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: now })).toEqual({
      ok: false,
      error: { kind: "customer-erased" },
    })
    await db.update(profiles).set({ erasedAt: null }).where(eq(profiles.id, booking.userId))
    expect((await restoreBooking({ actor: camille, id: booking.id, from: "refused", at: now })).ok).toBe(true)
  })

  test("a refusal frees the days at once, and an undo takes them only while they are free @S-freed", async () => {
    const product = await makeProduct()
    const camille = await administrator()
    const first = await request(product.id)
    expect((await refuseBooking({ actor: camille, id: first.id, reason: "En révision", at: now })).ok).toBe(true)
    const second = await request(product.id)
    expect(await restoreBooking({ actor: camille, id: first.id, from: "refused", at: now })).toMatchObject({
      ok: false,
      error: { kind: "days-taken", days: [day], by: [{ kind: "booking", number: second.number }] },
    })
    expect((await refuseBooking({ actor: camille, id: second.id, at: now })).ok).toBe(true)
    const muchLater = new Date(now.getTime() + 10 * 86_400_000)
    expect((await restoreBooking({ actor: camille, id: first.id, from: "refused", at: muchLater })).ok).toBe(true)
    const [restored] = await db.select().from(bookings).where(eq(bookings.id, first.id))
    expect(restored?.answerDueAt.getTime()).toBeGreaterThan(muchLater.getTime())
    expect(restored?.expiresAt?.getTime()).toBeGreaterThan(muchLater.getTime())
    expect(await db.select().from(unitDays).where(eq(unitDays.productId, product.id))).toMatchObject([
      { bookingId: first.id, day },
    ])
  })

  test("a request can be reopened until its days are over, and then waits until the end of that day", async () => {
    const camille = await administrator()
    const days: Day[] = [day, "2027-06-13"]
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder((await makeProduct()).id, days),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect((await refuseBooking({ actor: camille, id, at: now })).ok).toBe(true)
    const [second, over] = [new Date("2027-06-13T08:00:00Z"), new Date("2027-06-13T22:00:00Z")]
    expect(await restoreBooking({ actor: camille, id, from: "refused", at: over })).toEqual({
      ok: false,
      error: { kind: "days-over" },
    })
    expect(await restoreBooking({ actor: camille, id, from: "refused", at: second })).toMatchObject({
      ok: true,
      value: { expiresAt: over },
    })
  })

  test("a confirmation promises the contract, whose 48 hours start when it is sent", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    expect(await confirmBooking(camille, booking.id, now)).toMatchObject({
      ok: true,
      value: { confirmedAt: now, contractDueAt: null },
    })
    const promised = (await readJobs("send-contract")).filter(({ data }) => data.bookingId === booking.id)
    expect(promised).toMatchObject([{ data: { bookingId: booking.id, confirmedAt: now.toISOString() } }])
  })

  test("a cancellation applies to the viewed version: a booking confirmed meanwhile stays", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    await confirmBooking(await administrator("Sasha"), booking.id, now)
    expect(await cancelBooking({ actor: camille, id: booking.id, from: "pending", at: now })).toMatchObject({
      ok: false,
      error: { kind: "not-possible", from: "confirmed", lastChange: { by: "Sasha" } },
    })
  })

  test("an invalid transition or an unknown booking changes nothing @S-status-transitions", async () => {
    const camille = await administrator()
    const booking = await request((await makeProduct()).id)
    expect((await confirmBooking(camille, booking.id, now)).ok).toBe(true)
    const back = await moveBooking({
      actor: camille,
      id: booking.id,
      move: { from: "confirmed", to: "pending" },
      at: now,
    })
    expect(back).toMatchObject({ ok: false, error: { kind: "not-possible", from: "confirmed" } })
    const none = await confirmBooking(camille, "00000000-0000-4000-8000-000000000000", now)
    expect(none).toEqual({ ok: false, error: { kind: "not-found" } })
  })

  test("a day blocked while booked is closed again when the booking is gone", async () => {
    const product = await makeProduct({ stock: 2 })
    const camille = await administrator()
    const booking = await request(product.id)
    await blockDays(camille, { productId: product.id, days: [day], reason: "Salon" }, now)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 2`])
    await refuseBooking({ actor: camille, id: booking.id, at: now })
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`, `${day} 2`])
    await openDays(system, { productId: product.id, days: [day] }, now)
    expect(await readClosedUnits(product.id)).toEqual([])
  })
})

describe("a reply racing another transaction", () => {
  // The first reader of a new shop creates its configuration, which the mails need.
  beforeAll(() => readSiteConfig())

  const answers = {
    "a confirmation": (by: Actor, id: BookingId) => confirmBooking(by, id, now),
    "a refusal": (by: Actor, id: BookingId) => refuseBooking({ actor: by, id, reason: "En révision", at: now }),
  }

  describe.each(Object.entries(answers))("%s", (_, answer) => {
    test("a reply sent twice at once is one, and the other is notified", async () => {
      const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
      const both = await Promise.all([answer(camille, booking.id), answer(camille, booking.id)])
      expect(both.filter(({ ok }) => ok)).toHaveLength(1)
      expect(both.find(({ ok }) => !ok)).toMatchObject({
        error: { kind: "not-possible", lastChange: { by: "Camille" } },
      })
    })

    test("a reply fails when its booking is withdrawn just before its transaction", async () => {
      const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
      beforeNextTransaction(() => cancelBooking({ actor: camille, id: booking.id, from: "pending", at: now }))
      expect(await answer(camille, booking.id)).toMatchObject({
        ok: false,
        error: { kind: "not-possible", from: "cancelled" },
      })
    })

    test("a reply leaves no unit without its booking when the stock falls just before its transaction", async () => {
      const product = await makeProduct({ stock: 2 })
      const [camille, booking] = [await administrator(), await request(product.id)]
      beforeNextTransaction(() => transaction((tx) => changeStock(tx, product.id, 1, now)))
      const moved = await answer(camille, booking.id)
      const occupied = await db.select().from(unitDays).where(eq(unitDays.productId, product.id))
      expect(occupied).toMatchObject(
        moved.ok && moved.value.status === "confirmed" ? [{ unit: 1, bookingId: booking.id }] : [],
      )
    })
  })

  test("a refusal is mailed to the current address when that changes just before its transaction", async () => {
    const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
    beforeNextTransaction(() =>
      db.update(profiles).set({ email: "neuve@exemple.example" }).where(eq(profiles.id, booking.userId)),
    )
    expect((await refuseBooking({ actor: camille, id: booking.id, at: now })).ok).toBe(true)
    const { rows } = await db.execute(sql`
      select recipients -> 0 ->> 'address' as address from mail_details join mails on mails.id = mail_id
      where template = 'booking-refused' and booking_id = ${booking.id}`)
    expect(rows).toEqual([{ address: "neuve@exemple.example" }])
  })

  test("a refusal refunds a payment made just before its transaction", async () => {
    const [camille, booking] = [await administrator(), await request((await makeProduct()).id)]
    beforeNextTransaction(() =>
      db.insert(payments).values({ bookingId: booking.id, amount: 5_000, receivedOn: "2027-05-01", means: "transfer" }),
    )
    expect((await refuseBooking({ actor: camille, id: booking.id, at: now })).ok).toBe(true)
    expect(await db.select({ amount: refunds.amount }).from(refunds).where(eq(refunds.bookingId, booking.id))).toEqual([
      { amount: 5_000 },
    ])
  })

  test("a refusal remembers the unit that its booking was moved to just before its transaction", async () => {
    const product = await makeProduct({ stock: 2 })
    const [camille, booking] = [await administrator(), await request(product.id)]
    beforeNextTransaction(() =>
      db
        .update(occupancy)
        .set({ unitId: sql`(select id from units where product_id = ${product.id} and number = 2)` })
        .where(eq(occupancy.bookingId, booking.id)),
    )
    const moved = await refuseBooking({ actor: camille, id: booking.id, at: now })
    if (!moved.ok) throw new Error(moved.error.kind)
    const [event] = await db.select().from(recordedEvents).where(eq(recordedEvents.id, moved.value.eventId))
    expect(event?.details).toMatchObject({ was: { claims: [{ unit: 2, rented: rentalPeriods([day], 0)[0] }] } })
  })
})
