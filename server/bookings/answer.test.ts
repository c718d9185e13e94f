import { eq, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { type Actor, system, onOwnAccount } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { blockDays, openDays } from "../availability/block.ts"
import { db } from "../database.server.ts"
import { occupancy } from "../schema/availability.ts"
import { bookings } from "../schema/bookings.ts"
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
