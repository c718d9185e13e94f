import { count, isNull, and, eq, sql } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { readSiteConfig } from "../../shop/content/site.ts"
import { db } from "../../platform/database.server.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { type MissingOnInvoices, missingOnInvoices } from "./invoiced-facts.ts"

/**
 * What keeps invoices from being made, and how many wait for their file. `withVat`: bookings whose invoice waits for a VAT
 * number that today's prices do not ask for, because theirs were agreed with VAT.
 */
export type InvoicingState = { missing: MissingOnInvoices[]; inTheMaking: number; withVat: number }

export async function invoicingState(at: Date = new Date()): Promise<InvoicingState> {
  const [config, { vatMode }, [waiting]] = await Promise.all([
    readSiteConfig(),
    readFinanceSettings(),
    db
      .select({ files: count() })
      .from(invoices)
      .where(and(isNull(invoices.pdfKey), isNull(invoices.erasedAt), eq(invoices.isExample, false))),
  ])
  const missing = missingOnInvoices(config, vatMode)
  const hasNumber = !missingOnInvoices(config, "included").includes("vatNumber")
  const withVat = hasNumber || missing.includes("vatNumber") ? 0 : await waitingForNumber(at)
  return { missing, inTheMaking: waiting?.files ?? 0, withVat }
}

async function waitingForNumber(at: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::integer as count
    from open_matters join bookings on bookings.id = booking_id
    where (is_uninvoiced or final_invoice_after < ${dayInParis(at)}::date and final_invoice_after >= (select day from invoicing_start))
      and agreement ->> 'vatMode' = 'included'`)
  return rows[0]?.count ?? 0
}
