import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Administrator, type Party, onOwnAccount } from "../../domain/accounts/party.ts"
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
import { productForRent } from "../catalog/queries.ts"
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
import { bookingDetail } from "../booking-record/queries.ts"
import { refuseRequestsOf } from "./refuse-requests.ts"
import { bookingTimeline } from "../booking-record/timeline.ts"
import { undoAnswer, answerBefore } from "./undo-answer.ts"
import { bookingVersion } from "./booking-version.ts"

const weekend = ["2027-06-11", "2027-06-12"] as const
const elsewhere = ["2027-06-25", "2027-06-26"] as const
const lyon = { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" }
const nowhere = { street: "1 rue de Nulle-Part", zipCode: "00000", city: "Xyzzyville", instructions: "" }
const names = ["Photomaton bois", "Borne de table", "Arcade"]

let owner: Administrator

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  owner = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

/** A cart of that many products on the same days, ordered whole; the first carries the fee. */
async function ordered(count = 2, address = lyon) {
  const party: Party = onOwnAccount(await makeAccountHolder())
  for (const [index, name] of names.slice(0, count).entries()) {
    const product = await productForRent((await makeProduct({ name, price: 10_000 })).id as ProductId)
    if (!product) throw new Error("The product is not for rent")
    const line = { days: [...weekend], options: [], photoPacks: 0, itemId: randomUUID() }
    const added = await addToCart(party, product, line, new Date(now.getTime() + index))
    if (!added.ok) throw new Error(added.error.kind)
  }
  const cart = await readCart(party.account.id, now)
  if (!cart) throw new Error("The cart is empty")
  const order = { cartId: cart.id, seen: cart.digest, isDelivery: true, address, shownTotal: null }
  const placed = await placeCart(party, { ...order, idempotencyKey: randomUUID() }, now)
  if (!placed.ok) throw new Error(placed.error.kind)
  const [first, second, third] = placed.value.bookings
  if (!first || !second) throw new Error("A booking is missing")
  return { party, first, second, third: third ?? second, fee: first.deliveryFee }
}

async function stateOf(id: BookingId) {
  const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!booking) throw new Error("The booking is gone")
  const { deliveryFee, total, distanceToConfirm, priceLines } = booking
  return { deliveryFee, total, distanceToConfirm, shared: sharedDeliveryIn(priceLines) }
}

const actionsOf = async (id: BookingId) => (await bookingTimeline(id)).map(({ action }) => action)

async function mailsTo(id: BookingId): Promise<string[]> {
  const { rows } = await db.execute<{ template: string }>(sql`
    select template from mails where booking_id = ${id} and state <> 'withdrawn' and template = 'booking-changed'`)
  return rows.map(({ template }) => template)
}

async function cancelled(party: Party, id: BookingId) {
  const done = await cancelOwnBooking(party, id, { shown: { kept: 0, refund: 0 } }, now)
  if (!done.ok) throw new Error(done.error.kind)
}

const none = { deliveryFee: 0, total: 20_000, distanceToConfirm: false }

