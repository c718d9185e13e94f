import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { rentalPeriods } from "../../../domain/rental/periods.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeCustomer, makeFinanceSettings, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import { db } from "../../platform/database.server.ts"
import { extendHold } from "./extend.ts"
import { findCurrentHold, holdDays } from "./hold.ts"

beforeEach(freshDatabase)
beforeEach(() => makeFinanceSettings())

const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

async function holding() {
  const product = await readProductForRent((await makeProduct()).id)
  if (!product) throw new Error("The product is not for rent")
  const [party, other] = [ownAccountParty(await makeCustomer()), ownAccountParty(await makeCustomer())]
  const days = ["2027-06-12" as const]
  await holdDays({ party, product, days, at: now })
  return { product, party, other, days }
}

describe("extending the hold by 30 minutes", () => {
  test("the hold is extended twice at most, and the days stay this customer's @S-cart-hold", async () => {
    const { product, party, other, days } = await holding()
    expect(await extendHold(party, minutes(25))).toEqual({ ok: true, value: { endsAt: minutes(60) } })
    expect((await findCurrentHold(party.account.id, product.id, rentalPeriods(days, 0), minutes(50)))?.endsAt).toEqual(
      minutes(60),
    )
    expect((await holdDays({ party: other, product, days, at: minutes(50) })).ok).toBe(false)
    expect(await extendHold(party, minutes(55))).toEqual({ ok: true, value: { endsAt: minutes(90) } })
    expect(await extendHold(party, minutes(85))).toEqual({ ok: false, error: { kind: "used-up" } })
    expect((await holdDays({ party: other, product, days, at: minutes(91) })).ok).toBe(true)
  })

  test("two presses at the same moment both count, and never a third", async () => {
    const { party } = await holding()
    const answers = await Promise.all(Array.from({ length: 5 }, () => extendHold(party, minutes(26))))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
  })

  test("an extension respects the caps of every hold: 60 days in a cart, and a limited rate (D40)", async () => {
    const { product, party } = await holding()
    const holds = () => findCurrentHold(party.account.id, product.id, rentalPeriods(["2027-06-12"], 0), minutes(26))
    await db.execute(sql`
      insert into occupancy (unit_id, product_id, during, rented, kind, cart_id, hold_ends_at)
      select unit_id, product_id, more, more, kind, cart_id, hold_ends_at
      from occupancy, rental_range('2027-06-13', '2027-08-11', 0) more`)
    expect(await extendHold(party, minutes(25))).toEqual({ ok: false, error: { kind: "too-many-held", max: 60 } })
    expect((await holds())?.endsAt).toEqual(minutes(30))
    await db.execute(sql`delete from occupancy where during && rental_range('2027-06-13', null, 0)`)
    expect((await extendHold(party, minutes(25))).ok).toBe(true)
    expect((await holds())?.endsAt).toEqual(minutes(60))

    for (let press = 0; press < 60; press++) await extendHold(party, minutes(26))
    expect(await extendHold(party, minutes(26))).toMatchObject({ ok: false, error: { kind: "throttled" } })
  })

  test("an extension does not revive an expired hold, nor an empty cart", async () => {
    const { party, other } = await holding()
    expect(await extendHold(party, minutes(31))).toEqual({ ok: false, error: { kind: "ended" } })
    expect(await extendHold(other, now)).toEqual({ ok: false, error: { kind: "ended" } })
  })
})
