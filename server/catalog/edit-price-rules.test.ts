import { beforeEach, expect, test } from "vitest"
import type { RuleFields } from "../../domain/pricing/price-rule.ts"
import { makeAdministrator, makeRule } from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { priceRules } from "../platform/schema/pricing.ts"
import { addPriceRule, listPriceRules, removePriceRule, savePriceRule, switchPriceRule } from "./edit-price-rules.ts"
import { listActiveRules } from "./price-rules.ts"

const { id: ownerId, name: ownerName } = await makeAdministrator()
const actor = { kind: "administrator", id: ownerId, name: ownerName } as const
const weekdays: RuleFields = {
  kind: "day",
  name: "Tarif lundi–jeudi",
  unit: "percent",
  value: -20,
  targets: null,
  priority: 0,
  weekdays: [1, 2, 3, 4],
  onHolidays: false,
}

beforeEach(() => db.delete(priceRules))

test("a rule is added, changed, switched off and removed; a switched-off one no longer counts", async () => {
  const id = await addPriceRule({ actor, fields: weekdays })
  const [added] = await listPriceRules()
  expect(added).toMatchObject({ ...weekdays, id, isActive: true })
  const loaded = added?.updatedAt ?? null
  const saved = await savePriceRule({ actor, id, fields: { ...weekdays, value: -15 }, loaded })
  expect(saved.ok).toBe(true)
  expect(await listActiveRules()).toMatchObject([{ id, value: -15 }])
  await switchPriceRule({ actor, id, isActive: false })
  expect(await listActiveRules()).toEqual([])
  expect(await removePriceRule({ actor, id })).toMatchObject({ ok: true })
  expect(await removePriceRule({ actor, id })).toEqual({ ok: false, error: { kind: "gone" } })
})

test("a rule that a second tab has changed is refused with what differs, and a rule keeps its kind", async () => {
  const { id, updatedAt } = await makeRule()
  const season = (value: number): RuleFields => ({
    kind: "season",
    name: "Haute saison",
    unit: "percent",
    value,
    targets: null,
    priority: 0,
    from: "2027-06-01",
    to: "2027-09-30",
    isYearly: true,
    minimumDays: null,
  })
  expect((await savePriceRule({ actor, id, fields: season(20), loaded: updatedAt })).ok).toBe(true)
  expect(await savePriceRule({ actor, id, fields: season(30), loaded: updatedAt })).toMatchObject({
    error: { kind: "stale", fields: ["changeValue"] },
  })
  expect(await savePriceRule({ actor, id, fields: weekdays, loaded: updatedAt })).toEqual({
    ok: false,
    error: { kind: "gone" },
  })
})
