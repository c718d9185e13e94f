import { saveProduct } from "../bookings/save-product.ts"
import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { type Administrator, onOwnAccount } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { makeAdministrator, makeCustomer, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { databaseForTest, freshDatabase } from "../../tests/harness/database.ts"
import { blockDays } from "../availability/block.ts"
import { confirmBooking, refuseBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { db } from "../platform/database.server.ts"
import { availableDates, occupancy } from "../platform/schema/availability.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { productManuals, productOptions, products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { type ProductFields, addProduct, duplicateProduct } from "./edit-products.ts"
import { productsInOrder } from "./admin-queries.ts"
import { PRODUCTS_TO_ORDER, forgetProductOrder, moveProduct, orderProducts, putProductFirst } from "./order-products.ts"
import { removeProduct } from "../bookings/remove-product.ts"
import { restoreProduct, setProductActive } from "./product-state.ts"
import { type Product, activeProducts, productForRent } from "./queries.ts"

beforeEach(freshDatabase)

const day = "2027-06-12"
const soon = new Date(now.getTime() + 9_000)

async function editor(name = "Camille"): Promise<Administrator> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

function fieldsOf(product: Product, values: Partial<ProductFields> = {}): ProductFields {
  const { id: _, imageUrl: _i, order: _o, archivedAt: _a, createdAt: _c, updatedAt: _u, ...fields } = product
  return { ...fields, ...values }
}

async function stored(id: ProductId): Promise<Product> {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  if (!row) throw new Error("The product is not there")
  return row
}

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await placeBooking({
    party: onOwnAccount(await makeCustomer()),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function hold(productId: ProductId, on: Day) {
  const product = await productForRent(productId)
  if (product) valueOf(await holdDays({ party: onOwnAccount(await makeCustomer()), product, days: [on], at: now }))
}

function valueOf<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

const actions = async () =>
  (await db.select().from(recordedEvents).orderBy(asc(recordedEvents.id))).map(({ action }) => action)
const unitsOf = async (productId: ProductId) =>
  (
    await db.select().from(occupancy).where(eq(occupancy.productId, productId)).orderBy(occupancy.day, occupancy.unit)
  ).map(({ day: on, unit, kind }) => `${on} ${unit} ${kind}`)

describe("a product", () => {
  test("is added and saved with who did it and what changed, and saved unchanged says nothing @C-products-write", async () => {
    const camille = await editor()
    const id = await addProduct(camille, fieldsOf(await makeProduct(), { name: "Juke-box" }))
    const product = await stored(id)
    valueOf(
      await saveProduct(camille, id, fieldsOf(product, { price: 9_900, features: ["Vinyles"] }), product.updatedAt),
    )
    valueOf(await saveProduct(camille, id, fieldsOf(await stored(id)), (await stored(id)).updatedAt))
    expect(await stored(id)).toMatchObject({ name: "Juke-box", price: 9_900, features: ["Vinyles"] })
    const written = await db.select().from(recordedEvents).orderBy(asc(recordedEvents.id))
    expect(written.map(({ action, details }) => [action, details["changed"]])).toEqual([
      ["product.added", expect.arrayContaining(["name", "price"])],
      ["product.saved", ["price", "features"]],
    ])
  })

  test("of two forms opened together, the second is told what the first changed and by whom", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const product = await makeProduct()
    valueOf(await saveProduct(camille, product.id, fieldsOf(product, { price: 30_000 }), product.updatedAt))
    const others = { name: "Autre nom", price: 28_000 }
    const second = await saveProduct(sasha, product.id, fieldsOf(product, others), product.updatedAt)
    expect(second).toMatchObject({ ok: false, error: { kind: "stale", by: "Camille" } })
    expect(second.ok || second.error.kind !== "stale" || second.error.fields.toSorted()).toEqual(["name", "price"])
    expect(await stored(product.id)).toMatchObject({ price: 30_000, name: product.name })
  })

  test("saved twice at the same moment from the same version, is taken once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const product = await makeProduct()
    const answers = await Promise.all(
      people.map((actor) =>
        saveProduct(actor, product.id, fieldsOf(product, { name: actor.kind + actor.id }), product.updatedAt),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("that is gone, or none at all, is told so", async () => {
    const camille = await editor()
    const product = await makeProduct()
    valueOf(await removeProduct(camille, product.id))
    for (const id of [product.id, crypto.randomUUID()]) {
      expect(await saveProduct(camille, id, fieldsOf(product), null)).toEqual({ ok: false, error: { kind: "gone" } })
      expect(await setProductActive(camille, id, true)).toEqual({ ok: false, error: { kind: "gone" } })
      expect(await duplicateProduct(camille, id)).toEqual({ ok: false, error: { kind: "gone" } })
    }
  })

  test("a change of its price touches no booking @R-products-screen", async () => {
    const product = await makeProduct({ photoPackPrice: 700 })
    const booking = await book(product.id, [day, "2027-06-13"])
    valueOf(
      await saveProduct(
        await editor(),
        product.id,
        fieldsOf(product, { price: 99_900, photoPackPrice: 5_000, photoPackQuantity: 1, name: "Renommé" }),
        product.updatedAt,
      ),
    )
    const [after] = await db.select().from(bookings).where(eq(bookings.id, booking.id))
    expect(after).toMatchObject({
      total: 50_000,
      dailyPrice: 25_000,
      photoPackPrice: 700,
      photoPackQuantity: 18,
      productName: product.name,
    })
  })

  test("is shown and hidden again @S-product-toggle", async () => {
    const camille = await editor()
    const { id } = await makeProduct({ isActive: false })
    valueOf(await setProductActive(camille, id, true))
    expect((await activeProducts()).map((each) => each.id)).toEqual([id])
    valueOf(await setProductActive(camille, id, false))
    expect(await activeProducts()).toEqual([])
    expect(await actions()).toEqual(["product.activated", "product.deactivated"])
  })

  test("is duplicated with its options, its manual and none of its bookings, and waits out of the catalogue", async () => {
    const product = await makeProduct({ name: "Photomaton bois", order: 3 })
    await db.update(products).set({ manualUrl: `/manual/${product.id}` })
    const option = await makeOption(product.id, { name: "Décor" })
    await makeOption(product.id, { name: "Fond doré", parentOptionId: option.id })
    await db
      .insert(productManuals)
      .values({ productId: product.id, content: { sections: [{ title: "Allumer", content: "Un" }] } })
    await book(product.id)
    const copy = valueOf(await duplicateProduct(await editor(), product.id))
    expect(await stored(copy)).toMatchObject({
      name: "Photomaton bois (copie)",
      isActive: false,
      order: 0,
      price: 25_000,
      manualUrl: `/manual/${copy}`,
    })
    const options = await db.select().from(productOptions).where(eq(productOptions.productId, copy))
    expect(options.find(({ name }) => name === "Fond doré")?.parentOptionId).toBe(
      options.find(({ name }) => name === "Décor")?.id,
    )
    expect(await db.select().from(productManuals).where(eq(productManuals.productId, copy))).toMatchObject([
      { content: { sections: [{ title: "Allumer" }] } },
    ])
    expect(await unitsOf(copy)).toEqual([])
  })
})

describe("deleting a product", () => {
  test("that was never booked takes all of it away, and puts all of it back @C-products-write", async () => {
    const camille = await editor()
    const product = await makeProduct({ name: "Juke-box", features: ["Vinyles", "Lumières"] })
    const option = await makeOption(product.id)
    await makeOption(product.id, { parentOptionId: option.id })
    await db
      .insert(productManuals)
      .values({ productId: product.id, content: { sections: [{ title: "Allumer", content: "Un" }] } })
    await blockDays(camille, { productId: product.id, days: [day], reason: "Salon" }, now)
    await hold(product.id, "2027-07-01")
    const removed = valueOf(await removeProduct(camille, product.id, now))
    expect(removed).toMatchObject({ how: "removed" })
    expect(await db.select().from(products)).toEqual([])
    expect(await undoEvent(camille, removed.event, soon)).toMatchObject({ ok: true })
    expect(await stored(product.id)).toMatchObject({ name: "Juke-box", features: ["Vinyles", "Lumières"] })
    expect(await db.select().from(productOptions)).toHaveLength(2)
    expect(await db.select().from(productManuals)).toHaveLength(1)
    expect(await db.select().from(availableDates)).toMatchObject([{ date: day, reason: "Salon" }])
    expect(await unitsOf(product.id)).toEqual([`${day} 1 block`])
  })

  test("that has bookings archives it: it leaves the catalogue, its bookings stay, and it can come back", async () => {
    const camille = await editor()
    const product = await makeProduct()
    const booking = await book(product.id)
    valueOf(await refuseBooking({ actor: camille, id: booking.id, at: now }))
    const removed = valueOf(await removeProduct(camille, product.id, now))
    expect(removed).toMatchObject({ how: "archived", bookings: 1 })
    expect(await activeProducts()).toEqual([])
    expect(await db.select().from(bookings)).toHaveLength(1)
    expect(await setProductActive(camille, product.id, true)).toEqual({ ok: false, error: { kind: "archived" } })
    valueOf(await restoreProduct(camille, product.id))
    expect(await stored(product.id)).toMatchObject({ archivedAt: null, isActive: false })
    valueOf(await setProductActive(camille, product.id, true))
    expect((await activeProducts()).map(({ id }) => id)).toEqual([product.id])
  })

  test("archived by mistake is back at once as it was, unless somebody was faster", async () => {
    const camille = await editor()
    const product = await makeProduct()
    await book(product.id)
    const { event } = valueOf(await removeProduct(camille, product.id, now))
    expect(await undoEvent(camille, event, soon)).toMatchObject({ ok: true })
    expect(await stored(product.id)).toMatchObject({ archivedAt: null, isActive: true })
    expect(await undoEvent(camille, event, soon)).toEqual({ ok: false, error: { kind: "changed" } })
    expect(await undoEvent(camille, event, new Date(now.getTime() + 61_000))).toEqual({
      ok: false,
      error: { kind: "too-late", action: "product.archived" },
    })
  })

  test("while a customer books it, never leaves a booking without its product", async () => {
    const camille = await editor()
    for (let round = 0; round < 8; round++) {
      const product = await makeProduct()
      const [placed, removed] = await Promise.allSettled([book(product.id), removeProduct(camille, product.id)])
      const booked = await db.select().from(bookings).where(eq(bookings.productId, product.id))
      expect(await db.select().from(products).where(eq(products.id, product.id))).toHaveLength(booked.length)
      expect(removed.status === "fulfilled" || placed.status === "fulfilled").toBe(true)
    }
  })
})

describe("the stock", () => {
  const save = async (product: Product, stock: number) =>
    saveProduct(
      await editor(),
      product.id,
      fieldsOf(await stored(product.id), { stock }),
      (await stored(product.id)).updatedAt,
      now,
    )

  test("is not lowered below what is booked: the bookings in the way are named, and nothing changes", async () => {
    const product = await makeProduct({ stock: 2 })
    const [first, second] = [await book(product.id), await book(product.id)]
    const later = await book(product.id, ["2027-07-01"])
    const answer = await save(product, 1)
    expect(answer).toMatchObject({ ok: false, error: { kind: "still-booked", holds: 0 } })
    const named = answer.ok || answer.error.kind !== "still-booked" ? [] : answer.error.bookings.map(({ id }) => id)
    expect(named.toSorted()).toEqual([first.id, second.id].toSorted())
    expect(named).not.toContain(later.id)
    expect(await stored(product.id)).toMatchObject({ stock: 2 })
  })

  test("is lowered when every day still has room: a rental of the unit that goes moves to one that stays", async () => {
    const camille = await editor()
    const product = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
    const first = await book(product.id)
    valueOf(await confirmBooking(camille, (await book(product.id)).id, now))
    valueOf(await refuseBooking({ actor: camille, id: first.id, at: now }))
    valueOf(await save(product, 1))
    expect(await unitsOf(product.id)).toEqual([`${day} 1 booking`, "2027-06-13 1 booking"])
    expect(await db.select().from(bookings).where(eq(bookings.status, "confirmed"))).toHaveLength(1)
  })

  test("closed days follow it up and down", async () => {
    const product = await makeProduct({ stock: 1 })
    await blockDays(await editor(), { productId: product.id, days: [day] }, now)
    valueOf(await save(product, 3))
    expect(await unitsOf(product.id)).toEqual([`${day} 1 block`, `${day} 2 block`, `${day} 3 block`])
    valueOf(await save(product, 1))
    expect(await unitsOf(product.id)).toEqual([`${day} 1 block`])
  })

  test("a customer who is booking the unit that would go is in the way, until the hold ends", async () => {
    const product = await makeProduct({ stock: 1 })
    await hold(product.id, day)
    valueOf(await save(product, 2))
    await book(product.id)
    expect(await save(product, 1)).toMatchObject({ ok: false, error: { kind: "still-booked", holds: 1 } })
    const later = new Date(now.getTime() + 31 * 60_000)
    valueOf(
      await saveProduct(
        await editor(),
        product.id,
        fieldsOf(await stored(product.id), { stock: 1 }),
        (await stored(product.id)).updatedAt,
        later,
      ),
    )
  })

  test("preparation days that change later leave the days of earlier bookings as they are", async () => {
    const product = await makeProduct({ preparationDaysAfter: 0 })
    await book(product.id)
    valueOf(
      await saveProduct(
        await editor(),
        product.id,
        fieldsOf(product, { preparationDaysAfter: 2 }),
        product.updatedAt,
        now,
      ),
    )
    expect(await unitsOf(product.id)).toEqual([`${day} 1 booking`])
    await book(product.id, ["2027-06-20"])
    expect(await unitsOf(product.id)).toHaveLength(4)
  })
})

describe("the order of the catalogue", () => {
  const names = async () => (await activeProducts()).map(({ name }) => name)
  const made = (name: string, age: number) => makeProduct({ name, createdAt: new Date(now.getTime() - age) })

  test("is newest first until the owner orders it; then what is new comes first @R-admin-products-order", async () => {
    const camille = await editor()
    const [a, b, c] = [await made("A", 3), await made("B", 2), await made("C", 1)]
    expect(await names()).toEqual(["C", "B", "A"])
    valueOf(await moveProduct(camille, a.id, "up"))
    expect(await names()).toEqual(["C", "A", "B"])
    await made("D", 0)
    expect(await names()).toEqual(["D", "C", "A", "B"])
    expect(await orderProducts(camille, [a.id, b.id, c.id])).toEqual({ ok: false, error: { kind: "list-changed" } })
    await forgetProductOrder(camille)
    expect(await names()).toEqual(["D", "C", "B", "A"])
  })

  test("of many products is put page by page, and any of them before all others @R-admin-products-order", async () => {
    const camille = await editor()
    const all = []
    for (let index = 0; index < PRODUCTS_TO_ORDER + 3; index++)
      all.push(await made(`P${String(index).padStart(2, "0")}`, index))
    const second = await productsInOrder(2)
    expect(second).toMatchObject({
      total: all.length,
      page: 2,
      pages: 2,
      offset: PRODUCTS_TO_ORDER,
      rows: all.slice(PRODUCTS_TO_ORDER).map(({ name }) => ({ name })),
    })
    const [x, y, z] = all.slice(PRODUCTS_TO_ORDER)
    const turned = [z, x, y].flatMap((each) => each?.id ?? [])
    // Of another page, and not all of the page.
    expect(await orderProducts(camille, turned)).toMatchObject({ ok: false })
    expect(await orderProducts(camille, turned.slice(1), { page: 2 })).toMatchObject({ ok: false })
    valueOf(await orderProducts(camille, turned, { page: 2 }))
    expect((await names()).slice(-4)).toEqual(["P24", "P27", "P25", "P26"])
    valueOf(await putProductFirst(camille, x?.id ?? crypto.randomUUID()))
    expect((await names()).slice(0, 2)).toEqual(["P25", "P00"])
    expect(await putProductFirst(camille, "00000000-0000-4000-8000-000000000000")).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })

  test("is not part of what a form edits: a form opened before is still taken", async () => {
    const camille = await editor()
    const [first] = [await made("A", 3), await made("B", 2)]
    valueOf(await moveProduct(camille, first.id, "up"))
    valueOf(await saveProduct(camille, first.id, fieldsOf(first, { name: "A bis" }), first.updatedAt))
    expect(await names()).toEqual(["A bis", "B"])
  })

  test("would make every open form old without its own trigger", async () => {
    const other = await databaseForTest()
    try {
      await other.pool.query("drop trigger products_touch on products")
      await other.pool.query(
        "create trigger products_touch before update on products for each row execute function touch_updated_at()",
      )
      const { rows } = await other.pool.query(
        "insert into products (name, updated_at) values ('A', '2020-01-01') returning id",
      )
      await other.pool.query('update products set "order" = 5 where id = $1', [rows[0].id])
      expect((await other.pool.query("select 1 from products where updated_at > '2021-01-01'")).rowCount).toBe(1)
    } finally {
      await other.drop()
    }
  })
})

describe("a product without a price (D50)", () => {
  test("is saved out of the catalogue, is not activated, and is not for rent", async () => {
    const { id } = await makeProduct({ price: 0, isActive: true })
    expect(await productForRent(id)).toBeNull()
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await setProductActive(await editor(), id, true, now)).toEqual({ ok: false, error: { kind: "no-price" } })
    await db.update(products).set({ price: 25_000 }).where(eq(products.id, id))
    expect(await setProductActive(await editor(), id, true, now)).toEqual({ ok: true, value: null })
    expect(await productForRent(id)).not.toBeNull()
  })
})
