import { deflateSync } from "node:zlib"
import { strToU8, zipSync } from "fflate"
import { PDF, PdfArray, PdfDict, PdfName, PdfString } from "@libpdf/core"
import { describe, expect, test } from "vitest"
import { exampleContract, exampleProof } from "../../platform/documents/contract.fixture.ts"
import { contractPdf, sealedContractPdf } from "../../platform/documents/contract-pdf.ts"
import { readUntrusted, defineReader } from "../../platform/untrusted/read.ts"
import { examinePdf } from "./examine-pdf.ts"

const pdfReader = defineReader<typeof examinePdf>("server/bookings/insurance/examine-pdf.ts", "examinePdf")

async function certificate(change: (pdf: PDF) => void = () => undefined, useXRefStream = true) {
  const pdf = PDF.create()
  pdf.setTitle("Attestation (JS)/AA")
  pdf.addPage({ size: "a4" }).drawText("Attestation d'assurance /JavaScript", { x: 50, y: 700 })
  change(pdf)
  return pdf.save({ useXRefStream })
}

const inCatalog = (key: string, value: PdfDict) => certificate((pdf) => pdf.getCatalog().set(key, value))

const bytes = (text: string) => Buffer.from(text, "latin1")
const script = "<< /S /JavaScript /JS (app.alert\\(1\\)) >>"

function written(objects: string[], { catalog = "", trailer = "" } = {}): Buffer {
  return bytes(
    [
      "%PDF-1.7",
      `1 0 obj << /Type /Catalog /Pages 2 0 R ${catalog} >> endobj`,
      "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
      "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >> endobj",
      ...objects,
      `trailer << /Root 1 0 R /Size 9 ${trailer} >>`,
      "startxref\n0\n%%EOF\n",
    ].join("\n"),
  )
}

function stream(dictionary: string, contents: Buffer): string {
  return `<< ${dictionary} /Length ${contents.length} >> stream\n${contents.toString("latin1")}\nendstream endobj`
}

const packed = (first: string, second: string) => {
  const head = `7 0 8 ${first.length + 1} `
  const data = deflateSync(bytes(`${head}${first} ${second}`))
  return stream(`/Type /ObjStm /N 2 /First ${head.length} /Filter /FlateDecode`, data)
}

const inRevision = (before: Buffer, object: string) =>
  Buffer.concat([before, bytes(`${object}\ntrailer << /Root 1 0 R /Size 9 >>\nstartxref\n0\n%%EOF\n`)])

