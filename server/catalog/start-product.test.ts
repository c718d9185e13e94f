import { beforeEach, expect, test } from "vitest"
import { planFieldProblems } from "../../domain/pricing/plan-fields.ts"
import { starterNames, starters } from "../../domain/catalog/starters.ts"
import { makeAdministrator } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { readProduct } from "./admin-queries.ts"
import { readOptions } from "./edit-options.ts"
import { readPlans } from "./rate-plans.ts"
import { setProductActive } from "./product-state.ts"
import { startProduct } from "./start-product.ts"

beforeEach(freshDatabase)

test("a kind of company begins with one hidden product that is ready to be shown", async () => {
  const { id, name } = await makeAdministrator("Camille")
  const camille = { kind: "administrator", id, name } as const
  for (const starter of starterNames) {
    const productId = await startProduct(camille, starter)
    expect(await readProduct(productId)).toMatchObject({ name: starters[starter].name, isActive: false })
    expect((await readPlans(productId)).filter((plan) => plan.id !== null)).toHaveLength(starters[starter].plans.length)
    expect(await readOptions(productId)).toHaveLength(starters[starter].options.length)
    expect(await setProductActive(camille, productId, true)).toMatchObject({ ok: true })
  }
})

test("the plans to begin with are ones that an owner could type", () => {
  for (const starter of starterNames)
    for (const plan of starters[starter].plans) expect(planFieldProblems(plan)).toEqual([])
})
