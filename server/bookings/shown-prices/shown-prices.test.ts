import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Party, anonymousAccount, ownAccountParty } from "../../../domain/accounts/party.ts"
import { readPlace } from "../../../domain/booking/choice.ts"
import type { Day } from "../../../domain/day.ts"
import type { CartId, CartItemId, ProductId } from "../../../domain/id.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { clearJobs, readMailOrders } from "../../../tests/harness/jobs.ts"
import { createStamp } from "../../accounts/auth/form-stamp.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { db } from "../../platform/database.server.ts"
import { throttles } from "../../platform/schema/accounts.ts"
import { products } from "../../platform/schema/catalog.ts"
import { leads } from "../../platform/schema/leads.ts"
import { shownPrices } from "../../platform/schema/shown-prices.ts"
import { addToCart } from "../cart/add.ts"
import { readCart } from "../cart/read.ts"
import { placeCart } from "../place-cart.ts"
import { placeBooking } from "../place.ts"
import { fillCartFromPrice } from "./fill-cart.ts"
import { readWizardView } from "../wizard-view.ts"
import { priceCartToShow, priceChoiceToShow } from "./price-to-show.ts"
import { findShownPrice, showPrice, showPricePurpose } from "./show-price.ts"

const saturday: Day = "2027-06-12"
const inDays = (days: number) => new Date(now.getTime() + days * 86_400_000)

beforeEach(async () => {
  await makeFinanceSettings()
  await db.delete(throttles)
  await db.delete(shownPrices)
  await clearJobs()
})

type Wish = { email?: string; days?: Day[]; photoPacks?: number; postcode?: string; at?: Date; address?: string }

async function show(
  productId: ProductId,
  { email = "", days = [saturday], photoPacks = 0, at = now, ...own }: Wish = {},
) {
  const choice = { productId, days, options: [], photoPacks, postcode: own.postcode ?? null, town: null }
  const priced = await priceChoiceToShow(anonymousAccount, choice, { isDelivery: true, at })
  if (!priced.ok) throw new Error(priced.error.kind)
  const common = await wish(at)
  return showPrice({
    ...common,
    price: priced.value,
    email,
    firstName: "Camille",
    address: own.address ?? common.address,
  })
}

async function wish(at = now) {
  return {
    email: "",
    firstName: "",
    userId: null,
    campaign: "",
    guard: { trap: "", stamp: await createStamp(showPricePurpose, at) },
    address: "192.0.2.1",
    at,
  }
}

async function addProduct(party: Party, id: ProductId, day = saturday) {
  const product = await readProductForRent(id)
  if (!product) throw new Error("The product is gone")
  const choice = { days: [day], options: [], photoPacks: 0, itemId: crypto.randomUUID() as CartItemId }
  expect((await addToCart(party, product, choice, now)).ok).toBe(true)
}

async function makeShownPrice(productId: ProductId, own: Wish = {}) {
  const result = await show(productId, own)
  const price = result.ok ? await findShownPrice(result.value.secret) : null
  if (!price) throw new Error("No price was shown")
  return price
}

async function book(productId: ProductId, at: Date, order: Parameters<typeof makeOrder>[2], days: Day[] = [saturday]) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, days, order),
    at,
  })
  return placed.ok ? placed.value.booking.total : placed.error
}

const raisePrice = (id: ProductId) => db.update(products).set({ price: 40_000 }).where(eq(products.id, id))

