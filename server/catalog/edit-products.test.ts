import { saveProduct } from "../bookings/save-product.ts"
import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { makeAdministrator, makeCustomer, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { databaseForTest, freshDatabase } from "../../tests/harness/database.ts"
import { blockDays } from "../availability/block.ts"
import { confirmBooking, refuseBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { db } from "../platform/database.server.ts"
import { availableDates } from "../platform/schema/availability.ts"
import { readClosedUnits, unitDays } from "../../tests/unit-days.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { productManuals, productOptions, products } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { type ProductFields, addProduct, duplicateProduct } from "./edit-products.ts"
import { listProductsInOrder } from "./admin-queries.ts"
import { ORDER_PAGE_SIZE, resetProductOrder, moveProduct, orderProducts, moveProductFirst } from "./order-products.ts"
import { removeProduct } from "../bookings/remove-product.ts"
import { restoreProduct, setProductActive } from "./product-state.ts"
import { type Product, listActiveProducts, readProductForRent } from "./queries.ts"

beforeEach(freshDatabase)

const day = "2027-06-12"
const soon = new Date(now.getTime() + 9_000)

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

function makeFields(product: Product, values: Partial<ProductFields> = {}): ProductFields {
  const {
    id: _,
    imageUrl: _i,
    order: _o,
    archivedAt: _a,
    retiredUnits: _r,
    createdAt: _c,
    updatedAt: _u,
    ...fields
  } = product
  return { ...fields, ...values }
}

async function stored(id: ProductId): Promise<Product> {
  const [row] = await db.select().from(products).where(eq(products.id, id))
  if (!row) throw new Error("The product is not there")
  return row
}

async function book(productId: ProductId, days: Day[] = [day]) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

async function hold(productId: ProductId, on: Day) {
  const product = await readProductForRent(productId)
  if (product) unwrap(await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [on], at: now }))
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

const actions = async () =>
  (await db.select().from(recordedEvents).orderBy(asc(recordedEvents.id))).map(({ action }) => action)
const readUnits = async (productId: ProductId) =>
  (await db.select().from(unitDays).where(eq(unitDays.productId, productId)).orderBy(unitDays.day, unitDays.unit)).map(
    ({ day: on, unit, kind }) => `${on} ${unit} ${kind}`,
  )

describe("a product", () => {
  test("a product is added and saved with author and changes, and an unchanged save is not recorded @C-products-write", async () => {
    const camille = await editor()
    const id = await addProduct(camille, makeFields(await makeProduct(), { name: "Juke-box" }))
    const product = await stored(id)
    unwrap(
      await saveProduct({
        actor: camille,
        id,
        fields: makeFields(product, { price: 9_900, features: ["Vinyles"] }),
        loaded: product.updatedAt,
      }),
    )
    unwrap(
      await saveProduct({
        actor: camille,
        id,
        fields: makeFields(await stored(id)),
        loaded: (await stored(id)).updatedAt,
      }),
    )
    expect(await stored(id)).toMatchObject({ name: "Juke-box", price: 9_900, features: ["Vinyles"] })
    const written = await db.select().from(recordedEvents).orderBy(asc(recordedEvents.id))
    expect(written.map(({ action, details }) => [action, details["changed"]])).toEqual([
      ["product.added", expect.arrayContaining(["name", "price"])],
      ["product.saved", ["price", "features"]],
    ])
  })

  test("the second of two open forms reads what the first changed and by whom", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const product = await makeProduct()
    unwrap(
      await saveProduct({
        actor: camille,
        id: product.id,
        fields: makeFields(product, { price: 30_000 }),
        loaded: product.updatedAt,
      }),
    )
    const others = { name: "Autre nom", price: 28_000 }
    const second = await saveProduct({
      actor: sasha,
      id: product.id,
      fields: makeFields(product, others),
      loaded: product.updatedAt,
    })
    expect(second).toMatchObject({ ok: false, error: { kind: "stale", by: "Camille" } })
    expect(second.ok || second.error.kind !== "stale" || second.error.fields.toSorted()).toEqual(["name", "price"])
    expect(await stored(product.id)).toMatchObject({ price: 30_000, name: product.name })
  })

  test("two saves of one version at the same moment count once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const product = await makeProduct()
    const answers = await Promise.all(
      people.map((actor) =>
        saveProduct({
          actor,
          id: product.id,
          fields: makeFields(product, { name: actor.kind + actor.id }),
          loaded: product.updatedAt,
        }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a missing or deleted product is reported", async () => {
    const camille = await editor()
    const product = await makeProduct()
    unwrap(await removeProduct(camille, product.id))
    for (const id of [product.id, crypto.randomUUID()]) {
      expect(await saveProduct({ actor: camille, id, fields: makeFields(product), loaded: null })).toEqual({
        ok: false,
        error: { kind: "gone" },
      })
      expect(await setProductActive(camille, id, true)).toEqual({ ok: false, error: { kind: "gone" } })
      expect(await duplicateProduct(camille, id)).toEqual({ ok: false, error: { kind: "gone" } })
    }
  })

  test("a price change touches no booking @R-products-screen", async () => {
    const product = await makeProduct({ photoPackPrice: 700 })
    const booking = await book(product.id, [day, "2027-06-13"])
    unwrap(
      await saveProduct({
        actor: await editor(),
        id: product.id,
        fields: makeFields(product, { price: 99_900, photoPackPrice: 5_000, photoPackQuantity: 1, name: "Renommé" }),
        loaded: product.updatedAt,
      }),
    )
    const [after] = await db.select().from(bookings).where(eq(bookings.id, booking.id))
    expect(after).toMatchObject({
      total: 50_000,
      productName: product.name,
    })
  })

  test("a product is made visible and hidden again @S-product-toggle", async () => {
    const camille = await editor()
    const { id } = await makeProduct({ isActive: false })
    unwrap(await setProductActive(camille, id, true))
    expect((await listActiveProducts()).map((each) => each.id)).toEqual([id])
    unwrap(await setProductActive(camille, id, false))
    expect(await listActiveProducts()).toEqual([])
    expect(await actions()).toEqual(["product.activated", "product.deactivated"])
  })

  test("a copy has the options and manual but no bookings, and starts out hidden", async () => {
    const product = await makeProduct({ name: "Photomaton bois", order: 3 })
    await db.update(products).set({ manualUrl: `/manual/${product.id}` })
    const option = await makeOption(product.id, { name: "Décor" })
    await makeOption(product.id, { name: "Fond doré", parentOptionId: option.id })
    await db
      .insert(productManuals)
      .values({ productId: product.id, content: { sections: [{ title: "Allumer", content: "Un" }] } })
    await book(product.id)
    const copy = unwrap(await duplicateProduct(await editor(), product.id))
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
    expect(await readUnits(copy)).toEqual([])
  })
})

describe("deleting a product", () => {
  test("deleting a product without bookings removes all of it, and the undo restores all of it @C-products-write", async () => {
    const camille = await editor()
    const product = await makeProduct({ name: "Juke-box", features: ["Vinyles", "Lumières"] })
    const option = await makeOption(product.id)
    await makeOption(product.id, { parentOptionId: option.id })
    await db
      .insert(productManuals)
      .values({ productId: product.id, content: { sections: [{ title: "Allumer", content: "Un" }] } })
    await blockDays(camille, { productId: product.id, days: [day], reason: "Salon" }, now)
    await hold(product.id, "2027-07-01")
    const removed = unwrap(await removeProduct(camille, product.id, now))
    expect(removed).toMatchObject({ how: "removed" })
    expect(await db.select().from(products)).toEqual([])
    expect(await undoEvent(camille, removed.eventId, soon)).toMatchObject({ ok: true })
    expect(await stored(product.id)).toMatchObject({ name: "Juke-box", features: ["Vinyles", "Lumières"] })
    expect(await db.select().from(productOptions)).toHaveLength(2)
    expect(await db.select().from(productManuals)).toHaveLength(1)
    expect(await db.select().from(availableDates)).toMatchObject([{ date: day, reason: "Salon" }])
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`])
  })

  test("deleting a product with bookings archives it: its bookings stay, and it can be restored", async () => {
    const camille = await editor()
    const product = await makeProduct()
    const booking = await book(product.id)
    unwrap(await refuseBooking({ actor: camille, id: booking.id, at: now }))
    const removed = unwrap(await removeProduct(camille, product.id, now))
    expect(removed).toMatchObject({ how: "archived", bookings: 1 })
    expect(await listActiveProducts()).toEqual([])
    expect(await db.select().from(bookings)).toHaveLength(1)
    expect(await setProductActive(camille, product.id, true)).toEqual({ ok: false, error: { kind: "archived" } })
    unwrap(await restoreProduct(camille, product.id))
    expect(await stored(product.id)).toMatchObject({ archivedAt: null, isActive: false })
    unwrap(await setProductActive(camille, product.id, true))
    expect((await listActiveProducts()).map(({ id }) => id)).toEqual([product.id])
  })

  test("an archived product is restored at once, unless somebody changed it first", async () => {
    const camille = await editor()
    const product = await makeProduct()
    await book(product.id)
    const { eventId } = unwrap(await removeProduct(camille, product.id, now))
    expect(await undoEvent(camille, eventId, soon)).toMatchObject({ ok: true })
    expect(await stored(product.id)).toMatchObject({ archivedAt: null, isActive: true })
    expect(await undoEvent(camille, eventId, soon)).toEqual({ ok: false, error: { kind: "changed" } })
    expect(await undoEvent(camille, eventId, new Date(now.getTime() + 61_000))).toEqual({
      ok: false,
      error: { kind: "too-late", action: "product.archived" },
    })
  })

  test("deleting a product never leaves a concurrent booking without it", async () => {
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

describe("the stock of a product", () => {
  const save = async (product: Product, stock: number) =>
    saveProduct({
      actor: await editor(),
      id: product.id,
      fields: makeFields(await stored(product.id), { stock }),
      loaded: (await stored(product.id)).updatedAt,
      at: now,
    })

  test("the stock cannot fall below the bookings, which are named, and nothing changes", async () => {
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

  test("the stock falls when every day has room, and a rental on the removed unit moves to another", async () => {
    const camille = await editor()
    const product = await makeProduct({ stock: 2, preparationDaysAfter: 1 })
    const first = await book(product.id)
    unwrap(await confirmBooking(camille, (await book(product.id)).id, now))
    unwrap(await refuseBooking({ actor: camille, id: first.id, at: now }))
    unwrap(await save(product, 1))
    expect(await readUnits(product.id)).toEqual([`${day} 1 booking`, "2027-06-13 1 booking"])
    expect(await db.select().from(bookings).where(eq(bookings.status, "confirmed"))).toHaveLength(1)
  })

  test("closed days follow the stock up and down", async () => {
    const product = await makeProduct({ stock: 1 })
    await blockDays(await editor(), { productId: product.id, days: [day] }, now)
    unwrap(await save(product, 3))
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`, `${day} 2`, `${day} 3`])
    unwrap(await save(product, 1))
    expect(await readClosedUnits(product.id)).toEqual([`${day} 1`])
  })

  test("a customer's hold on the removed unit blocks the change until it ends", async () => {
    const product = await makeProduct({ stock: 1 })
    await hold(product.id, day)
    unwrap(await save(product, 2))
    await book(product.id)
    expect(await save(product, 1)).toMatchObject({ ok: false, error: { kind: "still-booked", holds: 1 } })
    const later = new Date(now.getTime() + 31 * 60_000)
    unwrap(
      await saveProduct({
        actor: await editor(),
        id: product.id,
        fields: makeFields(await stored(product.id), { stock: 1 }),
        loaded: (await stored(product.id)).updatedAt,
        at: later,
      }),
    )
  })

  test("a later change of preparation days leaves earlier bookings as they are", async () => {
    const product = await makeProduct({ preparationDaysAfter: 0 })
    await book(product.id)
    unwrap(
      await saveProduct({
        actor: await editor(),
        id: product.id,
        fields: makeFields(product, { preparationDaysAfter: 2 }),
        loaded: product.updatedAt,
        at: now,
      }),
    )
    expect(await readUnits(product.id)).toEqual([`${day} 1 booking`])
    await book(product.id, ["2027-06-20"])
    expect(await readUnits(product.id)).toHaveLength(4)
  })
})

