import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Staff, type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import { readPlace } from "../../domain/booking/choice.ts"
import { readChoice } from "../../domain/booking/read-choice.ts"
import type { Day } from "../../domain/day.ts"
import {
  bookingNow,
  contractAt,
  hours,
  minutes,
  queuedJobs,
  shopWithTemplate,
  signingForm,
  visit,
} from "../../tests/contracts/signing.ts"
import {
  makeAccountHolder,
  makeDownPayment,
  makeFinanceSettings,
  makeOrder,
  makePlan,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"
import { proveByCode, requestSigningCode } from "../contracts/signing-code.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { sendContract } from "../contracts/send-contract.ts"
import { signContract } from "../contracts/sign.ts"
import { readDueAmount } from "../money/finance/payments.ts"
import { db } from "../platform/database.server.ts"
import { sharedAccounts } from "../platform/schema/accounts.ts"
import type { products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { refuseBooking } from "./answer.ts"
import { readCheckoutView } from "./cart/checkout.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { placeCart } from "./place-cart.ts"
import { placeBooking } from "./place.ts"
import type { BookingOrder } from "./quote-order.ts"
import { readWizardView } from "./wizard-view.ts"

const saturday: Day = "2027-06-12"
const nearby = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const lyon = { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" }
const nowhere = { street: "1 rue Sans Nom", zipCode: "00000", city: "Nulle-Part", instructions: "" }

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const makeInstant = (values: Partial<typeof products.$inferInsert> = {}) =>
  makeProduct({
    instantBooking: true,
    instantNoticeDays: 2,
    instantMaximumKm: 60,
    instantMaximumTotal: 60_000,
    ...values,
  })

async function place(party: Party, order: BookingOrder, at = now) {
  const placed = await placeBooking({ party, order, at })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function placeOwn(order: BookingOrder, at = now) {
  return place(ownAccountParty(await makeAccountHolder({ emailVerified: false })), order, at)
}

async function templatesInQueue() {
  return (await queuedJobs("send-mail")).map(({ data }) => data.template)
}

async function lastCode() {
  const mails = await queuedJobs("send-mail")
  return mails.flatMap(({ data }) => (data.template === "signing-code" ? [data.data.token] : [])).at(-1) ?? ""
}

describe("an instant booking", () => {
  test("the system confirms it in the placing transaction, tells the owner and prepares the contract", async () => {
    const { id } = await makeInstant()
    const booking = await placeOwn(makeOrder(id, [saturday], { isDelivery: true, address: nearby }))
    expect(booking).toMatchObject({ status: "confirmed", isInstant: true, confirmedAt: now })
    expect(booking.agreement).not.toBeNull()
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "prepared", total: booking.total })
    expect(await templatesInQueue()).toEqual(["booking-instant-owner"])
    expect(await queuedJobs("send-contract")).toMatchObject([{ data: { bookingId: booking.id } }])
    const history = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, booking.id))
    expect(history.map(({ action, actorKind }) => [action, actorKind])).toEqual([
      ["booking.placed", "customer"],
      ["booking.confirmed", "system"],
    ])
  })

  test("the customer signs with a code before the contract's mail has left, and the down payment is due", async () => {
    const { id } = await makeInstant()
    const customer = await makeAccountHolder({ emailVerified: false })
    const booking = await place(ownAccountParty(customer), makeOrder(id, [saturday]))
    const contract = await contractAt(booking.id, 1)
    const signer = { by: "session", account: customer } as const
    expect(await signContract(signer, signingForm(contract), visit, minutes(1))).toMatchObject({
      ok: false,
      error: { kind: "not-proved" },
    })
    await requestSigningCode({ account: customer, contractId: contract.id, visit, at: minutes(1) })
    const code = await lastCode()
    expect(
      await proveByCode({ account: customer, contractId: contract.id, code, visit, at: minutes(2) }),
    ).toMatchObject({ ok: true })
    expect(await signContract(signer, signingForm(contract), visit, minutes(2))).toMatchObject({ ok: true })
    expect(await readDueAmount(booking.id, minutes(2))).toBe(7_500)
    await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(3))
    expect(await contractAt(booking.id, 1)).toMatchObject({ status: "signed" })
    expect(await refuseBooking({ actor: camille, id: booking.id, at: hours(1) })).toMatchObject({
      ok: false,
      error: { kind: "not-possible", from: "confirmed" },
    })
  })

  test("the contract's mail leaves at once and starts the 48 hours", async () => {
    const { id } = await makeInstant()
    const booking = await placeOwn(makeOrder(id, [saturday]))
    await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
    expect(await templatesInQueue()).toEqual(["booking-instant-owner", "booking-confirmed"])
    expect((await bookingNow(booking.id)).contractDueAt).toEqual(minutes(1 + 48 * 60))
  })

  test("a booking by the hour is confirmed at once like one by the day", async () => {
    const { id } = await makeInstant()
    const plan = { id: (await makePlan(id)).id, startTime: "17:00", extraHours: 0 } as const
    expect(await placeOwn(makeOrder(id, [saturday], { plan }))).toMatchObject({ status: "confirmed", isInstant: true })
  })

  test.each<[string, Partial<typeof products.$inferInsert>, Partial<BookingOrder>, Day]>([
    ["a product without it", { instantBooking: false }, {}, saturday],
    ["a day before the notice", {}, {}, "2027-05-02"],
    ["a place too far away", { instantMaximumTotal: null }, { isDelivery: true, address: lyon }, saturday],
    ["an unknown distance", {}, { isDelivery: true, address: nowhere }, saturday],
    ["a total above the maximum", { price: 60_100 }, {}, saturday],
  ])("%s waits for the owner", async (_, product, order, day) => {
    const { id } = await makeInstant(product)
    expect(await placeOwn(makeOrder(id, [day], order))).toMatchObject({ status: "pending", isInstant: false })
    expect(await templatesInQueue()).toContain("booking-requested")
    expect(await queuedJobs("send-contract")).toEqual([])
  })

  test("of two rentals, one that does not allow it leaves the booking to the owner", async () => {
    const [instant, other] = [await makeInstant({ instantMaximumTotal: null, stock: 2 }), await makeProduct()]
    const both = (id: typeof other.id) => {
      const order = makeOrder(instant.id, [saturday])
      return { ...order, rentals: [...order.rentals, ...makeOrder(id, [saturday]).rentals] }
    }
    expect(await placeOwn(both(other.id))).toMatchObject({ status: "pending" })
    const second = await makeInstant({ instantMaximumTotal: null })
    expect(await placeOwn(both(second.id))).toMatchObject({ status: "confirmed" })
  })

  test("a second booking waits for the owner while the first is unsigned", async () => {
    const { id } = await makeInstant({ stock: 5 })
    const party = ownAccountParty(await makeAccountHolder())
    expect(await place(party, makeOrder(id, [saturday]))).toMatchObject({ status: "confirmed" })
    expect(await place(party, makeOrder(id, [saturday]), minutes(1))).toMatchObject({ status: "pending" })
    expect(await place(party, makeOrder(id, ["2027-07-03"]), hours(1))).toMatchObject({ status: "pending" })
  })

  test("wizard and cart promise it only to whom it is open", async () => {
    const { id } = await makeInstant({ stock: 5 })
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const party = ownAccountParty(await makeAccountHolder())
    const line = { days: ["2027-07-03" as Day], options: [], photoPacks: 0, itemId: randomUUID() }
    await addToCart(party, product, line, now)
    const promises = async (reader: Party | null) => {
      const values = new URLSearchParams({ date: saturday })
      const view = { product, choice: readChoice(values), place: readPlace(values) }
      const { instant } = await readWizardView({ ...view, party: reader, promoCode: null, at: now })
      const checkout = reader && (await readCheckoutView(reader, { step: "address", promoCode: null }, now))
      return [instant !== null, checkout?.instant?.some(({ terms }) => terms !== null) ?? false]
    }
    expect(await promises(null)).toEqual([true, false])
    expect(await promises(party)).toEqual([true, true])
    const grantee: Party = { ...party, actor: { kind: "customer", id: (await makeAccountHolder()).id, name: "Nora" } }
    expect(await promises(grantee)).toEqual([false, false])
    await place(party, makeOrder(id, [saturday]))
    expect(await promises(party)).toEqual([false, false])
  })

  test("a grantee's booking and the owner's own are never instant", async () => {
    const { id } = await makeInstant({ stock: 5 })
    const [account, grantee] = [await makeAccountHolder(), await makeAccountHolder()]
    await db.insert(sharedAccounts).values({
      ownerId: account.id,
      sharedWithId: grantee.id,
      permissions: ["view", "book"],
    })
    const party: Party = { actor: { kind: "customer", id: grantee.id, name: grantee.name }, account }
    expect(await place(party, makeOrder(id, [saturday]))).toMatchObject({ status: "pending" })
    expect(await place({ actor: camille, account }, makeOrder(id, [saturday]))).toMatchObject({ status: "pending" })
  })

  test("an instant confirmation lifts no limit on open requests, a payment does", async () => {
    const { id } = await makeInstant({ stock: 40 })
    const party = ownAccountParty(await makeAccountHolder())
    const instant = await place(party, makeOrder(id, [saturday]))
    for (let index = 1; index < 20; index++) await place(party, makeOrder(id, [saturday]), minutes(index))
    const order = makeOrder(id, [saturday])
    expect(await placeBooking({ party, order, at: hours(1) })).toMatchObject({ error: { kind: "too-many-open" } })
    await makeDownPayment(instant.id)
    expect(await placeBooking({ party, order, at: hours(1) })).toMatchObject({ ok: true })
  })

  test("a shop without a contract's text leaves the request to the owner", async () => {
    await freshDatabase()
    await makeFinanceSettings()
    const { id } = await makeInstant()
    expect(await placeOwn(makeOrder(id, [saturday]))).toMatchObject({ status: "pending" })
  })
})