describe("a shown price", () => {
  test("is honoured by the verb for seven days, for the same choice only", async () => {
    const product = await makeProduct({ price: 25_000, stock: 9 })
    const { id } = await makeShownPrice(product.id, { photoPacks: 1 })
    await raisePrice(product.id)
    const same = { photoPacks: 1, shownPrice: id }
    expect(await book(product.id, inDays(7), { ...same, expectedTotal: 25_700 })).toBe(25_700)
    expect(await book(product.id, inDays(7), { photoPacks: 1 })).toBe(40_700)
    expect(await book(product.id, inDays(7.1), same)).toBe(40_700)
    expect(await book(product.id, inDays(1), { photoPacks: 2, shownPrice: id })).toBe(41_400)
    expect(await book(product.id, inDays(1), same, ["2027-06-13"])).toBe(40_700)
    const decor = await makeOption(product.id, { price: 3_000, unit: "unit" })
    const options = [{ optionId: decor.id, quantity: 1 }]
    expect(await book(product.id, inDays(1), { ...same, options })).toBe(43_700)
    expect(await book((await makeProduct({ price: 30_000 })).id, inDays(1), { shownPrice: id })).toBe(30_000)
  })

  test("holds the delivery of its postcode, and another place is at today's fee", async () => {
    const product = await makeProduct({ price: 25_000, stock: 9 })
    const { id, rows } = await makeShownPrice(product.id, { postcode: "77300" })
    const displayed = rows[0]?.total ?? 0
    expect(displayed).toBeGreaterThan(25_000)
    await makeFinanceSettings({ deliveryFeePerKm: 900 })
    const address = {
      street: "1 rue du Bal",
      zipCode: "77300",
      city: rows[0]?.address.city || "Fontainebleau",
      instructions: "",
    }
    expect(await book(product.id, now, { shownPrice: id, isDelivery: true, address })).toBe(displayed)
    expect(await book(product.id, now, { isDelivery: true, address })).toBeGreaterThan(displayed)
    expect(await book(product.id, now, { shownPrice: id })).toBe(25_000)
    await makeFinanceSettings({ deliveryFeePerKm: 200 })
  })

  test("stands in the wizard's summary until another choice is made", async () => {
    const { id } = await makeProduct({ price: 25_000 })
    const price = await makeShownPrice(id)
    await raisePrice(id)
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is gone")
    const choice = {
      days: [saturday],
      options: [],
      photoPacks: 0,
      postcode: null,
      town: null,
      cartItem: null,
      shownPrice: price.id,
    }
    const view = {
      product,
      place: readPlace(new URLSearchParams("step=options")),
      party: null,
      promoCode: null,
      at: now,
    }
    expect((await readWizardView({ ...view, choice })).heldLines).toMatchObject([{ amount: 25_000 }])
    expect((await readWizardView({ ...view, choice: { ...choice, photoPacks: 1 } })).heldLines).toBeNull()
  })

  test("of a cart holds in the reader's cart, and no longer once a line is changed", async () => {
    const [one, other] = [
      await makeProduct({ price: 25_000, stock: 9 }),
      await makeProduct({ price: 30_000, stock: 9 }),
    ]
    const maker = ownAccountParty(await makeCustomer())
    for (const { id } of [one, other]) await addProduct(maker, id)
    const priced = await priceCartToShow(maker.account, now)
    if (!priced.ok) throw new Error(priced.error.kind)
    const made = await showPrice({ ...(await wish()), price: priced.value })
    const price = made.ok ? await findShownPrice(made.value.secret) : null
    if (!price) throw new Error("No price was shown")
    await raisePrice(one.id)

    const reader = ownAccountParty(await makeCustomer())
    expect((await fillCartFromPrice(reader, price, now)).ok).toBe(true)
    expect((await fillCartFromPrice(reader, price, now)).ok).toBe(true)
    const cart = await readCart(reader.account.id, now)
    expect(cart).toMatchObject({ total: 55_000, lines: [{}, {}] })
    const order = {
      ...makeOrder(one.id, [saturday]),
      cartId: cart?.id as CartId,
      expectedDigest: null,
      expectedTotal: 55_000,
    }
    expect(await placeCart(reader, order, now)).toMatchObject({ ok: true, value: { bookings: [{ total: 55_000 }] } })

    const third = ownAccountParty(await makeCustomer())
    await fillCartFromPrice(third, price, now)
    await addProduct(third, other.id, "2027-06-20")
    expect((await readCart(third.account.id, now))?.total).toBe(40_000 + 30_000 + 30_000)
    expect(await fillCartFromPrice(third, price, now)).toMatchObject({ ok: false, error: { kind: "cart-in-use" } })
  })

  test("keeps neither street nor place name, and only a digest of its secret", async () => {
    const product = await makeProduct()
    const made = await show(product.id, { postcode: "77300" })
    if (!made.ok) throw new Error(made.error.kind)
    const [stored] = await db.select().from(shownPrices)
    expect(stored?.rows[0]?.address).toMatchObject({ street: "", zipCode: "77300", instructions: "" })
    expect(JSON.stringify(stored)).not.toContain(made.value.secret)
  })

  test("is a lead that its booking wins, whoever books, and both are erased after thirty days", async () => {
    const product = await makeProduct({ stock: 9 })
    const { id } = await makeShownPrice(product.id)
    await book(product.id, now, { shownPrice: id })
    expect(await db.select().from(leads).where(eq(leads.shownPriceId, id))).toMatchObject([
      { kind: "price", state: "won" },
    ])
    await eraseExpired(inDays(29))
    expect(await db.$count(shownPrices)).toBe(1)
    await eraseExpired(inDays(31))
    expect(await db.$count(shownPrices)).toBe(0)
    expect(await db.$count(leads, eq(leads.kind, "price"))).toBe(0)
  })

  test("is mailed three times a day to one address at most, whoever asks, and ten times an hour by one sender", async () => {
    const product = await makeProduct()
    const email = "camille@exemple.example"
    const toOne: boolean[] = []
    for (let sender = 1; sender <= 4; sender++)
      toOne.push((await show(product.id, { email, address: `198.51.100.${sender}` })).ok)
    expect(toOne).toEqual([true, true, true, false])
    expect(await readMailOrders()).toMatchObject(
      Array.from({ length: 3 }, () => ({ template: "shown-price", to: [{ name: "", address: email }] })),
    )
    const bySender: boolean[] = []
    for (let attempt = 1; attempt <= 11; attempt++)
      bySender.push((await show(product.id, { email: `ami-${attempt}@exemple.example`, address: "203.0.113.9" })).ok)
    expect(bySender.filter(Boolean)).toHaveLength(10)
  })
})
