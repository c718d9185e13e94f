import { type InvoiceContent, invoiceTitle, isDemonstrationNumber } from "../../../domain/invoicing/invoice.ts"
import { facturX } from "./factur-x.ts"
import { invoicePage } from "./invoice-page.ts"
import { type SealedPdf, seal } from "./seal.ts"
import { typeset } from "./typeset.ts"
import { PDF, PdfStream } from "@libpdf/core"

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

const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"

/** Must run before the seal, which one changed byte breaks. */
async function addFacturXMetadata(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const metadata = document.getCatalog().get("Metadata", (ref) => document.getObject(ref))
  if (!(metadata instanceof PdfStream)) throw new Error("A PDF/A without metadata")
  const metadataXml = new TextDecoder().decode(metadata.getDecodedData())
  const end = metadataXml.lastIndexOf("</rdf:RDF>")
  if (end < 0) throw new Error("Metadata without a description")
  metadata.setData(new TextEncoder().encode(metadataXml.slice(0, end) + descriptions + metadataXml.slice(end)))
  return document.save({ incremental: true, compressStreams: false })
}

const property = (name: string, description: string) =>
  `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType>` +
  `<pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`

const descriptions =
  `<rdf:Description rdf:about="" xmlns:fx="${NAMESPACE}"><fx:DocumentType>INVOICE</fx:DocumentType>` +
  `<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version>` +
  `<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>` +
  `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" ` +
  `xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">` +
  `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>` +
  `<pdfaSchema:namespaceURI>${NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>` +
  property("DocumentFileName", "The name of the embedded XML document") +
  property("DocumentType", "The type of the hybrid document in capital letters, e.g. INVOICE or ORDER") +
  property("Version", "The actual version of the standard applying to the embedded XML document") +
  property("ConformanceLevel", "The conformance level of the embedded XML document") +
  `</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`