describe("a cart of instant products", () => {
  async function order(days: readonly Day[]) {
    const customer = await makeAccountHolder()
    const party = ownAccountParty(customer)
    for (const day of days) {
      const product = await readProductForRent((await makeInstant({ instantMaximumTotal: null })).id)
      if (!product) throw new Error("The product is not for rent")
      const line = { days: [day], options: [], photoPacks: 0, itemId: randomUUID() }
      const added = await addToCart(party, product, line, now)
      if (!added.ok) throw new Error(added.error.kind)
    }
    const cart = await readCart(customer.id, now)
    if (!cart) throw new Error("There is no cart")
    const placed = await placeCart(
      party,
      {
        cartId: cart.id,
        expectedDigest: cart.digest,
        isDelivery: true,
        address: nearby,
        idempotencyKey: randomUUID(),
        expectedTotal: null,
      },
      now,
    )
    if (!placed.ok) throw new Error(placed.error.kind)
    return placed.value.bookings
  }

  test("lines of one event are confirmed at once together", async () => {
    expect(await order([saturday, saturday])).toMatchObject([{ status: "confirmed", isInstant: true }])
    expect(await templatesInQueue()).toEqual(["booking-instant-owner"])
  })

  test("two events of one cart wait for the owner", async () => {
    expect(await order([saturday, "2027-07-03"])).toMatchObject([{ status: "pending" }, { status: "pending" }])
  })
})
