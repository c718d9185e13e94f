import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import path from "node:path"
import { PDF, PdfArray, PdfStream, PdfString } from "@libpdf/core"
import * as pkijs from "pkijs"
import { toArrayBuffer, engine, oid, sha256 } from "./cms.ts"

/** Reads the seal independently of the code that made it. */
type SealReport = {
  signatures: number
  subFilter: string
  /** The byte range excludes only the signature itself. */
  coversWholeFile: boolean
  digestMatches: boolean
  /** Verified with the embedded certificate's key, over the signed attributes. */
  signatureMatches: boolean
  /** The signing-certificate-v2 attribute refers to the embedded certificate. */
  namesItsCertificate: boolean
  timestamped: boolean
  certificate: pkijs.Certificate
}

/** Throws when the file has no seal, or when it is no CMS signature. */
export async function readSeal(pdf: Uint8Array): Promise<SealReport> {
  const text = Buffer.from(pdf).toString("latin1")
  const ranges = [...text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)]
  const [a = 0, b = 0, c = 0, d = 0] = (ranges[0] ?? []).slice(1).map(Number)
  const hex = text.slice(b + 1, c - 1)
  if (!/^[0-9a-fA-F]+$/.test(hex)) throw new Error("No signature where the byte range leaves room for one")
  const signedBytes = Buffer.concat([pdf.subarray(a, a + b), pdf.subarray(c, c + d)])
  const content = pkijs.ContentInfo.fromBER(toArrayBuffer(Buffer.from(hex, "hex")))
  const signed = new pkijs.SignedData({ schema: content.content })
  const [signer] = signed.signerInfos
  const certificate = signed.certificates?.[0]
  if (!signer || !(certificate instanceof pkijs.Certificate)) throw new Error("A signature without its certificate")
  const attributes = signer.signedAttrs?.attributes ?? []
  const attributeValue = (type: string) => attributes.find((attribute) => attribute.type === type)?.values[0]
  const named = attributeValue(oid.signingCertificateV2)
  const own = Buffer.from(sha256(new Uint8Array(certificate.toSchema().toBER())))
  return {
    signatures: text.match(/\/SubFilter\s*\/ETSI\.CAdES\.detached/g)?.length ?? 0,
    subFilter: /\/SubFilter\s*\/([\w.]+)/.exec(text)?.[1] ?? "",
    coversWholeFile: ranges.length === 1 && a === 0 && text[b] === "<" && text[c - 1] === ">" && c + d === pdf.length,
    digestMatches: Buffer.from(attributeValue(oid.messageDigest)?.valueBlock.valueHexView ?? []).equals(
      Buffer.from(sha256(signedBytes)),
    ),
    signatureMatches: await verified(signed, signedBytes),
    namesItsCertificate: Buffer.from(named?.toBER() ?? []).includes(own),
    timestamped: (signer.unsignedAttrs?.attributes ?? []).some(({ type }) => type === oid.timeStampToken),
    certificate,
  }
}

async function verified(signed: pkijs.SignedData, bytes: Uint8Array): Promise<boolean> {
  try {
    return await signed.verify({ signer: 0, data: toArrayBuffer(bytes), checkChain: false }, engine)
  } catch {
    return false
  }
}

