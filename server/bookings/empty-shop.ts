import path from "node:path"
import { sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { EmptiedKind } from "../../domain/content/acts.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { releaseEverything } from "../availability/release.ts"
import { backUpShop } from "../platform/backup/back-up-shop.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { environment } from "../platform/environment.server.ts"
import { recordEvent, requireAct } from "../platform/events/record.ts"
import { siteSubject } from "../shop/content/edit-site.ts"
import { readSiteConfig } from "../shop/content/site.ts"

export type EmptyingObstacle = "payment" | "invoice" | "signature"
export type EmptyingCounts = Readonly<Record<EmptiedKind, number>>
type EmptyingProblem = { kind: "too-late"; obstacle: EmptyingObstacle } | { kind: "wrong-name" } | { kind: "changed" }

export async function readEmptying(
  executor: Executor = db,
): Promise<{ obstacle: EmptyingObstacle | null; counts: EmptyingCounts; lastEvent: number }> {
  const { rows } = await executor.execute<
    EmptyingCounts & { obstacle: EmptyingObstacle | null; lastEvent: number }
  >(sql`
    select case
        when exists (select from takings) or exists (select from card_payments where provider <> 'demo')
          or exists (select from deposit_tries where provider <> 'demo') then 'payment'
        when exists (select from invoices where series <> 'DEMO') then 'invoice'
        when exists (
          select from contracts join bookings on bookings.id = booking_id join profiles on profiles.id = user_id
          where signed_at is not null and role <> 'admin' and not profiles.is_example) then 'signature'
      end as obstacle,
      (select coalesce(max(id), 0) from events) as "lastEvent",
      (select count(*) from bookings) as bookings, (select count(*) from quotes) as quotes,
      (select count(*) from carts) + (select count(*) from booking_drafts) as carts,
      (select count(*) from leads) as leads, (select count(*) from contact_messages) as messages,
      (select count(*) from profiles where ${isRemovedCustomer}) as customers`)
  const [row] = rows
  if (!row) throw new Error("The shop could not be counted")
  const { obstacle, lastEvent, ...counts } = row
  return { obstacle, counts, lastEvent }
}

/** An account that its own customer opened stays. */
const isRemovedCustomer = sql`role = 'user' and staff_role is null
  and (is_example or not exists (select from users where users.id = profiles.id))`

/** Removes what was tried before the opening (D73), once a backup is written. */
export async function emptyShop({
  actor,
  companyName,
  at = new Date(),
  backUp = backUpShop,
}: {
  actor: Staff
  companyName: string
  at?: Date
  backUp?: (file: string) => Promise<unknown>
}): Promise<Result<{ archive: string; counts: EmptyingCounts }, EmptyingProblem>> {
  requireAct(actor, "site.emptied")
  const [site, { obstacle, counts, lastEvent }] = await Promise.all([readSiteConfig(), readEmptying()])
  if (obstacle) return err({ kind: "too-late", obstacle })
  if (companyName.trim() !== site.companyName.trim()) return err({ kind: "wrong-name" })
  const archive = `avant-ouverture-${at.toISOString().replaceAll(/\D/g, "").slice(0, 14)}.tar.gz`
  await backUp(path.join(environment.dataDir, "backups", archive))
  return transaction(async (tx) => {
    await suspendKeepers(tx)
    const now = await readEmptying(tx)
    // The backup misses what came after it began; carts and drafts record no event.
    const hasChanged = now.lastEvent !== lastEvent || JSON.stringify(now.counts) !== JSON.stringify(counts)
    if (!now.obstacle && !hasChanged) await removeRows(tx)
    await resumeKeepers(tx)
    if (now.obstacle) return err({ kind: "too-late", obstacle: now.obstacle })
    if (hasChanged) return err({ kind: "changed" })
    await recordEvent(tx, {
      by: actor,
      action: "site.emptied",
      subject: siteSubject.id,
      details: { archive, ...counts },
      at,
    })
    return ok({ archive, counts })
  })
}

/** These triggers refuse every deletion. Suspending one also locks its table against writes. */
const keepers = {
  payments: "payments_kept",
  refunds: "refunds_kept",
  invoices: "invoices_kept",
  invoice_deductions: "invoice_deductions_append_only",
  condition_reports: "condition_reports_kept",
  condition_report_photos: "condition_report_photos_kept",
  booking_ends: "booking_ends_kept",
  instalments: "instalments_append_only",
  contract_evidence: "contract_evidence_append_only",
  contract_evidence_details: "contract_evidence_details_kept",
  contracts: "contracts_kept",
} as const

async function suspendKeepers(tx: Transaction): Promise<void> {
  await tx.execute(
    sql`lock table bookings, rentals, quotes, carts, booking_drafts, leads, contact_messages, profiles in share row exclusive mode`,
  )
  for (const [table, trigger] of Object.entries(keepers))
    await tx.execute(sql.raw(`alter table ${table} disable trigger ${trigger}`))
}

async function resumeKeepers(tx: Transaction): Promise<void> {
  for (const [table, trigger] of Object.entries(keepers))
    await tx.execute(sql.raw(`alter table ${table} enable trigger ${trigger}`))
}

/** Referencing rows come first. Files without a row are erased at night. */
const removedTables = [
  "card_disputes",
  "card_payments",
  "refunds",
  "payments",
  "demo_card_refunds",
  "demo_card_sessions",
  "demo_card_holds",
  "invoice_deductions",
  "invoices",
  "deposit_tries",
  "deposits",
  "condition_report_photos",
  "condition_reports",
  "booking_ends",
  "date_change_requests",
  "booking_notices",
  "booking_links",
  "signing_codes",
  "contract_evidence_details",
  "contract_evidence",
  "instalments",
  "contracts",
] as const

async function removeRows(tx: Transaction): Promise<void> {
  // Their bookings no longer lead retention to them.
  await tx.execute(sql`
    update event_details set personal = null from events
    where events.id = event_id and personal <> '{}'
      and (booking_id is not null or subject_kind in ('quote', 'lead', 'contact-message'))`)
  await tx.execute(sql`delete from webhook_messages where booking_id is not null`)
  for (const table of removedTables) await tx.execute(sql.raw(`delete from ${table}`))
  await releaseEverything(tx)
  for (const table of ["quotes", "bookings", "carts", "booking_drafts", "leads", "shown_prices", "contact_messages"])
    await tx.execute(sql.raw(`delete from ${table}`))
  await tx.execute(sql`
    with removed as (delete from profiles where ${isRemovedCustomer} returning id)
    delete from users using removed where users.id = removed.id`)
}