describe("the order of the catalogue", () => {
  const names = async () => (await listActiveProducts()).map(({ name }) => name)
  const made = (name: string, age: number) => makeProduct({ name, createdAt: new Date(now.getTime() - age) })

  test("the catalogue is newest first until the owner sorts it, and new products then come first @R-admin-products-order", async () => {
    const camille = await editor()
    const [a, b, c] = [await made("A", 3), await made("B", 2), await made("C", 1)]
    expect(await names()).toEqual(["C", "B", "A"])
    unwrap(await moveProduct(camille, a.id, "up"))
    expect(await names()).toEqual(["C", "A", "B"])
    await made("D", 0)
    expect(await names()).toEqual(["D", "C", "A", "B"])
    expect(await orderProducts(camille, [a.id, b.id, c.id])).toEqual({ ok: false, error: { kind: "list-changed" } })
    await resetProductOrder(camille)
    expect(await names()).toEqual(["D", "C", "B", "A"])
  })

  test("a long catalogue is sorted page by page, and any product can be moved to the top @R-admin-products-order", async () => {
    const camille = await editor()
    const all = []
    for (let index = 0; index < ORDER_PAGE_SIZE + 3; index++)
      all.push(await made(`P${String(index).padStart(2, "0")}`, index))
    const second = await listProductsInOrder(2)
    expect(second).toMatchObject({
      total: all.length,
      page: 2,
      pages: 2,
      offset: ORDER_PAGE_SIZE,
      rows: all.slice(ORDER_PAGE_SIZE).map(({ name }) => ({ name })),
    })
    const [x, y, z] = all.slice(ORDER_PAGE_SIZE)
    const turned = [z, x, y].flatMap((each) => each?.id ?? [])
    // Products of another page, and not all of this one.
    expect(await orderProducts(camille, turned)).toMatchObject({ ok: false })
    expect(await orderProducts(camille, turned.slice(1), { page: 2 })).toMatchObject({ ok: false })
    unwrap(await orderProducts(camille, turned, { page: 2 }))
    expect((await names()).slice(-4)).toEqual(["P24", "P27", "P25", "P26"])
    unwrap(await moveProductFirst(camille, x?.id ?? crypto.randomUUID()))
    expect((await names()).slice(0, 2)).toEqual(["P25", "P00"])
    expect(await moveProductFirst(camille, "00000000-0000-4000-8000-000000000000")).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })

  test("a change of order leaves an open form valid", async () => {
    const camille = await editor()
    const [first] = [await made("A", 3), await made("B", 2)]
    unwrap(await moveProduct(camille, first.id, "up"))
    unwrap(
      await saveProduct({
        actor: camille,
        id: first.id,
        fields: makeFields(first, { name: "A bis" }),
        loaded: first.updatedAt,
      }),
    )
    expect(await names()).toEqual(["A bis", "B"])
  })

  test("a change of order would make every open form stale without its trigger", async () => {
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
  test("a product without a price is saved as hidden, cannot be activated and is not for rent", async () => {
    const { id } = await makeProduct({ price: 0, isActive: true })
    expect(await readProductForRent(id)).toBeNull()
    await db.update(products).set({ isActive: false }).where(eq(products.id, id))
    expect(await setProductActive(await editor(), id, true, now)).toEqual({ ok: false, error: { kind: "no-price" } })
    await db.update(products).set({ price: 25_000 }).where(eq(products.id, id))
    expect(await setProductActive(await editor(), id, true, now)).toEqual({ ok: true, value: null })
    expect(await readProductForRent(id)).not.toBeNull()
  })
})
