import { count, isNull, and, eq } from "drizzle-orm"
import { readSiteConfig } from "../content/site.ts"
import { db } from "../database.server.ts"
import { readFinanceSettings } from "../finance/queries.ts"
import { invoices } from "../schema/invoices.ts"
import { type MissingOnInvoices, missingOnInvoices } from "./invoiced-facts.ts"

/** What keeps invoices from being made, and how many wait for their file. */
export type InvoicingState = { missing: MissingOnInvoices[]; inTheMaking: number }

export async function invoicingState(): Promise<InvoicingState> {
  const [config, { vatMode }, [waiting]] = await Promise.all([
    readSiteConfig(),
    readFinanceSettings(),
    db
      .select({ files: count() })
      .from(invoices)
      .where(and(isNull(invoices.pdfKey), isNull(invoices.erasedAt), eq(invoices.isExample, false))),
  ])
  return { missing: missingOnInvoices(config, vatMode), inTheMaking: waiting?.files ?? 0 }
}
