import { desc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId } from "../../domain/id.ts"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { confirmBooking, refuseBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { recordEvent } from "../../server/platform/events/record.ts"
import { unitDays } from "../unit-days.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, pressUndo, send } from "./back-office.ts"

beforeEach(freshDatabase)

const day = addDays(dayInParis(new Date()), 40)
const plain = (text: string | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ")
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const hoursAgo = (hours: number) => secondsAgo(hours * 3600)

async function request(productId: ProductId, at = new Date(), name = "Lila Morel") {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name })),
    order: makeOrder(productId, [day]),
    at,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

const refuse = (id: BookingId, from: Request) =>
  send(bookingsPage, {
    path: "/admin/bookings",
    fields: { intent: "refuser", reservation: id, statut: "pending" },
    from,
  })

const confirm = (id: BookingId, from: Request) =>
  send(todayPage, {
    path: "/admin/aujourdhui",
    fields: { intent: "confirmer", reservation: id, statut: "pending" },
    from,
  })

async function readState(id: BookingId) {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
  const places = await db.select().from(unitDays).where(eq(unitDays.bookingId, id)).orderBy(unitDays.day, unitDays.unit)
  return (
    row && {
      status: row.status,
      due: [row.answerDueAt, row.expiresAt, row.confirmedAt, row.contractDueAt],
      units: places.map(({ unit }) => unit),
    }
  )
}

