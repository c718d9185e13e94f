import { readdir, rm } from "node:fs/promises"
import path from "node:path"
import { desc, sql } from "drizzle-orm"
import { periods } from "../../../domain/retention/periods.ts"
import type { RetentionCategory } from "../../../domain/retention/retention-categories.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { eraseBankLines } from "../../money/bank/erase.ts"
import { INCIDENT_BUCKET, selectIncidentPhotos } from "../../bookings/machines/incidents.ts"
import { eraseReports, eraseOrphanedReportFiles } from "../../booking-record/condition/erase.ts"
import { eraseOldCertificates } from "../../bookings/insurance/erase-certificates.ts"
import { eraseExports } from "../../reports/data-exports/erase.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { outboxFolder } from "../../platform/mail/outbox.ts"
import { retentionRuns } from "../../platform/schema/retention.ts"
import { deleteQuotes } from "../../quotes/delete-quotes.ts"
import { eraseOrphanedFiles } from "../../platform/storage/erase-orphaned-files.ts"
import { ORDER_BUCKET } from "../../quotes/order-file.ts"
import { eraseInvoices } from "../../money/invoicing/erase.ts"
import { eraseLeads } from "../../leads/erase-leads.ts"
import { eraseContracts, hasErasableContent } from "./erase-contracts.ts"
import { scrubBookings } from "./scrub-bookings.ts"