/** null where poppler's `pdfsig` is not installed. */
export function pdfsig(pdf: Uint8Array): string | null {
  const folder = mkdtempSync(path.join(tmpdir(), "seal-"))
  try {
    const file = path.join(folder, "sealed.pdf")
    writeFileSync(file, pdf)
    return execFileSync("pdfsig", ["-nocert", file], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null
    return String((error as { stdout?: string }).stdout ?? error)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Typst stores no plain text: glyph numbers are mapped to letters by the font's ToUnicode table. */
export async function pdfText(pdf: Uint8Array): Promise<string[]> {
  return (await readPages(pdf)).map((page) => page.replaceAll("\n", ""))
}

/** A text that is set lower or higher than the previous one starts a new line. */
export async function pdfLines(pdf: Uint8Array): Promise<string[]> {
  return (await readPages(pdf)).flatMap((page) => page.split("\n")).filter((line) => line !== "")
}

async function readPages(pdf: Uint8Array): Promise<string[]> {
  const document = await PDF.load(pdf)
  const resolve = document.getObject.bind(document)
  const streamText = (value: unknown) =>
    value instanceof PdfStream ? Buffer.from(value.getDecodedData()).toString("latin1") : ""
  return document.getPages().map(({ dict }) => {
    const fonts = dict.getDict("Resources", resolve)?.getDict("Font", resolve)
    const letters = new Map<string, Map<string, string>>()
    for (const [name] of fonts ?? []) {
      const font = fonts?.getDict(name.value, resolve)
      letters.set(name.value, parseGlyphTable(streamText(font?.get("ToUnicode", resolve))))
    }
    const contents = dict.get("Contents", resolve)
    const parts =
      contents instanceof PdfArray ? Array.from(contents, (_, index) => contents.at(index, resolve)) : [contents]
    return decodeText(parts.map(streamText).join("\n"), letters)
  })
}

function parseGlyphTable(table: string): Map<string, string> {
  const letters = new Map<string, string>()
  const utf16 = (digits: string) => Buffer.from(digits, "hex").swap16().toString("utf16le")
  for (const [, block = ""] of table.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/g)) {
    for (const [, code = "", to = ""] of block.matchAll(/<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/g))
      letters.set(code.toLowerCase(), utf16(to))
  }
  return letters
}

function decodeText(contents: string, letters: Map<string, Map<string, string>>): string {
  let face: Map<string, string> | undefined
  let words = ""
  let height: string | undefined
  for (const [, y, font, single, strings] of contents.matchAll(
    /([\d.]+) cm\n|\/(\S+)\s+[\d.]+\s+Tf|(\((?:\\[\s\S]|[^\\)])*\)|<[0-9a-fA-F]*>)\s*Tj|\[((?:\((?:\\[\s\S]|[^\\)])*\)|[^\]])*)\]\s*TJ/g,
  )) {
    if (y !== undefined && y !== height) words += "\n"
    height = y ?? height
    if (font !== undefined) face = letters.get(font)
    const pieces = single === undefined ? (strings ?? "") : single
    for (const [piece] of pieces.matchAll(/\((?:\\[\s\S]|[^\\)])*\)|<[0-9a-fA-F]*>/g)) {
      const hex = piece.startsWith("<") ? piece.slice(1, -1).toLowerCase() : unescapeLiteral(piece)
      for (let at = 0; at < hex.length; at += 4) words += face?.get(hex.slice(at, at + 4)) ?? ""
    }
  }
  return words
}

function unescapeLiteral(literal: string): string {
  const plain = literal
    .slice(1, -1)
    .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
      /^[0-7]/.test(code)
        ? String.fromCharCode(Number.parseInt(code, 8))
        : (({ n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" } as Record<string, string>)[code] ?? code),
    )
  return Buffer.from(plain, "latin1").toString("hex")
}

export async function rootEntries(pdf: Uint8Array) {
  const document = await PDF.load(pdf)
  const resolve = document.getObject.bind(document)
  const catalog = document.getCatalog()
  const metadata = catalog.get("Metadata", resolve)
  return {
    names: Array.from(catalog.keys(), ({ value }) => value),
    language: `(${document.getLanguage()})`,
    marked: String(catalog.getDict("MarkInfo", resolve)?.getBool("Marked")?.value),
    metadata: metadata instanceof PdfStream ? Buffer.from(metadata.getDecodedData()).toString("utf8") : "",
    title: document.getTitle(),
    author: document.getAuthor(),
    created: document.getCreationDate(),
    pages: document.getPageCount(),
    id: Array.from(
      document.context.info.trailer.getArray("ID") ?? [],
      (id) => id instanceof PdfString && id.asString(),
    ),
  }
}
