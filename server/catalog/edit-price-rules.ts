import { and, asc, desc, eq, isNull, ne } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { type RuleFields, targetOf } from "../../domain/pricing/price-rule.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { removeRows } from "../platform/events/removal.ts"
import { changedFields, editDetails, fieldNames } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { products } from "../platform/schema/catalog.ts"
import { priceRules } from "../platform/schema/pricing.ts"
import { type PriceRuleRow, toPriceRule } from "./price-rules.ts"
import type { Gone } from "./product-rows.ts"
import { withPlans } from "./rate-plans.ts"

export type StoredRule = ReturnType<typeof toStoredRule>

/** The owner's, whether they count or not; those that win come first. */
export async function listPriceRules(): Promise<StoredRule[]> {
  const rows = await db
    .select()
    .from(priceRules)
    .orderBy(desc(priceRules.priority), desc(priceRules.createdAt), asc(priceRules.id))
  return rows.map(toStoredRule)
}

function toStoredRule(row: PriceRuleRow) {
  return { ...toPriceRule(row), isActive: row.isActive, updatedAt: row.updatedAt }
}

type RuleTarget = { id: ProductId; name: string; plans: { key: Id; name: string }[] }

/** Products for rent, each with the plans that a rule may name alone. */
export async function listRuleTargets(): Promise<RuleTarget[]> {
  const rows = await db
    .select({ id: products.id, name: products.name, price: products.price })
    .from(products)
    .where(and(isNull(products.archivedAt), ne(products.kind, "accessory")))
    .orderBy(asc(products.order), asc(products.name))
  const sold = await withPlans(rows, ({ price }) => price)
  return sold.map(({ id, name, plans }) => ({
    id,
    name,
    plans: plans.length > 1 ? plans.map((plan) => ({ key: targetOf(id, plan), name: plan.name })) : [],
  }))
}

type RuleAct = { actor: Staff; at?: Date | undefined }

export async function addPriceRule({ actor, fields, at = new Date() }: RuleAct & { fields: RuleFields }): Promise<Id> {
  return transaction(async (tx) => {
    const values = ruleValues(fields)
    const [added] = await tx
      .insert(priceRules)
      .values({ ...values, kind: fields.kind })
      .returning()
    if (!added) throw new Error("The rule was not returned")
    const details = editDetails(fieldNames(values), added.updatedAt, { before: null, after: values })
    await recordEvent(tx, { by: actor, action: "rule.added", subject: added.id, ...details, at })
    return added.id
  })
}

/** The columns of the rule's kind. */
function ruleValues(fields: RuleFields) {
  const { name, unit, value, targets, priority } = fields
  const [ruledProducts, ruledPlans] = targets ? [[...targets.products], [...targets.plans]] : [null, null]
  const terms = { name, changeUnit: unit, changeValue: value, ruledProducts, ruledPlans, priority }
  switch (fields.kind) {
    case "season": {
      const { from, to, isYearly, minimumDays } = fields
      return { ...terms, seasonFrom: from, seasonTo: to, isYearly, minimumDays }
    }
    case "day":
      return { ...terms, ruledWeekdays: [...fields.weekdays], onHolidays: fields.onHolidays }
    case "lead-time":
      return { ...terms, atLeast: fields.atLeast, atMost: fields.atMost }
  }
}

/** Bookings keep the lines that they were placed with. */
export async function savePriceRule({
  actor,
  id,
  fields,
  loaded,
  at = new Date(),
}: RuleAct & { id: Id; fields: RuleFields; loaded: LoadedForm | Date | null }): Promise<Result<null, Gone | Stale>> {
  return changeRule<Stale>(id, async (tx, rule) => {
    if (rule.kind !== fields.kind) return err({ kind: "gone" })
    const [stored, typed] = [ruleValues(rule), ruleValues(fields)]
    const checked = await checkVersion(tx, { kind: "price-rule", id, stored, version: rule.updatedAt, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(priceRules).set(checked.value).where(eq(priceRules.id, id)).returning()
    if (!saved) throw new Error("The rule was locked, then gone")
    const details = editDetails(changed, saved.updatedAt, { before: stored, after: checked.value })
    await recordEvent(tx, { by: actor, action: "rule.saved", subject: id, ...details, at })
    return ok(null)
  })
}

export async function switchPriceRule({
  actor,
  id,
  isActive,
  at = new Date(),
}: RuleAct & { id: Id; isActive: boolean }): Promise<Result<null, Gone>> {
  return changeRule(id, async (tx, rule) => {
    if (rule.isActive === isActive) return ok(null)
    const [saved] = await tx.update(priceRules).set({ isActive }).where(eq(priceRules.id, id)).returning()
    if (!saved) throw new Error("The rule was locked, then gone")
    const details = { version: saved.updatedAt.toISOString() }
    await recordEvent(tx, {
      by: actor,
      action: isActive ? "rule.activated" : "rule.deactivated",
      subject: id,
      details,
      at,
    })
    return ok(null)
  })
}

/** Returns the event that undoes it. */
export async function removePriceRule({
  actor,
  id,
  at = new Date(),
}: RuleAct & { id: Id }): Promise<Result<number, Gone>> {
  return changeRule(id, async (tx, { name }) => {
    const removed = await removeRows(tx, "price_rules", "id", id)
    const details = { name }
    return ok(
      await recordEvent(tx, { by: actor, action: "rule.removed", subject: id, details, personal: { removed }, at }),
    )
  })
}

async function changeRule<Problem = never, Value = null>(
  id: Id,
  change: (tx: Transaction, rule: StoredRule) => Promise<Result<Value, Problem | Gone>>,
): Promise<Result<Value, Problem | Gone>> {
  return transaction(async (tx) => {
    const [row] = await tx.select().from(priceRules).where(eq(priceRules.id, id)).for("update")
    return row ? change(tx, toStoredRule(row)) : err({ kind: "gone" })
  })
}
