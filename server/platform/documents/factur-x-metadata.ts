import { PDF, PdfStream } from "@libpdf/core"

const NAMESPACE = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#"

/**
 * Says in the file's metadata that a Factur-X invoice of the EN 16931 profile is attached, with the extension schema that
 * PDF/A wants for words that it does not know; the typesetter cannot. Before the seal: one changed byte breaks that.
 */
export async function withFacturXMetadata(pdf: Uint8Array): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const metadata = document.getCatalog().get("Metadata", (ref) => document.getObject(ref))
  if (!(metadata instanceof PdfStream)) throw new Error("A PDF/A without metadata")
  const written = new TextDecoder().decode(metadata.getDecodedData())
  const end = written.lastIndexOf("</rdf:RDF>")
  if (end < 0) throw new Error("Metadata without a description")
  metadata.setData(new TextEncoder().encode(written.slice(0, end) + descriptions + written.slice(end)))
  // Not compressed, so that programs that know nothing of PDF find it.
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
