import { asc, eq } from "drizzle-orm"
import type { Direction } from "../../isomorphic/ordering.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Id, ProductId } from "../../domain/id.ts"
import { type PlanFields, planFieldProblems } from "../../domain/pricing/plan-fields.ts"
import { plansOnSale, usualDayPlan } from "../../domain/pricing/rate-plan.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { removeRows } from "../platform/events/removal.ts"
import { changedFields, editDetails, fieldNames } from "../platform/revisions/edits.ts"
import { type OrderProblem, moveTo, orderList, reserveLastPlace } from "../platform/revisions/list-order.ts"
import { type LoadedForm, type Stale, checkVersion, versionText } from "../platform/revisions/version.ts"
import { ratePlans } from "../platform/schema/catalog.ts"
import { type Gone, lockProduct } from "./product-rows.ts"
import type { Product } from "./queries.ts"
import { type StoredPlan, readPlans } from "./rate-plans.ts"

/** The product is in the catalogue and would be for rent in no other way. */
type LastPlan = { kind: "last-plan" }
/** A product has one plan by the day. */
type PlanExists = { kind: "plan-exists" }

const planList = (productId: ProductId) => ({
  name: `plans:${productId}`,
  table: ratePlans,
  where: eq(ratePlans.productId, productId),
  sortColumns: [asc(ratePlans.order), asc(ratePlans.createdAt), asc(ratePlans.id)],
})

type PlanOfProduct = { actor: Staff; productId: ProductId; at?: Date | undefined }

export async function addPlan({
  actor,
  productId,
  fields,
  at = new Date(),
}: PlanOfProduct & { fields: PlanFields }): Promise<Result<Id, Gone | PlanExists>> {
  return changePlans<Id, PlanExists>(productId, async (tx, { product, plans }) => {
    if (hasPlanByDay(fields, plans)) return err({ kind: "plan-exists" })
    const added = await insertPlan(tx, productId, { ...fields, isActive: true })
    const details = {
      name: added.name,
      product: product.name,
      changed: fieldNames(planValues(fields)),
      version: added.updatedAt.toISOString(),
    }
    await recordEvent(tx, { by: actor, action: "plan.added", subject: added.id, details, at })
    return ok(added.id)
  })
}

function hasPlanByDay({ kind }: PlanFields, plans: readonly StoredPlan[]): boolean {
  return kind === "day" && plans.some((plan) => plan.kind === "day")
}

/** The plan by the day stays the first, as the usual one was. */
async function insertPlan(tx: Transaction, productId: ProductId, fields: PlanFields & { isActive: boolean }) {
  const last = await reserveLastPlace(tx, planList(productId))
  const { kind, isActive } = fields
  const [added] = await tx
    .insert(ratePlans)
    .values({ ...planValues(fields), kind, isActive, productId, order: kind === "day" ? -1 : last })
    .returning()
  if (!added) throw new Error("The plan was not returned")
  return added
}

/** The columns of the plan's kind. */
function planValues(fields: PlanFields) {
  const { name, sentence, includes, weekdays, minimumNotice } = fields
  const terms = { name, sentence, includes: [...includes], weekdays: [...weekdays], minimumNotice }
  switch (fields.kind) {
    case "day": {
      const { steps, minimumDays, maximumDays } = fields
      return { ...terms, steps: [...steps], minimumDays, maximumDays }
    }
    case "fixed":
      return { ...terms, days: fields.days, price: fields.price }
    case "hours": {
      const { hours, price, startTimes, extraHourPrice, maximumExtraHours, setUpMinutes, takeDownMinutes } = fields
      const starts = { startTimes: [...startTimes] }
      return { ...terms, ...starts, hours, price, extraHourPrice, maximumExtraHours, setUpMinutes, takeDownMinutes }
    }
  }
}

/** Bookings keep the plan that they were placed with. */
export async function savePlan({
  actor,
  productId,
  id,
  fields,
  loaded,
  at = new Date(),
}: PlanOfProduct & { id: Id; fields: PlanFields; loaded: LoadedForm | Date | null }): Promise<
  Result<null, Gone | Stale>