describe("a PDF certificate", () => {
  test.each<[string, Uint8Array | Promise<Uint8Array>]>([
    ["with a compressed table of objects", certificate()],
    ["with a plain table of objects", certificate(undefined, false)],
    ["with compressed objects", written([`5 0 obj ${packed("<< /A 1 >>", "<< /B (JS) >>")}`])],
    ["typeset by us", contractPdf(exampleContract())],
    ["sealed", sealedContractPdf(exampleContract(), exampleProof(exampleContract())).then(({ pdf }) => pdf)],
    [
      "with a link",
      written(["5 0 obj << /Type /Annot /Subtype /Link /A << /S /URI /URI (https://x.fr/JS/AA) >> >> endobj"]),
    ],
    ["that opens at a page", written([], { catalog: "/OpenAction [3 0 R /Fit]" })],
    [
      "that opens by an action at a page",
      written(["5 0 obj << /S /GoTo /D [3 0 R /Fit] >> endobj"], { catalog: "/OpenAction 5 0 R" }),
    ],
    ["of two revisions", inRevision(written([]), "5 0 obj << /Title (Avenant) >> endobj")],
    ["with a bookmark", written(["5 0 obj << /First 6 0 R /N 1 >> endobj"])],
    ["with blank lines at its end", Buffer.concat([written([]), bytes("\r\n\r\n\0")])],
  ])("a PDF %s is accepted", async (_what, pdf) => {
    expect(await examinePdf(await pdf)).toBeNull()
  })

  test.each<[string, Uint8Array | Promise<Uint8Array>]>([
    [
      "a script when it opens",
      inCatalog(
        "Names",
        PdfDict.of({
          JavaScript: PdfDict.of({
            Names: PdfArray.of(
              PdfString.fromString("x"),
              PdfDict.of({ S: PdfName.of("JavaScript"), JS: PdfString.fromString("app.alert(1)") }),
            ),
          }),
        }),
      ),
    ],
    ["an open action", written([`5 0 obj ${script} endobj`], { catalog: "/OpenAction 5 0 R" })],
    ["a script under a hexadecimal name", written(["5 0 obj << /S /J#61vaScr#69pt /#4a#53 (x) >> endobj"])],
    ["a duplicate key", written(["5 0 obj << /S /JavaScript /S /URI >> endobj"])],
    ["an action named by another object", written(["5 0 obj /Launch endobj"])],
    ["a script in a compressed object", written([`5 0 obj ${packed("<< /A 1 >>", script)}`])],
    ["a script in the string of a compressed object", written([`5 0 obj ${packed("(aaaa", `${script})`)}`])],
    ["a script in an untyped object stream", written([`5 0 obj ${packed("1", script).replace("/Type /ObjStm ", "")}`])],
    [
      "a script in an object stream of two types",
      written([`5 0 obj ${packed("1", script).replace("/N", "/Type /XRef /N")}`]),
    ],
    ["a script inside a stream", written([`5 0 obj ${stream("", bytes(`7 0 obj ${script} endobj`))}`])],
    ["a script inside a string", written([`5 0 obj (7 0 obj ${script} endobj) endobj`])],
    ["a script in a comment", written([`%7 0 obj ${script} endobj`])],
    ["a script whose object number has a comment", written([`7 %x\n0%y\nobj${script} endobj`])],
    [
      "a script in an older revision",
      inRevision(written([`5 0 obj ${script} endobj`]), "5 0 obj << /Title (x) >> endobj"),
    ],
    ["a script in its trailer", written([], { trailer: `/Root << /OpenAction ${script} >>` })],
    ["a program to launch", written(["5 0 obj << /S /Launch /F (cmd.exe) >> endobj"])],
    [
      "an address that opens by itself",
      written(["5 0 obj << /S /URI /URI (https://evil.example) >> endobj"], { catalog: "/OpenAction 5 0 R" }),
    ],
    [
      "an address that opens by itself, at once",
      written([], { catalog: "/OpenAction << /S /URI /URI (https://evil.example) >>" }),
    ],
    ["an attached file", certificate((pdf) => pdf.addAttachment("x.exe", strToU8("MZ")))],
    ["additional actions", inCatalog("AA", new PdfDict())],
    ["a form that submits", written(["5 0 obj << /S /SubmitForm /F (https://evil.example) >> endobj"])],
    ["an XFA form", inCatalog("AcroForm", PdfDict.of({ XFA: PdfString.fromString("x") }))],
    ["a film", written(["5 0 obj << /Subtype /RichMedia >> endobj"])],
  ])("a PDF with %s is refused", async (_what, pdf) => {
    expect(await examinePdf(await pdf)).toBe("active")
  })

  test.each<[string, Uint8Array, string]>([
    ["another file before it", Buffer.concat([bytes("MZ\n"), written([])]), "mixed"],
    [
      "another file after it",
      Buffer.concat([written([]), zipSync({ "x.html": strToU8("<script>1</script>") })]),
      "mixed",
    ],
    ["the end of a zip archive after it, with a comment", zipWithComment(), "mixed"],
    ["encrypted", written([], { trailer: "/Encrypt 5 0 R" }), "protected"],
    ["encrypted under a hexadecimal name", written([], { trailer: "/#45ncrypt 5 0 R" }), "protected"],
  ])("a PDF is refused: %s", async (_where, pdf, problem) => {
    expect(await examinePdf(pdf)).toBe(problem)
  })

  test.each<[string, Uint8Array]>([
    [
      "a bomb",
      written([
        `5 0 obj ${stream("/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode", deflateSync(Buffer.alloc(64 << 20)))}`,
      ]),
    ],
    [
      "an unusual compression",
      written([`5 0 obj ${stream("/Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode", bytes("00>"))}`]),
    ],
    [
      "a duplicate key in an object stream",
      written([`5 0 obj ${packed("1", script).replace("/First", "/First 1 /First")}`]),
    ],
    ["a stray closing bracket", written([`5 0 obj ${script.replace("<<", "<< ]")} endobj`])],
    ["a stray bracket before compressed objects", written([`5 0 obj ${packed("1", script).replace("<<", "<< ]")}`])],
    ["a bracket that is never closed", written([`5 0 obj ${packed("1", script).replace("<<", "<< /X [")}`])],
    ["a word before a value", written([`5 0 obj x ${script} endobj`])],
    ["a bracket before a value", written([`5 0 obj >> ${script} endobj`])],
    ["an abbreviated key", written([`5 0 obj ${packed("1", "2").replace("/N", "/F /RunLengthDecode /N")}`])],
    ["no page", bytes("%PDF-1.7\ntrailer\n%%EOF\n")],
  ])("a PDF with %s is refused", async (_what, pdf) => {
    expect(await readUntrusted(pdfReader, [pdf])).toEqual({ ok: false, error: "unreadable" })
  })

  test("a PDF that would take forever to read is refused at its deadline", async () => {
    const pdf = Buffer.concat([bytes("%PDF-1.7\n"), bytes("1%".repeat(1 << 20)), bytes("\n%%EOF\n")])
    expect(await readUntrusted(pdfReader, [pdf], { milliseconds: 500, megabytes: 64 })).toMatchObject({ ok: false })
  })
})

function zipWithComment(): Buffer {
  const pdf = written([])
  const end = Buffer.alloc(22)
  end.write("PK\u0005\u0006", "latin1")
  end.writeUInt16LE(8, 20)
  return Buffer.concat([pdf, end, bytes("\n%%EOF\n\n")])
}
