import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Administrator, type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { sharedDeliveryIn } from "../../domain/pricing/stored-price.ts"
import {
  makeAccountHolder,
  makeAdministrator,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db, transaction } from "../platform/database.server.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { adjustPrice } from "./adjust-price.ts"
import { confirmBooking, refuseBooking, restoreBooking } from "./answer.ts"
import { cancelOwnBooking, previewCancellation } from "./cancel.ts"
import { editBooking } from "./edit.ts"
import { placeBooking } from "./place.ts"
import { placeCart } from "./place-cart.ts"
import { proposeEdit } from "./propose-edit.ts"
import { readBookingDetail } from "../booking-record/queries.ts"
import { refuseCustomerRequests } from "./refuse-requests.ts"
import { readBookingTimeline } from "../booking-record/timeline.ts"
import { undoAnswer, answerBefore } from "./undo-answer.ts"
import { readBookingVersion } from "./booking-version.ts"

const weekend = ["2027-06-11", "2027-06-12"] as const
const otherDays = ["2027-06-25", "2027-06-26"] as const
const lyon = { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" }
const nowhere = { street: "1 rue de Nulle-Part", zipCode: "00000", city: "Xyzzyville", instructions: "" }
const names = ["Photomaton bois", "Borne de table", "Arcade"]

let owner: Administrator

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  owner = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

async function orderCart(count = 2, address = lyon) {
  const party: Party = ownAccountParty(await makeAccountHolder())
  for (const [index, name] of names.slice(0, count).entries()) {
    const product = await readProductForRent((await makeProduct({ name, price: 10_000 })).id as ProductId)
    if (!product) throw new Error("The product is not for rent")
    const line = { days: [...weekend], options: [], photoPacks: 0, itemId: randomUUID() }
    const added = await addToCart(party, product, line, new Date(now.getTime() + index))
    if (!added.ok) throw new Error(added.error.kind)
  }
  const cart = await readCart(party.account.id, now)
  if (!cart) throw new Error("The cart is empty")
  const order = { cartId: cart.id, expectedDigest: cart.digest, isDelivery: true, address, expectedTotal: null }
  const placed = await placeCart(party, { ...order, idempotencyKey: randomUUID() }, now)
  if (!placed.ok) throw new Error(placed.error.kind)
  const [first, second, third] = placed.value.bookings
  if (!first || !second) throw new Error("A booking is missing")
  return { party, first, second, third: third ?? second, fee: first.deliveryFee }
}

async function readFee(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking is gone")
  const { deliveryFee, total, distanceToConfirm, priceLines } = booking
  return { deliveryFee, total, distanceToConfirm, shared: sharedDeliveryIn(priceLines) }
}

const readActions = async (id: BookingId) => (await readBookingTimeline(id)).map(({ action }) => action)

async function mailsTo(id: BookingId): Promise<string[]> {
  const { rows } = await db.execute<{ template: string }>(sql`
    select template from mails where booking_id = ${id} and state <> 'withdrawn' and template = 'booking-changed'`)
  return rows.map(({ template }) => template)
}

async function cancelOrThrow(party: Party, id: BookingId) {
  const done = await cancelOwnBooking(party, id, { expected: { retained: 0, refund: 0 } }, now)
  if (!done.ok) throw new Error(done.error.kind)
}

const none = { deliveryFee: 0, total: 20_000, distanceToConfirm: false }

describe("the fee of a delivery shared by the bookings of an order (D48)", () => {
  test("the fee passes to the next request when its payer withdraws, as announced, with a mail", async () => {
    const { party, first, second, third, fee } = await orderCart(3)
    expect(fee).toBeGreaterThan(0)
    expect(await previewCancellation(party, first.id, now)).toMatchObject({
      ok: true,
      value: { deliveryGoesTo: { number: second.number, productName: "Borne de table", fee } },
    })
    expect(await previewCancellation(party, second.id, now)).toMatchObject({ value: { deliveryGoesTo: null } })
    await cancelOrThrow(party, first.id)
    expect(await readFee(second.id)).toEqual({
      deliveryFee: fee,
      total: 20_000 + fee,
      distanceToConfirm: false,
      shared: { counted: true, with: ["Arcade"] },
    })
    expect(await readFee(third.id)).toEqual({ ...none, shared: { counted: false, with: ["Borne de table"] } })
    expect(await readBookingTimeline(second.id)).toMatchObject([
      { action: "booking.placed" },
      {
        action: "booking.delivery-taken-over",
        details: { otherBooking: first.number, deliveryFee: fee, total: 20_000 + fee, totalBefore: 20_000 },
      },
    ])
    expect(await mailsTo(second.id)).toHaveLength(1)
    expect(await mailsTo(third.id)).toEqual([])
    // The fee passes on until one remains that travels alone.
    await cancelOrThrow(party, second.id)
    expect(await readFee(third.id)).toEqual({ ...none, deliveryFee: fee, total: 20_000 + fee, shared: null })
  })

  test("the fee stays when a booking that shared it leaves, and the price no longer names that one", async () => {
    const { party, first, second, fee } = await orderCart(3)
    await cancelOrThrow(party, second.id)
    expect(await readFee(first.id)).toMatchObject({ deliveryFee: fee, shared: { counted: true, with: ["Arcade"] } })
    expect(await readActions(first.id)).toEqual(["booking.placed"])
  })

  test("the fee passes on with a distance that is still to be entered", async () => {
    const { party, first, second } = await orderCart(2, nowhere)
    expect((await readFee(second.id)).distanceToConfirm).toBe(false)
    await cancelOrThrow(party, first.id)
    expect(await readFee(second.id)).toEqual({ ...none, distanceToConfirm: true, shared: null })
  })

  test("a refusal passes the fee on and its undo returns it, without a mail to the customer", async () => {
    const { first, second, fee } = await orderCart()
    const refused = await refuseBooking({ actor: owner, id: first.id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    expect(await readFee(second.id)).toMatchObject({ deliveryFee: fee, total: 20_000 + fee })
    expect(await mailsTo(second.id)).toHaveLength(1)
    const events = await readBookingTimeline(first.id)
    const before = answerBefore.parse(events.at(-1)?.details)
    const undone = await undoAnswer(
      owner,
      { event: refused.value.eventId, bookingId: first.id, to: "refused", before },
      new Date(now.getTime() + 20_000),
    )
    expect(undone.ok).toBe(true)
    expect(await readFee(first.id)).toMatchObject({ deliveryFee: fee, shared: { counted: true } })
    expect(await readFee(second.id)).toEqual({ ...none, shared: { counted: false, with: ["Photomaton bois"] } })
    expect(await mailsTo(second.id)).toEqual([])
    expect(await readActions(second.id)).toEqual([
      "booking.placed",
      "booking.delivery-taken-over",
      "booking.delivery-left",
    ])
  })

  test("the fee is not charged twice when a refused request returns and the next one is confirmed", async () => {
    const { first, second, fee } = await orderCart()
    expect((await refuseBooking({ actor: owner, id: first.id, at: now })).ok).toBe(true)
    expect((await confirmBooking(owner, second.id, now)).ok).toBe(true)
    expect((await restoreBooking({ actor: owner, id: first.id, from: "refused", at: now })).ok).toBe(true)
    expect(await readFee(second.id)).toMatchObject({ deliveryFee: fee })
    expect(await readFee(first.id)).toEqual({ ...none, shared: { counted: false, with: ["Borne de table"] } })
  })

  test("the fee stays with its new payer when their remaining price is smaller than the fee", async () => {
    const { first, second, fee } = await orderCart()
    expect((await refuseBooking({ actor: owner, id: first.id, at: now })).ok).toBe(true)
    const adjustment = {
      id: randomUUID(),
      kind: "discount",
      name: "Geste",
      amount: 20_000 + fee - 100,
      reason: "Client fidèle",
    } as const
    const options = {
      expectedVersion: await readBookingVersion(second.id),
      acceptsOverpaid: false,
      tellsCustomer: true,
    }
    expect((await adjustPrice(owner, second.id, { adjustment, ...options }, now)).ok).toBe(true)
    expect((await restoreBooking({ actor: owner, id: first.id, from: "refused", at: now })).ok).toBe(true)
    expect(await readFee(second.id)).toMatchObject({ deliveryFee: fee, total: 100 })
  })

  test("the fee passes on from an expired request to a pending one, and from one that moves elsewhere", async () => {
    const { first, second, third, fee } = await orderCart(3)
    const late = new Date(now.getTime() + 60_000)
    await db.update(bookings).set({ expiresAt: late }).where(eq(bookings.id, first.id))
    await db.update(bookings).set({ expiresAt: late }).where(eq(bookings.id, second.id))
    await transaction((tx) => refuseExpired(tx, [first.id], late))
    expect(await readFee(second.id)).toMatchObject({ deliveryFee: 0 })
    expect(await readFee(third.id)).toMatchObject({ deliveryFee: fee, shared: null })

    const other = await orderCart()
    const days = [...otherDays]
    const proposed = await proposeEdit(other.first.id, { rentals: [{ position: 1, days }] }, now)
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const edit = { change: { days }, expectedVersion: await readBookingVersion(other.first.id), message: null }
    const moved = await editBooking({
      actor: owner,
      id: other.first.id,
      ...edit,
      expectedTotal: proposed.value.after.total,
      at: now,
    })
    expect(moved.ok).toBe(true)
    expect(await readFee(other.first.id)).toMatchObject({ deliveryFee: other.fee, shared: null })
    expect(await readFee(other.second.id)).toMatchObject({ deliveryFee: other.fee, shared: null })
    expect(await mailsTo(other.second.id)).toHaveLength(1)
  })

  test("the fee passes to none of the requests refused together", async () => {
    const { party, second, third } = await orderCart(3)
    expect(await refuseCustomerRequests(owner, party.account.id, now)).toBe(3)
    for (const { id } of [second, third]) {
      expect(await readActions(id)).toEqual(["booking.placed", "booking.refused"])
      expect(await mailsTo(id)).toEqual([])
    }
  })

  test("the fee is not added to a confirmed booking, whose owner is warned until they add it", async () => {
    const { party, first, second } = await orderCart()
    expect((await confirmBooking(owner, second.id, now)).ok).toBe(true)
    expect((await readBookingDetail(second.id, now))?.orphanedDelivery).toBeNull()
    await cancelOrThrow(party, first.id)
    expect(await readFee(second.id)).toMatchObject(none)
    expect((await readBookingDetail(second.id, now))?.orphanedDelivery).toBe("Photomaton bois")
    expect((await readBookingDetail(first.id, now))?.orphanedDelivery).toBeNull()
    const adjustment = {
      id: randomUUID(),
      kind: "surcharge",
      name: "Livraison",
      amount: 4_000,
      reason: "Elle part seule",
    } as const
    const options = {
      expectedVersion: await readBookingVersion(second.id),
      acceptsOverpaid: false,
      tellsCustomer: true,
    }
    expect((await adjustPrice(owner, second.id, { adjustment, ...options }, now)).ok).toBe(true)
    expect((await readBookingDetail(second.id, now))?.orphanedDelivery).toBeNull()
  })

  test("the fee never passes to a booking of another order", async () => {
    const { party, first } = await orderCart()
    const product = await makeProduct()
    const alone = await placeBooking({
      party,
      order: { ...makeOrder(product.id, [...weekend]), isDelivery: true, address: lyon },
      at: now,
    })
    if (!alone.ok) throw new Error(alone.error.kind)
    const before = await readFee(alone.value.booking.id)
    await cancelOrThrow(party, first.id)
    expect(await readFee(alone.value.booking.id)).toEqual(before)
  })
})
