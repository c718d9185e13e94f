import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays } from "../../domain/day.ts"
import {
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makePlan,
  makeProduct,
  makeRule,
  now,
} from "../../tests/factories.ts"
import { readProductForRent } from "../catalog/queries.ts"
import { db } from "../platform/database.server.ts"
import { priceRules } from "../platform/schema/pricing.ts"
import { addToCart } from "./cart/add.ts"
import { readCart } from "./cart/read.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"

const [friday, saturday] = ["2027-06-11", "2027-06-12"] as const

beforeEach(async () => {
  await makeFinanceSettings()
  await db.delete(priceRules)
})

async function place(...order: Parameters<typeof makeOrder>) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(...order),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

test("a booking and the cart have the lines of the rules in force, and the database takes their sum", async () => {
  const product = await makeProduct()
  await makeRule()
  const saturdays = await makeRule({
    kind: "day",
    name: "Samedi",
    changeValue: -20,
    ruledWeekdays: [6],
    onHolidays: false,
  })
  await makeRule({ kind: "lead-time", name: "Éteinte", changeValue: 50, atMost: 90, isActive: false })
  const booking = await place(product.id, [friday, saturday])
  expect(booking.priceLines.lines).toMatchObject([
    { kind: "product", amount: 50_000, rental: 1 },
    { kind: "price-rule", label: "Haute saison", amount: 5_000, rental: 1, ruledDays: 2 },
    {
      kind: "price-rule",
      label: "Samedi",
      amount: -5_000,
      ruleId: saturdays.id,
      change: { unit: "percent", value: -20 },
    },
  ])
  expect(booking.total).toBe(50_000)
  const customer = await makeCustomer()
  const sold = await readProductForRent((await makeProduct()).id)
  if (!sold) throw new Error("The product is not for rent")
  const choice = { days: [saturday], options: [], photoPacks: 0, itemId: randomUUID() }
  const added = await addToCart(ownAccountParty(customer), sold, choice, now)
  expect(added.ok).toBe(true)
  expect((await readCart(customer.id, now))?.total).toBe(22_500)
})

test("a rule for one plan leaves the others, and a plan by the day goes by its product", async () => {
  const product = await makeProduct()
  const plan = await makePlan(product.id)
  await makeRule({ ruledProducts: [], ruledPlans: [product.id] })
  expect((await place(product.id, [friday])).total).toBe(27_500)
  const evening = { id: plan.id, startTime: "17:00", extraHours: 1 } as const
  expect((await place(product.id, [saturday], { plan: evening })).total).toBe(68_000)
})

test("a changed rental has the rules of today at the lead time of its request; an unchanged one keeps its lines", async () => {
  const [product, other] = [await makeProduct(), await makeProduct()]
  const booking = await place(product.id, [friday], {
    rentals: [product, other].map(({ id }) => ({ productId: id, days: [friday], options: [], photoPacks: 0 })),
  })
  await makeRule()
  await makeRule({ kind: "lead-time", name: "Réservé tôt", changeValue: -30, atLeast: 42 })
  const at = new Date(now.getTime() + 86_400_000)
  const change = { rentals: [{ position: 2, days: [addDays(friday, 1)], choice: { options: [], photoPacks: 1 } }] }
  const proposed = await proposeEdit(booking.id, change, at)
  expect(proposed.ok && proposed.value.after.priceLines.lines.map(({ label, amount }) => [label, amount])).toEqual([
    [product.name, 25_000],
    [other.name, 25_000],
    ["Haute saison", 2_500],
    ["Réservé tôt", -7_500],
    ["Pack photo", 700],
  ])
})

test("a season's fewest days are asked of who books by the day", async () => {
  const product = await makeProduct()
  await makeRule({ changeValue: 0, minimumDays: 2 })
  const order = makeOrder(product.id, [saturday])
  expect(await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })).toMatchObject({
    error: { kind: "plan-refused", problem: { kind: "plan-length", minimum: 2, season: "Haute saison" } },
  })
  expect((await place(product.id, [friday, saturday])).total).toBe(50_000)
})

test("the database refuses a rule whose fields are not its kind's", async () => {
  const terms = { name: "Règle", changeUnit: "percent", changeValue: 10 } as const
  const broken = [
    { ...terms, kind: "season" as const, seasonFrom: saturday },
    { ...terms, kind: "day" as const, ruledWeekdays: [], onHolidays: false },
    { ...terms, kind: "lead-time" as const, atLeast: 9, atMost: 3 },
    { ...terms, kind: "lead-time" as const, atLeast: 9, changeValue: 0 },
  ]
  for (const values of broken) await expect(db.insert(priceRules).values(values)).rejects.toThrow()
})
