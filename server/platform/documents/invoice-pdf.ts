import { type InvoiceContent, invoiceTitle, isDemonstrationNumber } from "../../../domain/invoicing/invoice.ts"
import { facturX } from "./factur-x.ts"
import { addFacturXMetadata } from "./factur-x-metadata.ts"
import { invoicePage } from "./invoice-page.ts"
import { type SealedPdf, seal } from "./seal.ts"
import { typeset } from "./typeset.ts"

export async function invoicePdf(number: string, content: InvoiceContent, at: Date): Promise<SealedPdf> {
  // No program may read play money as an invoice (D73).
  const isDemonstration = isDemonstrationNumber(number)
  const xml = isDemonstration ? "" : facturX(number, content)
  const pdf = await typeset("facture.typ", invoicePage(number, content, xml), at)
  return seal(isDemonstration ? pdf : await addFacturXMetadata(pdf), {
    reason: `${invoiceTitle({ kind: content.kind, number })} ${number}`,
    signer: content.seller.name,
  })
}
