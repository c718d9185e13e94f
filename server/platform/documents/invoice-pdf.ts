import { type InvoiceContent, invoiceTitle, isDemonstrationNumber } from "../../../domain/invoicing/invoice.ts"
import { facturX } from "./factur-x.ts"
import { withFacturXMetadata } from "./factur-x-metadata.ts"
import { invoicePage } from "./invoice-page.ts"
import { type SealedPdf, seal } from "./seal.ts"
import { typeset } from "./typeset.ts"

/**
 * An invoice or a credit note as a file: PDF/A-3a with its Factur-X inside, closed by the company's seal (D30). Some
 * 100 ms of the process (see `typeset`), so it belongs in a job; made once and stored.
 */
export async function invoicePdf(number: string, content: InvoiceContent, at: Date): Promise<SealedPdf> {
  // No program may read play money as an invoice (D73).
  const isDemonstration = isDemonstrationNumber(number)
  const xml = isDemonstration ? "" : facturX(number, content)
  const pdf = await typeset("facture.typ", invoicePage(number, content, xml), at)
  return seal(isDemonstration ? pdf : await withFacturXMetadata(pdf), {
    reason: `${invoiceTitle({ kind: content.kind, number })} ${number}`,
    by: content.seller.name,
  })
}