> {
  return changePlans<null, Stale>(productId, async (tx, { plans }) => {
    const plan = plans.find((each) => each.id === id)
    if (plan?.kind !== fields.kind) return err({ kind: "gone" })
    const { id: _, isActive: _active, updatedAt: version, ...storedFields } = plan
    const stored = planValues(storedFields)
    const typed = planValues(fields)
    const checked = await checkVersion(tx, { kind: "rate-plan", id, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const limits = planFieldProblems({ ...fields, ...checked.value } as PlanFields).map(({ field }) => field)
    // Each choice between two versions is valid alone.
    if (limits.length > 0)
      return err({ kind: "stale", fields: limits, version: versionText(version), by: "", at: null })
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(null)
    const [saved] = await tx.update(ratePlans).set(checked.value).where(eq(ratePlans.id, id)).returning()
    if (!saved) throw new Error("The plan was locked, then gone")
    const details = editDetails(changed, saved.updatedAt, { before: stored, after: saved })
    await recordEvent(tx, { by: actor, action: "plan.saved", subject: id, ...details, at })
    return ok(null)
  })
}

/** `id` null switches the usual way by the day off, which is then stored. */
export async function switchPlan({
  actor,
  productId,
  id,
  isActive,
  at = new Date(),
}: PlanOfProduct & { id: Id | null; isActive: boolean }): Promise<Result<null, Gone | LastPlan | PlanExists>> {
  return changePlans<null, LastPlan | PlanExists>(productId, async (tx, { product, plans }) => {
    if (id === null && hasPlanByDay(usualDayPlan, plans)) return err({ kind: "plan-exists" })
    const stored = plans.find((plan) => plan.id === id)
    if (id !== null && !stored) return err({ kind: "gone" })
    if ((stored?.isActive ?? true) === isActive) return ok(null)
    const others = plans.filter((plan) => plan.id !== id)
    const switched = { ...(stored ?? usualDayPlan), isActive }
    if (!isActive && wouldEndSale(product, plans, [...others, switched])) return err({ kind: "last-plan" })
    const saved = stored
      ? (await tx.update(ratePlans).set({ isActive }).where(eq(ratePlans.id, stored.id)).returning())[0]
      : await insertPlan(tx, productId, { ...usualDayPlan, isActive })
    if (!saved) throw new Error("The plan was locked, then gone")
    const action = isActive ? "plan.offered" : "plan.withdrawn"
    const details = { version: saved.updatedAt.toISOString() }
    await recordEvent(tx, { by: actor, action, subject: saved.id, details, at })
    return ok(null)
  })
}

type SoldPlans = Parameters<typeof plansOnSale>[0]

function wouldEndSale({ isActive, price }: Product, before: SoldPlans, after: SoldPlans): boolean {
  return isActive && plansOnSale(before, price).length > 0 && plansOnSale(after, price).length === 0
}

/** Returns the event that undoes it. */
export async function removePlan({
  actor,
  productId,
  id,
  at = new Date(),
}: PlanOfProduct & { id: Id }): Promise<Result<{ event: number; name: string }, Gone | LastPlan>> {
  return changePlans<{ event: number; name: string }, LastPlan>(productId, async (tx, { product, plans }) => {
    const plan = plans.find((each) => each.id === id)
    if (!plan) return err({ kind: "gone" })
    const others = plans.filter((each) => each.id !== id)
    if (wouldEndSale(product, plans, others)) return err({ kind: "last-plan" })
    const removed = await removeRows(tx, "rate_plans", "id", id)
    const { name } = plan
    const event = await recordEvent(tx, {
      by: actor,
      action: "plan.removed",
      subject: id,
      details: { name },
      personal: { removed },
      at,
    })
    return ok({ event, name })
  })
}

export async function movePlan({
  actor,
  productId,
  id,
  direction,
  at = new Date(),
}: PlanOfProduct & { id: Id; direction: Direction }): Promise<Result<null, OrderProblem>> {
  return transaction(async (tx) => {
    const moved = await orderList(tx, planList(productId), moveTo(id, direction))
    if (!moved.ok) return moved
    const details = { order: moved.value.order }
    await recordEvent(tx, { by: actor, action: "plan.ordered", subject: productId, details, at })
    return ok(null)
  })
}

type PlansOfProduct = { product: Product; plans: StoredPlan[] }

/** Bookings being placed wait for the product's lock, as do other changes of its plans. */
async function changePlans<Value, Problem>(
  productId: ProductId,
  change: (tx: Transaction, stored: PlansOfProduct) => Promise<Result<Value, Problem | Gone>>,
): Promise<Result<Value, Problem | Gone>> {
  return transaction(async (tx) => {
    const product = await lockProduct(tx, productId)
    return product ? change(tx, { product, plans: await readPlans(productId, tx) }) : err({ kind: "gone" })
  })
}