export async function eraseExpired(at: Date): Promise<string> {
  const done: string[] = []
  const failures: unknown[] = []
  for (const [kind, erase] of Object.entries(steps) as [StepName, Step][]) {
    try {
      const rows = await erase(at)
      if (rows === 0) continue
      await recordErasure(kind, rows, at)
      done.push(`${rows} ${kind}`)
    } catch (error) {
      log.error("Error erasing expired data", { kind, error })
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} kinds were not erased`)
  return done.length > 0 ? `erased: ${done.join(", ")}` : "nothing to erase"
}

export async function recordErasure(kind: RetentionCategory, rows: number, at: Date): Promise<void> {
  if (rows > 0) await db.insert(retentionRuns).values({ at, kind, rows })
}

type StepName = Exclude<RetentionCategory, "accounts" | "mails" | "newsletter" | "page-views">
type Step = (at: Date) => Promise<number>

const subtractPeriod = (at: Date, period: string) => sql`${at.toISOString()}::timestamptz - ${period}::interval`

const countAffected = (work: (tx: Transaction) => Promise<{ rowCount: number | null }>) =>
  transaction(async (tx) => (await work(tx)).rowCount ?? 0)

const steps: Readonly<Record<StepName, Step>> = {
  "contact-messages": (at) =>
    countAffected((tx) =>
      tx.execute(sql`
        delete from contact_messages
        where greatest(created_at, answered_at) < ${subtractPeriod(at, `${periods.contactYears} years`)}`),
    ),
  leads: eraseLeads,
  quotes: async (at) =>
    (await transaction((tx) =>
      deleteQuotes(
        tx,
        sql`
          select id from quotes
          where state <> 'accepted' and booking_id is null and greatest(created_at, first_opened_at, answered_at, (
              select max(valid_until) from quote_versions where quote_id = quotes.id and sent_at is not null))
            < ${subtractPeriod(at, `${periods.contactYears} years`)}`,
      ),
    )) + (await eraseOrphanedFiles(ORDER_BUCKET, sql`select order_key as key from quotes`, at)),
  "shown-prices": (at) =>
    countAffected((tx) =>
      tx.execute(sql`
        delete from shown_prices where made_at < ${subtractPeriod(at, `${periods.shownPriceDays} days`)}`),
    ),
  drafts: (at) =>
    countAffected((tx) =>
      tx.execute(sql`
        delete from booking_drafts where greatest(typed_at, updated_at) < ${subtractPeriod(at, `${periods.draftDays} days`)}`),
    ),
  "unsigned-contracts": (at) =>
    eraseContracts(sql`
      select id from contracts where status in ('replaced', 'lapsed', 'void') and signed_at is null and ${hasErasableContent}
        and greatest(created_at, sent_at, due_at) < ${subtractPeriod(at, `${periods.unsignedContractMonths} months`)}`),
  // The database refuses to erase younger ones, whatever `at` says.
  "signed-contracts": (at) =>
    eraseContracts(sql`
      select id from contracts where ${hasErasableContent}
        and signed_at < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.orderYears} years`}::interval`),
  "condition-reports": async (at) =>
    (await eraseReports(sql`
      select id from condition_reports
      where recorded_at < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.orderYears} years`}::interval`)) +
    (await eraseOrphanedReportFiles(at)) +
    (await eraseOrphanedFiles(INCIDENT_BUCKET, selectIncidentPhotos, at)),
  invoices: (at) =>
    eraseInvoices(
      sql`
        select id from invoices where erased_at is null
          and year + ${periods.orderYears}::integer < extract(year from least(${at.toISOString()}::timestamptz, now()) at time zone 'Europe/Paris')`,
      at,
    ),
  insurance: eraseOldCertificates,
  bookings: (at) =>
    transaction((tx) =>
      scrubBookings(
        tx,
        sql`select id from bookings where returns_on < ${subtractPeriod(at, `${periods.orderYears} years`)} and status <> 'pending'`,
      ),
    ),
  exports: (at) =>
    transaction((tx) =>
      eraseExports(
        tx,
        sql`select id from data_exports where coalesce(ends_at, asked_at + ${`${periods.exportDays} days`}::interval) < ${at.toISOString()}::timestamptz`,
      ),
    ),
  "rights-requests": (at) =>
    countAffected((tx) =>
      tx.execute(sql`
        delete from rights_requests where answered_at < ${subtractPeriod(at, `${periods.rightsYears} years`)}`),
    ),
  "transaction-ids": async (at) => {
    const isOld = (column: string) =>
      sql`provider_id <> 'erased-' || id and ${sql.raw(column)}
        < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.transactionMonths} months`}::interval`
    const eraseProviderIds = (table: string, column: string) =>
      countAffected((tx) =>
        tx.execute(sql`update ${sql.raw(table)} set provider_id = 'erased-' || id where ${isOld(column)}`),
      )
    const eraseSessions = (table: string) =>
      countAffected((tx) =>
        tx.execute(sql`
          update ${sql.raw(table)} set session_id = 'erased-' || id, url = null
          where session_id <> 'erased-' || id and settled_at
            < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.transactionMonths} months`}::interval`),
      )
    const eraseHolds = () =>
      countAffected((tx) =>
        tx.execute(sql`
          update deposit_tries set hold_id = 'erased-' || id
          where hold_id <> 'erased-' || id and settled_at
            < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.transactionMonths} months`}::interval`),
      )
    const messages = await countAffected((tx) =>
      tx.execute(sql`
        delete from provider_events
        where received_at < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.transactionMonths} months`}::interval`),
    )
    const disputes = await countAffected((tx) =>
      tx.execute(sql`
        update card_disputes set provider_id = 'erased-' || gen_random_uuid()
        where provider_id not like 'erased-%' and stage in ('won', 'lost') and looked_at
          < least(${at.toISOString()}::timestamptz, now()) - ${`${periods.transactionMonths} months`}::interval`),
    )
    return (
      messages +
      disputes +
      (await eraseProviderIds("payments", "recorded_at")) +
      (await eraseProviderIds("refunds", "made_at")) +
      (await eraseSessions("card_payments")) +
      (await eraseSessions("deposit_tries")) +
      (await eraseHolds())
    )
  },
  "bank-lines": eraseBankLines,
  outbox: eraseOldOutboxFiles,
}

async function eraseOldOutboxFiles(at: Date): Promise<number> {
  const folder = outboxFolder(environment.dataDir)
  const cutoff = new Date(at.getTime() - periods.outboxDays * 86_400_000).toISOString().replace(/[-:]|\.\d+/g, "")
  const files = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return []
    throw error
  })
  const old = files.filter((name) => /^\d{8}T\d{6}Z-.*\.eml$/.test(name) && name < cutoff)
  for (const name of old) await rm(path.join(folder, name), { force: true })
  return old.length
}

type RetentionRun = typeof retentionRuns.$inferSelect

export async function listRetentionRuns(): Promise<RetentionRun[]> {
  return db.select().from(retentionRuns).orderBy(desc(retentionRuns.at), desc(retentionRuns.id)).limit(100)
}
