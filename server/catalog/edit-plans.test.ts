import { beforeEach, describe, expect, test } from "vitest"
import type { Id, ProductId } from "../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { PlanFields } from "../../domain/pricing/plan-fields.ts"
import { eveningPlan, weekendPlan } from "../../domain/pricing/rate-plan.fixture.ts"
import { usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import { makeAdministrator, makeCustomer, makeOrder, makePlan, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { addToCart } from "../bookings/cart/add.ts"
import { readCart } from "../bookings/cart/read.ts"
import { placeBooking } from "../bookings/place.ts"
import { placeCart } from "../bookings/place-cart.ts"
import { saveProduct } from "../bookings/save-product.ts"
import { removeProduct } from "../bookings/remove-product.ts"
import { db } from "../platform/database.server.ts"
import { rentals } from "../platform/schema/bookings.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { addPlan, movePlan, removePlan, savePlan, switchPlan } from "./edit-plans.ts"
import { duplicateProduct } from "./edit-products.ts"
import { setProductActive } from "./product-state.ts"
import { readProductForRent } from "./queries.ts"
import { readPlans } from "./rate-plans.ts"

let actor: Staff
let productId: ProductId
beforeEach(async () => {
  await freshDatabase()
  actor = await editor("Camille")
  productId = (await makeProduct()).id
})

async function editor(name: string): Promise<Staff> {
  return { kind: "administrator", id: (await makeAdministrator(name)).id, name }
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

const add = async (fields: PlanFields) => unwrap(await addPlan({ actor, productId, fields }))
const withdraw = (id: Id | null) => switchPlan({ actor, productId, id, isActive: false })
const stored = async (id: Id) => (await readPlans(productId)).find((plan) => plan.id === id)
const versionOf = async (id: Id) => (await stored(id))?.updatedAt ?? null
const namesOnSale = async () => (await readProductForRent(productId))?.plans.map(({ name }) => name) ?? []
const evening4h = {
  kind: "hours",
  name: "Soirée 4 h",
  hours: 4,
  price: 59_000,
  startTimes: ["19:00", "20:00"],
  extraHourPrice: 9_000,
  maximumExtraHours: 3,
  setUpMinutes: 60,
  takeDownMinutes: 60,
}
const graded: PlanFields = { ...usualDayPlan, steps: [100, 50, 30], minimumDays: 1, maximumDays: 5 }

describe("the plans of a product", () => {
  test("each kind is stored as it was typed, and the plan by the day stays the first", async () => {
    const evening = await add(eveningPlan)
    const weekend = await add(weekendPlan)
    const byDay = await add(graded)
    expect(await stored(evening)).toMatchObject({ ...evening4h, isActive: true })
    expect(await stored(weekend)).toMatchObject({
      kind: "fixed",
      name: "Week-end",
      weekdays: [5],
      days: 3,
      price: 39_000,
    })
    expect(await stored(byDay)).toMatchObject({ ...graded, id: byDay })
    expect(await namesOnSale()).toEqual(["À la journée", "Soirée 4 h", "Week-end"])
    expect(await addPlan({ actor, productId, fields: graded })).toEqual({ ok: false, error: { kind: "plan-exists" } })
    expect(await addPlan({ actor, productId: crypto.randomUUID(), fields: graded })).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })

  test("the second of two administrators reads the first one's changes, and chooses", async () => {
    const sasha = await editor("Sasha")
    const id = await add(eveningPlan)
    const loaded = await versionOf(id)
    unwrap(await savePlan({ actor, productId, id, fields: { ...eveningPlan, price: 65_000 }, loaded }))
    const fields = { ...eveningPlan, startTimes: ["18:00" as const] }
    const second = await savePlan({ actor: sasha, productId, id, fields, loaded })
    expect(second).toMatchObject({ error: { kind: "stale", by: "Camille", fields: ["startTimes", "price"] } })
    const current = await stored(id)
    const choices = new Map([["price", "stored"] as const])
    const version = current?.updatedAt.toISOString() ?? ""
    unwrap(await savePlan({ actor: sasha, productId, id, fields, loaded: { version, choices } }))
    expect(await stored(id)).toMatchObject({ price: 65_000, startTimes: ["18:00"] })
  })

  test("the choices between two versions are refused together where no plan can have both", async () => {
    const id = await add(graded)
    const loaded = { version: (await stored(id))?.updatedAt.toISOString() ?? "", choices: new Map() }
    const fields: PlanFields = { ...graded, minimumDays: 6 }
    expect(await savePlan({ actor, productId, id, fields, loaded })).toMatchObject({
      error: { kind: "stale", fields: ["maximumDays"] },
    })
  })

  test("a move changes the order and makes no open form old", async () => {
    const [evening, weekend] = [await add(eveningPlan), await add(weekendPlan)]
    const before = await stored(weekend)
    unwrap(await movePlan({ actor, productId, id: weekend, direction: "up" }))
    expect((await readPlans(productId)).map(({ id }) => id)).toEqual([weekend, evening])
    expect((await stored(weekend))?.updatedAt).toEqual(before?.updatedAt)
  })

  test("bookings keep the plan that they were placed with", async () => {
    const { id } = await makePlan(productId)
    const order = makeOrder(productId, ["2027-06-12"], { plan: { id, startTime: "17:00", extraHours: 0 } })
    unwrap(await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now }))
    unwrap(await removePlan({ actor, productId, id }))
    expect((await db.select().from(rentals))[0]?.plan).toMatchObject({ name: "Soirée 4 h", price: 59_000 })
  })
})

test("a cart says that its plan is no longer offered, and has it again when the removal is undone", async () => {
  const { id } = await makePlan(productId)
  const product = await readProductForRent(productId)
  if (!product) throw new Error("The product is not for rent")
  const party = ownAccountParty(await makeCustomer())
  const plan = { id, startTime: "17:00", extraHours: 0 } as const
  const choice = { days: ["2027-06-12" as const], plan, options: [], photoPacks: 0, itemId: crypto.randomUUID() }
  const { cartId } = unwrap(await addToCart(party, product, choice, now))
  const { event } = unwrap(await removePlan({ actor, productId, id }))
  const problem = { kind: "unknown-plan" }
  const cart = await readCart(party.account.id, now)
  expect(cart?.lines).toMatchObject([{ offered: false, planProblem: problem }])
  const order = { ...makeOrder(productId, []), cartId, expectedDigest: cart?.digest ?? null, expectedTotal: null }
  expect(await placeCart(party, order, now)).toMatchObject({ ok: false })
  expect((await undoEvent(actor, event)).ok).toBe(true)
  expect((await readCart(party.account.id, now))?.lines).toMatchObject([{ offered: true, planProblem: null }])
})

describe("the last way to rent a product", () => {
  test("the usual way by the day is switched off only while another plan is on sale", async () => {
    expect(await withdraw(null)).toEqual({ ok: false, error: { kind: "last-plan" } })
    const evening = await add(eveningPlan)
    unwrap(await withdraw(null))
    expect(await namesOnSale()).toEqual(["Soirée 4 h"])
    expect(await withdraw(null)).toEqual({ ok: false, error: { kind: "plan-exists" } })
    expect(await withdraw(evening)).toEqual({ ok: false, error: { kind: "last-plan" } })
    expect(await removePlan({ actor, productId, id: evening })).toEqual({ ok: false, error: { kind: "last-plan" } })
    const byDay = (await readPlans(productId)).find(({ kind }) => kind === "day")
    unwrap(await switchPlan({ actor, productId, id: byDay?.id ?? null, isActive: true }))
    unwrap(await withdraw(evening))
    expect(await namesOnSale()).toEqual(["À la journée"])
  })

  test("of two plans that two administrators withdraw at once, one stays", async () => {
    const evening = await add(eveningPlan)
    const outcomes = await Promise.all([withdraw(null), withdraw(evening)])
    expect(outcomes.map(({ ok }) => ok).toSorted()).toEqual([false, true])
    expect(await namesOnSale()).toHaveLength(1)
  })

  test("a product without a daily price is for rent by a plan with one (D50, D63)", async () => {
    productId = (await makeProduct({ price: 0, isActive: false })).id
    expect(await setProductActive(actor, productId, true)).toEqual({ ok: false, error: { kind: "no-price" } })
    const weekend = await add(weekendPlan)
    unwrap(await setProductActive(actor, productId, true))
    expect(await namesOnSale()).toEqual(["Week-end"])
    expect(await removePlan({ actor, productId, id: weekend })).toEqual({ ok: false, error: { kind: "last-plan" } })
    unwrap(await setProductActive(actor, productId, false))
    unwrap(await removePlan({ actor, productId, id: weekend }))
  })

  test("a save without a daily price leaves the product in the catalogue while a plan is on sale", async () => {
    const fields = await makeProduct({ isActive: true })
    productId = fields.id
    const weekend = await add(weekendPlan)
    const save = (loaded: Date) => saveProduct({ actor, id: productId, fields: { ...fields, price: 0 }, loaded })
    const saved = unwrap(await save(fields.updatedAt))
    expect(saved.isActive).toBe(true)
    expect(await withdraw(weekend)).toEqual({ ok: false, error: { kind: "last-plan" } })
  })
})

describe("what happens to a product happens to its plans", () => {
  test("a removed plan comes back as it was", async () => {
    const id = await add(eveningPlan)
    const before = await stored(id)
    const { event } = unwrap(await removePlan({ actor, productId, id }))
    expect(await stored(id)).toBeUndefined()
    expect((await undoEvent(actor, event)).ok).toBe(true)
    expect(await stored(id)).toEqual(before)
  })

  test("a copy has the plans, and a removed product comes back with them", async () => {
    const id = await add(eveningPlan)
    const copy = unwrap(await duplicateProduct(actor, productId))
    expect(await readPlans(copy)).toMatchObject([evening4h])
    const { eventId } = unwrap(await removeProduct(actor, productId))
    expect(await stored(id)).toBeUndefined()
    expect((await undoEvent(actor, eventId)).ok).toBe(true)
    expect(await stored(id)).toMatchObject({ name: "Soirée 4 h", price: 59_000 })
  })

  test("the history names each act", async () => {
    const id = await add(eveningPlan)
    unwrap(await withdraw(id))
    unwrap(await switchPlan({ actor, productId, id, isActive: true }))
    unwrap(await savePlan({ actor, productId, id, fields: { ...eveningPlan, hours: 5 }, loaded: await versionOf(id) }))
    unwrap(await removePlan({ actor, productId, id }))
    const events = await db.select().from(recordedEvents).orderBy(recordedEvents.id)
    expect(events.map(({ action }) => action)).toEqual([
      "plan.added",
      "plan.withdrawn",
      "plan.offered",
      "plan.saved",
      "plan.removed",
    ])
    expect(events[3]?.personal).toEqual({ before: { hours: 4 }, after: { hours: 5 } })
  })
})
