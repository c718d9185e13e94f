import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from "@libpdf/core"

export type SealNote = { reason: string; signer: string }

export const emptyContents = "0".repeat(40_000)
export const emptyRange = "[0 9999999999 9999999999 9999999999]"

const PRINT_FLAG = 4
/** SigFlags: signatures exist, append only. */
const SIGNED_FLAGS = 3

export async function addSignatureField(pdf: Uint8Array, { reason, signer }: SealNote): Promise<Uint8Array> {
  const document = await PDF.load(pdf)
  const page = document.getPage(0)
  if (!page) throw new Error("A document without a page")
  const numbers = (...values: number[]) => PdfArray.of(...values.map(PdfNumber.of))
  const signature = document.createDict({
    Type: PdfName.of("Sig"),
    Filter: PdfName.of("Adobe.PPKLite"),
    SubFilter: PdfName.of("ETSI.CAdES.detached"),
    ByteRange: numbers(0, 9_999_999_999, 9_999_999_999, 9_999_999_999),
    Contents: PdfString.fromHex(emptyContents),
    Reason: PdfString.fromString(plainText(reason)),
    Name: PdfString.fromString(plainText(signer)),
    Location: PdfString.fromString("France"),
    M: PdfString.fromString(`D:${new Date().toISOString().replace(/\D/g, "").slice(0, 14)}Z`),
  })
  // PDF/A requires an appearance even for invisible fields.
  const form = { Type: PdfName.of("XObject"), Subtype: PdfName.of("Form"), BBox: numbers(0, 0, 0, 0) }
  const field = document.createDict({
    Type: PdfName.of("Annot"),
    Subtype: PdfName.of("Widget"),
    FT: PdfName.of("Sig"),
    T: PdfString.fromString("Signature1"),
    V: signature,
    P: page.ref,
    F: PdfNumber.of(PRINT_FLAG),
    Rect: numbers(0, 0, 0, 0),
    AP: PdfDict.of({ N: document.register(PdfStream.fromDict({ ...form, Resources: new PdfDict() })) }),
  })
  const annotations = page.dict.getArray("Annots", document.getObject.bind(document)) ?? new PdfArray()
  page.dict.set("Annots", PdfArray.of(...annotations, field))
  document
    .getCatalog()
    .set("AcroForm", PdfDict.of({ SigFlags: PdfNumber.of(SIGNED_FLAGS), Fields: PdfArray.of(field) }))
  return document.save({ incremental: true })
}

function plainText(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[^ -~\u00c0-\u00ff]|[()\\]/g, "")
}