describe("“Annuler” after an answer", () => {
  test("undo restores a refused request with its deadlines and its unit", async () => {
    const { from } = await administrator()
    const product = await makeProduct({ stock: 2 })
    await request(product.id)
    const booking = await request(product.id, hoursAgo(30))
    const before = await readState(booking.id)
    expect(before?.units).toEqual([2])
    const refused = await refuse(booking.id, from)
    expect((await readState(booking.id))?.units).toEqual([])
    const { flash } = await pressUndo(refused, from)
    expect(flash).toMatchObject({ kind: "success", title: "La demande n’est plus refusée" })
    expect(await readState(booking.id)).toEqual(before)
    // Thirty hours old: the promised day has passed, and stays passed.
    expect(plain(flash?.text)).toContain(
      "de nouveau en attente, avec ses dates et ses délais d’avant. La réponse était promise pour le",
    )
  })

  test("undo restores a confirmed booking with its confirmation time and the end of its 48 hours", async () => {
    const { from, actor } = await administrator()
    const booking = await request((await makeProduct()).id, hoursAgo(20))
    await confirmBooking(actor, booking.id, hoursAgo(10))
    const before = await readState(booking.id)
    const cancelled = await send(bookingsPage, {
      path: "/admin/bookings",
      fields: {
        intent: "annuler",
        reservation: booking.id,
        statut: "confirmed",
        "remboursement-vu": "0",
        "indemnite-vue": "0",
      },
      from,
    })
    expect((await pressUndo(cancelled, from)).flash?.title).toBe("La réservation n’est plus annulée")
    expect(await readState(booking.id)).toEqual(before)
  })

  test("undo restores a request confirmed by mistake, with its deadlines and its unit", async () => {
    const { from } = await administrator()
    const product = await makeProduct({ stock: 2 })
    await request(product.id)
    const booking = await request(product.id, hoursAgo(30))
    const before = await readState(booking.id)
    const confirmed = await confirm(booking.id, from)
    expect(await readState(booking.id)).toMatchObject({ status: "confirmed", units: [2] })
    const { flash } = await pressUndo(confirmed, from)
    expect(flash).toMatchObject({ kind: "success", title: "La réservation n’est plus confirmée" })
    expect(plain(flash?.text)).toContain(
      "de nouveau en attente, avec ses dates et ses délais d’avant. La réponse était promise pour le",
    )
    expect(await readState(booking.id)).toEqual(before)
    expect((await pressUndo(confirmed, from)).flash?.title).toBe("Quelqu’un a changé la même chose entre-temps")
  })

  test("undo leaves a booking confirmed when it changed by more than a note since", async () => {
    const { from, actor } = await administrator()
    const booking = await request((await makeProduct()).id)
    const confirmed = await confirm(booking.id, from)
    await recordEvent(db, {
      by: actor,
      action: "booking.unit-moved",
      subject: booking.id,
      details: { fromUnit: 1, toUnit: 2, days: [day] },
      at: new Date(),
    })
    expect((await pressUndo(confirmed, from)).flash).toMatchObject({
      kind: "error",
      title: "Quelqu’un a changé la même chose entre-temps",
    })
    expect((await readState(booking.id))?.status).toBe("confirmed")
    const other = await request((await makeProduct()).id)
    const again = await confirm(other.id, from)
    await recordEvent(db, { by: actor, action: "booking.noted", subject: other.id, at: new Date() })
    expect((await pressUndo(again, from)).flash?.kind).toBe("success")
    expect((await readState(other.id))?.status).toBe("pending")
  })

  test("undo never extends a request that has expired meanwhile, and says so", async () => {
    const { from, actor } = await administrator()
    const booking = await request((await makeProduct()).id, secondsAgo(7 * 24 * 3600 + 10))
    const refused = await refuseBooking({ actor, id: booking.id, at: secondsAgo(30) })
    if (!refused.ok) throw new Error(refused.error.kind)
    const undo = { kind: "success", title: "Réservation refusée", undo: refused.value.eventId } as const
    const { flash } = await pressUndo({ status: 303, to: null, flash: undo, data: {} }, from)
    expect((await readState(booking.id))?.status).toBe("refused")
    expect(flash).toMatchObject({ kind: "error", title: "Cette demande a expiré" })
    expect(plain(flash?.text)).toMatch(/^Son délai est passé le .*\. Rien n’a été annulé\.$/)
  })

  test("undo is not offered for a request that expired before its answer, and the owner reads what to do", async () => {
    const { from } = await administrator()
    const booking = await request((await makeProduct()).id, hoursAgo(24 * 7 + 1))
    const { flash } = await confirm(booking.id, from)
    expect(flash).toMatchObject({ kind: "error", title: "Cette demande a expiré" })
    expect(flash?.undo).toBeUndefined()
    expect(plain(flash?.text)).toMatch(/^Restée sans réponse jusqu’au .*Remettez-la en attente pour la confirmer\.$/)
    expect((await readState(booking.id))?.status).toBe("refused")
  })

  test("undo assigns another unit when the first was booked meanwhile, and names it", async () => {
    const { from } = await administrator()
    const product = await makeProduct({ stock: 2 })
    const booking = await request(product.id)
    const refused = await refuse(booking.id, from)
    await request(product.id)
    const { flash } = await pressUndo(refused, from)
    expect(plain(flash?.text)).toContain(
      "Son exemplaire est pris entre-temps : elle est maintenant sur l’exemplaire 2.",
    )
    expect((await readState(booking.id))?.units).toEqual([2])
  })

  test("undo is refused when no unit is left, names the booking in the way and changes nothing", async () => {
    const { from } = await administrator()
    const product = await makeProduct()
    const booking = await request(product.id)
    const refused = await refuse(booking.id, from)
    const other = await request(product.id, new Date(), "Paul Roux")
    const { flash } = await pressUndo(refused, from)
    expect(flash).toMatchObject({ kind: "error", title: "Certaines dates sélectionnées ne sont plus disponibles" })
    expect(plain(flash?.text)).toMatch(
      new RegExp(`^Occupé par la réservation n° ${other.number} de Paul Roux \\(.*\\)\\. Rien n’a été annulé\\.$`),
    )
    expect((await readState(booking.id))?.status).toBe("refused")
    const [last] = await db.select({ id: bookings.id }).from(bookings).orderBy(desc(bookings.number)).limit(1)
    expect((await readState(last?.id ?? crypto.randomUUID()))?.units).toEqual([1])
  })
})
