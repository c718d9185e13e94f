import { count, isNull, and, eq, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { db } from "../../platform/database.server.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { type MissingInvoiceFact, findMissingInvoiceFacts } from "./invoiced-facts.ts"

/** Counts bookings agreed with VAT whose invoice waits for a number that current prices do not require. */
export type InvoicingState = { missing: MissingInvoiceFact[]; pendingFiles: number; waitingForVatNumber: number }

export async function readInvoicingState(at: Date = new Date()): Promise<InvoicingState> {
  const [config, { vatMode }, [waiting]] = await Promise.all([
    readSiteConfig(),
    readFinanceSettings(),
    db
      .select({ files: count() })
      .from(invoices)
      .where(and(isNull(invoices.pdfKey), isNull(invoices.erasedAt), eq(invoices.isExample, false))),
  ])
  const missing = findMissingInvoiceFacts(config, vatMode)
  const hasNumber = !findMissingInvoiceFacts(config, "included").includes("vatNumber")
  const waitingForVatNumber = hasNumber || missing.includes("vatNumber") ? 0 : await countWaitingForVatNumber(at)
  return { missing, pendingFiles: waiting?.files ?? 0, waitingForVatNumber }
}

async function countWaitingForVatNumber(at: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count
    from open_matters join bookings on bookings.id = booking_id
    where (is_uninvoiced or final_invoice_after < ${dayInParis(at)}::date and final_invoice_after >= (select day from invoicing_start))
      and agreement ->> 'vatMode' = 'included'`)
  return rows[0]?.count ?? 0
}
