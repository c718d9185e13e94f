import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { PromoCodeFields } from "../../domain/pricing/code-terms.ts"
import { makeAdministrator, makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { addPromoCode, listPromoCodes, switchPromoCode } from "../catalog/promo-codes.ts"
import { confirmBooking, restoreBooking } from "./answer.ts"
import { db } from "../platform/database.server.ts"
import { placeBooking } from "./place.ts"
import { proposeEdit } from "./propose-edit.ts"

beforeEach(freshDatabase)

const fields: PromoCodeFields = {
  code: "ETE-2027",
  unit: "percent",
  value: 10,
  bookedFrom: null,
  bookedTo: null,
  eventFrom: null,
  eventTo: null,
  productIds: null,
  minimumTotal: null,
  maximumUses: null,
  maximumUsesEach: null,
  isPublished: false,
}

async function openCode(values: Partial<PromoCodeFields> = {}) {
  const camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" } as const
  const added = await addPromoCode(camille, { ...fields, ...values }, now)
  if (!added.ok) throw new Error(added.error.kind)
  return { camille, id: added.value }
}

async function placeWithCode(code: string | null, { at = now }: { at?: Date } = {}) {
  const customer = await makeCustomer()
  const product = await makeProduct()
  const order = { ...makeOrder(product.id, ["2027-06-12"]), promoCode: code }
  return { customer, product, placed: await placeBooking({ party: ownAccountParty(customer), order, at }) }
}

const problemOf = ({ placed }: Pick<Awaited<ReturnType<typeof placeWithCode>>, "placed">) =>
  placed.ok ? null : placed.error.kind === "promo-code-refused" ? placed.error.problem.kind : placed.error.kind

describe("a promo code", () => {
  test("a code is taken off the rentals as a line of its own, and off no delivery (D65)", async () => {
    await openCode()
    const { placed } = await placeWithCode("ETE-2027")
    expect(placed.ok && placed.value.booking.priceLines.lines.at(-1)).toMatchObject({
      kind: "promo-code",
      label: "Code ETE-2027",
      amount: -2_500,
    })
    expect(placed.ok && placed.value.booking.total).toBe(22_500)
    expect(await listPromoCodes()).toMatchObject([{ uses: 1, cost: 2_500, sales: 22_500 }])
  })

  test.each([
    ["an unknown code", {}, "AUTRE", "unknown-code"],
    ["a code that begins later", { bookedFrom: "2027-06-01" }, "ETE-2027", "not-yet"],
    ["a code that has ended", { bookedTo: "2027-04-01" }, "ETE-2027", "code-ended"],
    ["a code for other events", { eventFrom: "2027-07-01" }, "ETE-2027", "other-event"],
    [
      "a code for other products",
      { productIds: ["00000000-0000-4000-8000-000000000001"] },
      "ETE-2027",
      "other-products",
    ],
  ] as const)("%s refuses the booking, whose price is shown again", async (_name, values, typed, problem) => {
    await openCode(values)
    expect(problemOf(await placeWithCode(typed))).toBe(problem)
  })

  test("a closed code is unknown", async () => {
    const { camille, id } = await openCode()
    await switchPromoCode({ actor: camille, id, isActive: false, at: now })
    expect(problemOf(await placeWithCode("ETE-2027"))).toBe("unknown-code")
  })

  test("a code below its minimum takes nothing off and is not used", async () => {
    await openCode({ minimumTotal: 30_000, maximumUses: 1 })
    const { placed } = await placeWithCode("ETE-2027")
    expect(placed.ok && placed.value.booking.total).toBe(25_000)
    expect(await listPromoCodes()).toMatchObject([{ uses: 0 }])
  })

  test("a code is announced to everybody only where the price of 30 days is known (D64)", async () => {
    const product = await makeProduct()
    const { camille } = await openCode({ productIds: [product.id] })
    const publish = (code: string) =>
      addPromoCode(camille, { ...fields, code, productIds: [product.id], isPublished: true }, now)
    await db.execute(sql`update plan_prices set is_first = false, since = ${now.toISOString()}`)
    expect(await publish("TOT")).toMatchObject({
      ok: false,
      error: { kind: "price-unknown", productName: product.name },
    })
    await db.execute(sql`update plan_prices set since = ${new Date(now.getTime() - 40 * 86_400_000).toISOString()}`)
    expect(await publish("TARD")).toMatchObject({ ok: true })
  })

  test("one customer uses a code as often as it allows each", async () => {
    await openCode({ maximumUsesEach: 1 })
    const { customer, product } = await placeWithCode("ETE-2027")
    const again = { ...makeOrder(product.id, ["2027-07-12"]), promoCode: "ETE-2027" }
    const second = await placeBooking({ party: ownAccountParty(customer), order: again, at: now })
    expect(second).toMatchObject({ ok: false, error: { problem: { kind: "code-used-by-you" } } })
    expect(problemOf(await placeWithCode("ETE-2027"))).toBe(null)
  })

  test("a use is free again when its booking ends unconfirmed, and kept by a confirmed one", async () => {
    const { camille } = await openCode({ maximumUses: 1 })
    const { placed } = await placeWithCode("ETE-2027")
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect(problemOf(await placeWithCode("ETE-2027"))).toBe("code-used-up")
    await cancelBooking({ actor: camille, id, from: "pending", at: now })
    expect(await listPromoCodes()).toMatchObject([{ uses: 0 }])
    await restoreBooking({ actor: camille, id, from: "cancelled", at: now })
    await confirmBooking(camille, id, now)
    await cancelBooking({ actor: camille, id, from: "confirmed", at: now })
    expect(problemOf(await placeWithCode("ETE-2027"))).toBe("code-used-up")
  })

  test("a changed booking keeps its code, counted anew on the rentals that had it", async () => {
    await openCode()
    const { placed } = await placeWithCode("ETE-2027")
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    const longer = { rentals: [{ position: 1, days: ["2027-06-12", "2027-06-13"] as const }] }
    expect(await proposeEdit(id, longer, now)).toMatchObject({ ok: true, value: { after: { total: 45_000 } } })
    const extra = {
      added: [{ productId: (await makeProduct()).id, days: ["2027-06-12"] as const, options: [], photoPacks: 0 }],
    }
    expect(await proposeEdit(id, extra, now)).toMatchObject({ ok: true, value: { after: { total: 47_500 } } })
  })

  test("a code in euros is taken off once, whatever rental is ended or moved", async () => {
    await openCode({ unit: "euros", value: 10_000 })
    const [one, two] = [await makeProduct({ price: 50_000 }), await makeProduct({ price: 50_000 })]
    const rentals = [one, two].map(({ id: productId }) => ({
      productId,
      days: ["2027-06-12"] as const,
      options: [],
      photoPacks: 0,
    }))
    const order = { ...makeOrder(one.id, []), rentals, promoCode: "ETE-2027" }
    const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id } = placed.value.booking
    expect(await proposeEdit(id, { removed: [2] }, now)).toMatchObject({ value: { after: { total: 45_000 } } })
    const moved = { rentals: [{ position: 1, days: ["2027-06-14"] as const }] }
    expect(await proposeEdit(id, moved, now)).toMatchObject({ value: { after: { total: 90_000 } } })
  })

  test("fifty bookings at once use a code for three times three times", async () => {
    await openCode({ maximumUses: 3 })
    const product = await makeProduct({ stock: 50 })
    const parties = []
    for (let index = 0; index < 50; index++) parties.push(ownAccountParty(await makeCustomer()))
    const outcomes = await Promise.all(
      parties.map(async (party) => {
        const order = { ...makeOrder(product.id, ["2027-06-12"]), promoCode: "ETE-2027" }
        return problemOf({ placed: await placeBooking({ party, order, at: now }) })
      }),
    )
    expect(outcomes.filter((problem) => problem === null)).toHaveLength(3)
    expect(new Set(outcomes)).toEqual(new Set([null, "code-used-up"]))
    expect(await listPromoCodes()).toMatchObject([{ uses: 3 }])
  })
})