describe("the fee of a delivery that bookings of one order share (D48)", () => {
  test("goes to the next request when its customer gives up the one that carries it, as was said before, with a mail", async () => {
    const { party, first, second, third, fee } = await ordered(3)
    expect(fee).toBeGreaterThan(0)
    expect(await previewCancellation(party, first.id, now)).toMatchObject({
      ok: true,
      value: { deliveryGoesTo: { number: second.number, productName: "Borne de table", fee } },
    })
    expect(await previewCancellation(party, second.id, now)).toMatchObject({ value: { deliveryGoesTo: null } })
    await cancelled(party, first.id)
    expect(await stateOf(second.id)).toEqual({
      deliveryFee: fee,
      total: 20_000 + fee,
      distanceToConfirm: false,
      shared: { counted: true, with: ["Arcade"] },
    })
    expect(await stateOf(third.id)).toEqual({ ...none, shared: { counted: false, with: ["Borne de table"] } })
    expect(await bookingTimeline(second.id)).toMatchObject([
      { action: "booking.placed" },
      {
        action: "booking.delivery-taken-over",
        details: { otherBooking: first.number, deliveryFee: fee, total: 20_000 + fee, totalBefore: 20_000 },
      },
    ])
    expect(await mailsTo(second.id)).toHaveLength(1)
    expect(await mailsTo(third.id)).toEqual([])
    // And on, until one is left that travels alone.
    await cancelled(party, second.id)
    expect(await stateOf(third.id)).toEqual({ ...none, deliveryFee: fee, total: 20_000 + fee, shared: null })
  })

  test("stays where it is when one that it was counted for leaves, which the price then names no more", async () => {
    const { party, first, second, fee } = await ordered(3)
    await cancelled(party, second.id)
    expect(await stateOf(first.id)).toMatchObject({ deliveryFee: fee, shared: { counted: true, with: ["Arcade"] } })
    expect(await actionsOf(first.id)).toEqual(["booking.placed"])
  })

  test("comes with the distance that is still to be entered", async () => {
    const { party, first, second } = await ordered(2, nowhere)
    expect((await stateOf(second.id)).distanceToConfirm).toBe(false)
    await cancelled(party, first.id)
    expect(await stateOf(second.id)).toEqual({ ...none, distanceToConfirm: true, shared: null })
  })

  test("is handed on by a refusal, and given back by its undoing, of which the customer hears nothing", async () => {
    const { first, second, fee } = await ordered()
    const refused = await refuseBooking({ actor: owner, id: first.id, at: now })
    if (!refused.ok) throw new Error(refused.error.kind)
    expect(await stateOf(second.id)).toMatchObject({ deliveryFee: fee, total: 20_000 + fee })
    expect(await mailsTo(second.id)).toHaveLength(1)
    const events = await bookingTimeline(first.id)
    const before = answerBefore.parse(events.at(-1)?.details)
    const undone = await undoAnswer(
      owner,
      { event: refused.value.eventId, bookingId: first.id, to: "refused", before },
      new Date(now.getTime() + 20_000),
    )
    expect(undone.ok).toBe(true)
    expect(await stateOf(first.id)).toMatchObject({ deliveryFee: fee, shared: { counted: true } })
    expect(await stateOf(second.id)).toEqual({ ...none, shared: { counted: false, with: ["Photomaton bois"] } })
    expect(await mailsTo(second.id)).toEqual([])
    expect(await actionsOf(second.id)).toEqual([
      "booking.placed",
      "booking.delivery-taken-over",
      "booking.delivery-left",
    ])
  })

  test("is not paid twice when a refused request comes back and the next one is confirmed with it", async () => {
    const { first, second, fee } = await ordered()
    expect((await refuseBooking({ actor: owner, id: first.id, at: now })).ok).toBe(true)
    expect((await confirmBooking(owner, second.id, now)).ok).toBe(true)
    expect((await restoreBooking({ actor: owner, id: first.id, from: "refused", at: now })).ok).toBe(true)
    expect(await stateOf(second.id)).toMatchObject({ deliveryFee: fee })
    expect(await stateOf(first.id)).toEqual({ ...none, shared: { counted: false, with: ["Borne de table"] } })
  })

  test("stays with who took it over where less than that is left of their price", async () => {
    const { first, second, fee } = await ordered()
    expect((await refuseBooking({ actor: owner, id: first.id, at: now })).ok).toBe(true)
    const adjustment = {
      id: randomUUID(),
      kind: "discount",
      name: "Geste",
      amount: 20_000 + fee - 100,
      reason: "Client fidèle",
    } as const
    const seen = { seen: await bookingVersion(second.id), acceptsOverpaid: false, tellsCustomer: true }
    expect((await adjustPrice(owner, second.id, { adjustment, ...seen }, now)).ok).toBe(true)
    expect((await restoreBooking({ actor: owner, id: first.id, from: "refused", at: now })).ok).toBe(true)
    expect(await stateOf(second.id)).toMatchObject({ deliveryFee: fee, total: 100 })
  })

  test("is handed on by a request whose time runs out, to one that waits still, and by one that goes elsewhere", async () => {
    const { first, second, third, fee } = await ordered(3)
    const late = new Date(now.getTime() + 60_000)
    await db.update(bookings).set({ expiresAt: late }).where(eq(bookings.id, first.id))
    await db.update(bookings).set({ expiresAt: late }).where(eq(bookings.id, second.id))
    await transaction((tx) => refuseExpired(tx, [first.id], late))
    expect(await stateOf(second.id)).toMatchObject({ deliveryFee: 0 })
    expect(await stateOf(third.id)).toMatchObject({ deliveryFee: fee, shared: null })

    const other = await ordered()
    const days = [...elsewhere]
    const proposed = await proposeEdit(other.first.id, { days }, now)
    if (!proposed.ok) throw new Error(proposed.error.kind)
    const edit = { change: { days }, seen: await bookingVersion(other.first.id), message: null }
    const moved = await editBooking(owner, other.first.id, { ...edit, shownTotal: proposed.value.after.total }, now)
    expect(moved.ok).toBe(true)
    expect(await stateOf(other.first.id)).toMatchObject({ deliveryFee: other.fee, shared: null })
    expect(await stateOf(other.second.id)).toMatchObject({ deliveryFee: other.fee, shared: null })
    expect(await mailsTo(other.second.id)).toHaveLength(1)
  })

  test("is handed to none of those that are refused together", async () => {
    const { party, second, third } = await ordered(3)
    expect(await refuseRequestsOf(owner, party.account.id, now)).toBe(3)
    for (const { id } of [second, third]) {
      expect(await actionsOf(id)).toEqual(["booking.placed", "booking.refused"])
      expect(await mailsTo(id)).toEqual([])
    }
  })

  test("is not added to what is confirmed: its owner sees that nobody pays it, until they have put it on the price", async () => {
    const { party, first, second } = await ordered()
    expect((await confirmBooking(owner, second.id, now)).ok).toBe(true)
    expect((await bookingDetail(second.id, now))?.deliveryWasWith).toBeNull()
    await cancelled(party, first.id)
    expect(await stateOf(second.id)).toMatchObject(none)
    expect((await bookingDetail(second.id, now))?.deliveryWasWith).toBe("Photomaton bois")
    expect((await bookingDetail(first.id, now))?.deliveryWasWith).toBeNull()
    const adjustment = {
      id: randomUUID(),
      kind: "surcharge",
      name: "Livraison",
      amount: 4_000,
      reason: "Elle part seule",
    } as const
    const seen = { seen: await bookingVersion(second.id), acceptsOverpaid: false, tellsCustomer: true }
    expect((await adjustPrice(owner, second.id, { adjustment, ...seen }, now)).ok).toBe(true)
    expect((await bookingDetail(second.id, now))?.deliveryWasWith).toBeNull()
  })

  test("of one order is none of another's", async () => {
    const { party, first } = await ordered()
    const product = await makeProduct()
    const alone = await placeBooking({
      party,
      order: { ...makeOrder(product.id, [...weekend]), isDelivery: true, address: lyon },
      at: now,
    })
    if (!alone.ok) throw new Error(alone.error.kind)
    const before = await stateOf(alone.value.booking.id)
    await cancelled(party, first.id)
    expect(await stateOf(alone.value.booking.id)).toEqual(before)
  })
})
