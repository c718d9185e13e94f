import { randomUUID } from "node:crypto"
import { and, eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Party, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { beforeNextTransaction } from "../../tests/harness/before-transaction.ts"
import { makeAccountHolder, makeFinanceSettings, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { removeFromCart } from "./cart/remove.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { readSiteConfig } from "../shop/content/site.ts"
import { db, pool } from "../platform/database.server.ts"
import { listBookingMails } from "../outside/mails/ledger.ts"
import { occupancy } from "../platform/schema/availability.ts"
import { unitDays } from "../../tests/unit-days.ts"
import { bookingDrafts, bookings, cartItems, carts } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { saveDraftAddress } from "./draft.ts"
import { listOrderBookings } from "../booking-record/booking-rows.ts"
import { placeBooking } from "./place.ts"
import { type CartOrder, placeCart } from "./place-cart.ts"

const weekend: Day[] = ["2027-06-11", "2027-06-12"]
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const nogent = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
const lyon = { street: "12 rue de la République", zipCode: "69002", city: "Lyon", instructions: "" }

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

async function customer(): Promise<Party> {
  return ownAccountParty(await makeAccountHolder())
}

async function fill(party: Party, lines: readonly (readonly [ProductId, readonly Day[]])[]): Promise<void> {
  for (const [index, [productId, days]] of lines.entries()) {
    const product = await readProductForRent(productId)
    if (!product) throw new Error("The product is not for rent")
    // One millisecond apart, to fix their order.
    const at = new Date(now.getTime() + index)
    const added = await addToCart(party, product, { days, options: [], photoPacks: 0, itemId: randomUUID() }, at)
    if (!added.ok) throw new Error(added.error.kind)
  }
}

async function makeCartOrder(party: Party, values: Partial<CartOrder> = {}): Promise<CartOrder> {
  const cart = await readCart(party.account.id, now)
  if (!cart) throw new Error("The cart is empty")
  return {
    cartId: cart.id,
    expectedDigest: cart.digest,
    isDelivery: false,
    address: nogent,
    idempotencyKey: randomUUID(),
    expectedTotal: null,
    ...values,
  }
}

const placedFor = ({ account }: Party) => db.select().from(bookings).where(eq(bookings.userId, account.id))
const summarizeLines = (booking: {
  priceLines: { lines: readonly { kind: string; amount: number; rental?: number }[] }
}) => booking.priceLines.lines.map(({ kind, amount, rental }) => [kind, amount, rental])

describe("ordering a whole cart (D13)", () => {
  test("lines whose days overlap become one booking, delivered once, with one mail and no cart left @S-cart-whole", async () => {
    const party = await customer()
    const wood = await makeProduct({ name: "Photomaton bois", price: 25_000 })
    const table = await makeProduct({ name: "Borne de table", price: 12_000 })
    const arcade = await makeProduct({ name: "Arcade", price: 9_000 })
    await fill(party, [
      [wood.id, weekend],
      [table.id, weekend],
      [arcade.id, ["2027-06-20"]],
    ])
    await saveDraftAddress(party, null, lyon, now)
    const order = await makeCartOrder(party, { isDelivery: true, address: lyon })
    const answer = await placeCart(party, order, now)
    if (!answer.ok) throw new Error(answer.error.kind)
    const [first, second] = answer.value.bookings
    if (!first || !second) throw new Error("A booking is missing")
    const fee = first.deliveryFee
    expect(fee).toBe(first.distance * 200)
    expect(fee).toBeGreaterThan(140_000)
    expect(summarizeLines(first)).toEqual([
      ["product", 50_000, 1],
      ["product", 24_000, 2],
      ["delivery", fee, undefined],
    ])
    expect(summarizeLines(second)).toEqual([
      ["product", 9_000, 1],
      ["delivery", fee, undefined],
    ])
    expect([first.total, second.total]).toEqual([74_000 + fee, 9_000 + fee])
    expect(first.rentals).toMatchObject([
      { position: 1, productName: "Photomaton bois", dates: weekend },
      { position: 2, productName: "Borne de table", dates: weekend },
    ])
    expect(first).toMatchObject({ productName: "Photomaton bois, Borne de table", dates: weekend })
    expect([first, second].map(({ number, orderPart }) => [number - first.number, orderPart])).toEqual([
      [0, 1],
      [1, 2],
    ])
    expect(await listOrderBookings(party.account.id, order.idempotencyKey)).toEqual([first, second])
    expect(second).toMatchObject({ status: "pending", distance: first.distance, distanceToConfirm: false })

    const occupied = await db.select().from(unitDays).where(eq(unitDays.kind, "booking"))
    expect(occupied).toHaveLength(5)
    for (const { id } of answer.value.bookings) {
      const events = await db.select().from(recordedEvents).where(eq(recordedEvents.bookingId, id))
      expect(events).toMatchObject([{ action: "booking.placed", actorId: party.account.id }])
    }
    const mails = await db.execute<{ template: string }>(sql`select template from mails order by template`)
    expect(mails.rows.map(({ template }) => template)).toEqual(["cart-requested", "cart-requested-owner"])
    // The order's one mail is in the history of each of its bookings, and of no other.
    for (const { id } of [first, second])
      expect((await listBookingMails(id)).map(({ template }) => template).toSorted()).toEqual([
        "cart-requested",
        "cart-requested-owner",
      ])
    const alone = await placeBooking({ party, order: makeOrder(arcade.id, ["2027-08-01"]), at: now })
    if (!alone.ok) throw new Error(alone.error.kind)
    expect((await listBookingMails(alone.value.booking.id)).map(({ template }) => template)).not.toContain(
      "cart-requested",
    )
    expect(await db.select().from(carts)).toEqual([])
    expect(await db.select().from(bookingDrafts)).toEqual([])
  })

  test("one unavailable line stops the order and is named, and every other line stays @S-cart-whole", async () => {
    const party = await customer()
    const wood = await makeProduct({ name: "Photomaton bois" })
    const table = await makeProduct({ name: "Borne de table" })
    await fill(party, [
      [wood.id, weekend],
      [table.id, weekend],
    ])
    const order = await makeCartOrder(party)
    // The cart has expired, and another customer has booked one of its products.
    const late = after(31)
    expect(
      (await placeBooking({ party: await customer(), order: makeOrder(table.id, ["2027-06-12"]), at: late })).ok,
    ).toBe(true)
    expect(await placeCart(party, order, late)).toMatchObject({
      ok: false,
      error: {
        kind: "lines-refused",
        lines: [{ productName: "Borne de table", problem: { kind: "days-taken", days: ["2027-06-12"] } }],
      },
    })
    expect(await placedFor(party)).toEqual([])
    expect(await db.select().from(cartItems)).toHaveLength(2)
    // Without that line the expired cart can be ordered: its days are free.
    const [line] =
      (await readCart(party.account.id, late))?.lines.filter(({ unavailable }) => unavailable.length > 0) ?? []
    if (!line) throw new Error("No line stands in the way")
    await removeFromCart(party, line.id)
    const rest = await makeCartOrder(party, { cartId: order.cartId })
    expect(await placeCart(party, rest, late)).toMatchObject({
      ok: true,
      value: { bookings: [{ productId: wood.id }] },
    })
  })

  test("an order sent repeatedly makes the same bookings, and another cart under its key is refused", async () => {
    const party = await customer()
    const [one, two] = [await makeProduct({ stock: 3 }), await makeProduct({ stock: 3 })]
    await fill(party, [
      [one.id, weekend],
      [two.id, weekend],
    ])
    const order = await makeCartOrder(party)
    const answers = await Promise.all(Array.from({ length: 6 }, () => placeCart(party, order, now)))
    const ids = answers.map((answer) =>
      answer.ok ? answer.value.bookings.map(({ id }) => id).join() : answer.error.kind,
    )
    expect(new Set(ids).size).toBe(1)
    expect(await placedFor(party)).toHaveLength(1)
    const replayed = await placeCart(party, { ...order, address: { ...nogent, street: "" } }, after(60))
    expect(replayed).toMatchObject({ ok: true, value: { repeated: true } })

    await fill(party, [[one.id, ["2027-07-01"]]])
    const other = await makeCartOrder(party, { idempotencyKey: order.idempotencyKey })
    expect(await placeCart(party, other, now)).toEqual({ ok: false, error: { kind: "already-sent" } })
    expect(await placeCart(party, { ...order, isDelivery: true }, now)).toEqual({
      ok: false,
      error: { kind: "already-sent" },
    })
  })

  test("an order is displayed again when its price or its lines have changed", async () => {
    const party = await customer()
    const wood = await makeProduct({ price: 25_000 })
    const table = await makeProduct({ price: 12_000 })
    await fill(party, [[wood.id, weekend]])
    const order = await makeCartOrder(party, { expectedTotal: 50_000 })
    await db.update(products).set({ price: 26_000 }).where(eq(products.id, wood.id))
    expect(await placeCart(party, order, now)).toEqual({
      ok: false,
      error: { kind: "price-changed", expectedTotal: 50_000, total: 52_000 },
    })
    await fill(party, [[table.id, weekend]])
    expect(await placeCart(party, order, now)).toEqual({ ok: false, error: { kind: "cart-changed" } })
    expect(await placeCart(await customer(), order, now)).toEqual({ ok: false, error: { kind: "cart-empty" } })
    const incomplete = { ...order, address: { ...nogent, zipCode: "941" } }
    expect(await placeCart(party, incomplete, now)).toEqual({ ok: false, error: { kind: "address-incomplete" } })
    expect(await placedFor(party)).toEqual([])
  })

  test("the lines of a cart count together under the customer's cap: all pass, or none @K-open-requests", async () => {
    const [verified, unverified] = [await makeAccountHolder(), await makeAccountHolder({ emailVerified: false })]
    const product = await makeProduct({ stock: 60 })
    for (const [account, waiting, kind] of [
      [verified, 18, "too-many-open"],
      [unverified, 3, "email-unverified"],
    ] as const) {
      const party = ownAccountParty(account)
      for (let index = 0; index < waiting; index++)
        expect((await placeBooking({ party, order: makeOrder(product.id, ["2027-06-01"]), at: now })).ok).toBe(true)
      await fill(party, [
        [product.id, ["2027-06-02"]],
        [product.id, ["2027-06-03"]],
        [product.id, ["2027-06-04"]],
      ])
      expect(await placeCart(party, await makeCartOrder(party), now)).toMatchObject({ ok: false, error: { kind } })
      expect(await placedFor(party)).toHaveLength(waiting)
    }
  })

  test("two lines of one product are refused when its stock was lowered to one meanwhile", async () => {
    const party = await customer()
    const product = await makeProduct({ name: "Photomaton bois", stock: 2 })
    await fill(party, [
      [product.id, weekend],
      [product.id, weekend],
    ])
    const order = await makeCartOrder(party)
    await db
      .delete(occupancy)
      .where(sql`unit_id = (select id from units where product_id = ${product.id} and number = 2)`)
    await db.update(products).set({ stock: 1 }).where(eq(products.id, product.id))
    expect(await placeCart(party, order, now)).toMatchObject({
      ok: false,
      error: { kind: "lines-refused", lines: [{ productName: "Photomaton bois" }] },
    })
    expect(await placedFor(party)).toEqual([])
    expect(await db.select().from(cartItems)).toHaveLength(2)
  })

  test("an order takes one connection, so that more concurrent orders than the pool has all succeed", async () => {
    const product = await makeProduct({ stock: 16 })
    const orders: [Party, CartOrder][] = []
    for (let index = 0; index < 16; index++) {
      const party = await customer()
      await fill(party, [[product.id, weekend]])
      orders.push([party, await makeCartOrder(party)])
    }
    expect(orders.length).toBeGreaterThan(pool.options.max)
    const answers = await Promise.all(orders.map(([party, order]) => placeCart(party, order, now)))
    expect(answers.map((answer) => (answer.ok ? "ok" : answer.error.kind))).toEqual(orders.map(() => "ok"))
  })

  test(
    "carts with the same lines in opposite order have one winner, without a deadlock @S-no-deadlock",
    { timeout: 30_000 },
    async () => {
      const late = after(31)
      for (let round = 0; round < 3; round++) {
        const all = [await makeProduct(), await makeProduct(), await makeProduct()].map(({ id }) => id)
        const orders: [Party, CartOrder][] = []
        for (const ids of [all, all.toReversed(), all, all.toReversed()]) {
          const party = await customer()
          await fill(
            party,
            ids.map((id) => [id, weekend] as const),
          )
          orders.push([party, await makeCartOrder(party)])
          // Expires the cart, so that the next customer can put the same days into one.
          await db
            .update(occupancy)
            .set({ holdEndsAt: new Date(now.getTime() - 1) })
            .where(eq(occupancy.kind, "hold"))
        }
        const answers = await Promise.all(orders.map(([party, order]) => placeCart(party, order, late)))
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
        for (const answer of answers)
          if (!answer.ok) expect(answer.error).toMatchObject({ kind: "lines-refused", lines: expect.anything() })
        const occupied = await db.select().from(unitDays).where(eq(unitDays.kind, "booking"))
        expect(occupied).toHaveLength((round + 1) * 6)
      }
    },
  )
})

describe("a cart without lines (D49)", () => {
  test("an empty cart has ended: the next choice starts a new one with the full 30 minutes @S-cart-new", async () => {
    const party = await customer()
    const product = await makeProduct({ stock: 2 })
    const rented = await readProductForRent(product.id)
    if (!rented) throw new Error("The product is not for rent")
    const add = (at: Date) =>
      addToCart(party, rented, { days: weekend, options: [], photoPacks: 0, itemId: randomUUID() }, at)
    const first = await add(now)
    if (!first.ok) throw new Error(first.error.kind)
    await removeFromCart(party, first.value.itemId)
    expect(await add(after(20))).toMatchObject({ ok: true, value: { endsAt: after(50) } })
    expect((await placeBooking({ party, order: makeOrder(product.id, weekend), at: after(25) })).ok).toBe(true)
    expect(await add(after(25))).toMatchObject({ ok: true, value: { endsAt: after(55) } })
  })
})

describe("a cart's order racing another transaction", () => {
  // The first reader of a new shop creates its configuration, which the mails need.
  beforeEach(() => readSiteConfig())

  const two = async (stock = 2) => {
    const [wood, table] = [await makeProduct({ stock }), await makeProduct({ stock })]
    const party = await customer()
    await fill(party, [
      [wood.id, weekend],
      [table.id, weekend],
    ])
    await db.update(occupancy).set({ holdEndsAt: now })
    return { party, wood, table, order: await makeCartOrder(party) }
  }
  const readUnits = (id: ProductId) =>
    db
      .select({ unit: unitDays.unit })
      .from(unitDays)
      .where(and(eq(unitDays.productId, id), eq(unitDays.kind, "booking")))

  test("the order gives two lines of one product a unit each", async () => {
    const wood = await makeProduct({ stock: 2 })
    const party = await customer()
    await fill(party, [
      [wood.id, weekend],
      [wood.id, weekend],
    ])
    const order = await makeCartOrder(party)
    expect((await placeCart(party, order, now)).ok).toBe(true)
    expect((await readUnits(wood.id)).map(({ unit }) => unit).sort()).toEqual([1, 1, 2, 2])
  })

  test("the order moves to another unit when its own is taken just before its transaction @S-no-double", async () => {
    const { party, wood, order } = await two()
    const other = await customer()
    beforeNextTransaction(() => placeBooking({ party: other, order: makeOrder(wood.id, weekend), at: now }))
    expect((await placeCart(party, order, now)).ok).toBe(true)
    expect((await readUnits(wood.id)).map(({ unit }) => unit).sort()).toEqual([1, 1, 2, 2])
  })

  test("the order is refused as a whole, naming the lost line, when the stock falls before its transaction", async () => {
    const { party, table, order } = await two()
    expect((await placeBooking({ party: await customer(), order: makeOrder(table.id, weekend), at: now })).ok).toBe(
      true,
    )
    beforeNextTransaction(() => db.update(products).set({ stock: 1 }).where(eq(products.id, table.id)))
    const placed = await placeCart(party, order, now)
    expect(placed).toMatchObject({ ok: false, error: { kind: "lines-refused", lines: [{ productName: table.name }] } })
    expect(await placedFor(party)).toEqual([])
    expect(await db.$count(cartItems)).toBe(2)
  })

  test("the order is displayed again when a line is removed just before its transaction", async () => {
    const { party, order } = await two()
    const [line] = await db.select({ id: cartItems.id }).from(cartItems).limit(1)
    if (!line) throw new Error("The cart is empty")
    beforeNextTransaction(() => removeFromCart(party, line.id))
    expect(await placeCart(party, order, now)).toEqual({ ok: false, error: { kind: "cart-changed" } })
    expect(await placedFor(party)).toEqual([])
  })

  test("an order sent a second time just before its transaction is one order @S-no-double", async () => {
    const { party, order } = await two()
    beforeNextTransaction(() => placeCart(party, order, now))
    expect(await placeCart(party, order, now)).toMatchObject({ ok: true, value: { repeated: true } })
    expect(await placedFor(party)).toHaveLength(1)
  })
})
