import { and, eq, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Id } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { Gone } from "../catalog/product-rows.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { removeRows } from "../platform/events/removal.ts"
import { changedFields, editDetails } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { leads } from "../platform/schema/leads.ts"

type LeadRow = typeof leads.$inferSelect
type LeadFollowUp = Pick<LeadRow, "state" | "lostReason" | "heardFrom" | "nextStep" | "nextStepOn" | "note">
type Call = Pick<LeadRow, "id" | "name" | "email" | "phone" | "note">

/** The form makes the id, so a call sent twice is noted once. */
export async function addCall(actor: Staff, call: Call, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    const inserted = await tx
      .insert(leads)
      .values({ ...call, kind: "call", createdAt: at })
      .onConflictDoNothing()
      .returning({ id: leads.id })
    if (inserted.length > 0) await recordEvent(tx, { by: actor, action: "lead.added", subject: call.id, at })
  })
}

/** The journal holds no words: a lead's person may have no account to erase. */
export async function saveLead({
  actor,
  id,
  typed,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  typed: LeadFollowUp
  loaded: LoadedForm | Date | null
  at?: Date
}): Promise<Result<LeadRow, Stale | Gone>> {
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(leads).where(eq(leads.id, id)).for("update")
    if (!stored) return err({ kind: "gone" })
    const checked = await checkVersion(tx, { kind: "lead", id, stored, version: stored.updatedAt, typed, loaded })
    if (!checked.ok) return checked
    const changed = changedFields(stored, checked.value)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(leads).set(checked.value).where(eq(leads.id, id)).returning()
    if (!saved) throw new Error("The lead was locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "lead.saved",
      subject: id,
      ...editDetails(changed, saved.updatedAt),
      at,
    })
    return ok(saved)
  })
}

/** An answer or a quote moves a new lead on. */
export async function openLead(tx: Transaction, lead: { id: Id } | { messageId: Id }): Promise<void> {
  const isLead = "id" in lead ? eq(leads.id, lead.id) : eq(leads.messageId, lead.messageId)
  await tx
    .update(leads)
    .set({ state: "open" })
    .where(and(isLead, eq(leads.state, "new")))
}

/** Only a call is removed: the others go with what they stand for. */
export async function removeCall(actor: Staff, id: Id, at: Date = new Date()): Promise<Result<number, Gone>> {
  return transaction(async (tx) => {
    const [call] = await tx.select({ kind: leads.kind }).from(leads).where(eq(leads.id, id)).for("update")
    if (call?.kind !== "call") return err({ kind: "gone" })
    const removed = await removeRows(tx, "leads", "id", id)
    return ok(await recordEvent(tx, { by: actor, action: "lead.removed", subject: id, personal: { removed }, at }))
  })
}

const UNFINISHED_AFTER_MINUTES = 60

/** One lead for each person whose draft or cart rests; a lost one comes back when they go on. */
export async function collectUnfinished(at: Date): Promise<string> {
  const now = sql`${at.toISOString()}::timestamptz`
  const added = await transaction((tx) =>
    tx.execute(sql`
      insert into leads (kind, user_id, created_at)
      select 'booking', user_id, touched_at from (
        select user_id, max(touched_at) as touched_at from (
          select user_id, greatest(typed_at, updated_at) as touched_at from booking_drafts
          union all
          select carts.user_id, cart_items.created_at from cart_items join carts on carts.id = cart_id
        ) unfinished group by user_id
      ) resting
      where touched_at < ${now} - ${`${UNFINISHED_AFTER_MINUTES} minutes`}::interval
        and not exists (
          select from leads earlier where earlier.user_id = resting.user_id and earlier.kind = 'booking'
            and (earlier.state in ('new', 'open') or earlier.updated_at >= touched_at))
      on conflict do nothing`),
  )
  return `${added.rowCount ?? 0} unfinished bookings`
}
