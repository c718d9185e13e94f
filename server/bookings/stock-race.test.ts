import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { placeBooking } from "./place.ts"
import { db } from "../platform/database.server.ts"
import { StockTooLow, changeStock } from "./change-stock.ts"

const day = "2027-06-12"

test("a booking that races a lower stock never gets the removed unit: one of the two is refused", async () => {
  const outcomes = new Set<string>()
  for (let round = 0; round < 8; round++) {
    const { id } = await makeProduct({ stock: 2 })
    await placeBooking({ party: ownAccountParty(await makeCustomer()), order: makeOrder(id, [day]), at: now })
    const second = await makeCustomer()
    const lowering = withClaimRetry((tx) => changeStock(tx, id, 1, now)).then(
      () => "lowered",
      (error: unknown) => {
        if (error instanceof StockTooLow) return "kept"
        throw error
      },
    )
    const [stock, placed] = await Promise.all([
      lowering,
      placeBooking({ party: ownAccountParty(second), order: makeOrder(id, [day]), at: now }),
    ])
    outcomes.add(`${stock}, ${placed.ok ? "placed" : placed.error.kind}`)
    const { rows } = await db.execute(sql`
      select count(*) as beyond from unit_days join products on products.id = product_id where product_id = ${id} and unit > stock`)
    expect(rows).toEqual([{ beyond: 0 }])
  }
  expect([...outcomes].filter((outcome) => !["kept, placed", "lowered, days-taken"].includes(outcome))).toEqual([])
})
