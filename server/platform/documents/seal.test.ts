import { execFileSync, spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { type Server, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import * as asn1 from "asn1js"
import { sql } from "drizzle-orm"
import * as pkijs from "pkijs"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { db, transaction } from "../database.server.ts"
import { signingCertificates } from "../schema/documents.ts"
import { certificateEndsAt, signingCertificate } from "./certificate.ts"
import { toArrayBuffer, detachedSignature, engine, oid } from "./cms.ts"
import { contractPdf } from "./contract-pdf.ts"
import { exampleContract } from "./contract.fixture.ts"
import { readPkcs12 } from "./pkcs12.ts"
import { pdfsig, readSeal, rootEntries } from "./read-seal.fixture.ts"
import { sealWith } from "./seal.ts"
import type { SigningCertificate } from "./signing-certificate.ts"
import { timeStampSource } from "./time-stamp.ts"

const note = { reason: "Contrat 1042, version 1", signer: "L’atelier (Éric) \\ fils" }
const now = new Date("2026-11-22T18:00:00Z")

beforeEach(async () => {
  await transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`)
    await tx.delete(signingCertificates)
  })
})

describe("the company's seal", () => {
  test("the seal signs the whole file, names its certificate and breaks with one changed byte", async () => {
    const before = await contractPdf(exampleContract())
    const { pdf } = await sealWith(before, note, await signingCertificate(now), null)
    expect(await readSeal(pdf)).toMatchObject({
      signatures: 1,
      subFilter: "ETSI.CAdES.detached",
      coversWholeFile: true,
      digestMatches: true,
      signatureMatches: true,
      namesItsCertificate: true,
      timestamped: false,
    })
    const report = pdfsig(pdf)
    if (report !== null) {
      expect(report).toContain("Signature is Valid")
      expect(report).toContain("Total document signed")
    }
    for (const place of [20, Math.floor(pdf.length / 3), pdf.length - 10]) {
      const changed = new Uint8Array(pdf)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(await readSeal(changed)).toMatchObject({ digestMatches: false, signatureMatches: false })
    }
    const longer = Buffer.concat([pdf, Buffer.from("\n%%EOF\n")])
    expect(await readSeal(longer)).toMatchObject({ coversWholeFile: false })
  })

  test("the sealed document stays PDF/A-3a and tagged, with its metadata", async () => {
    const before = await contractPdf(exampleContract())
    const { pdf } = await sealWith(before, note, await signingCertificate(now), null)
    const [was, is] = [await rootEntries(before), await rootEntries(pdf)]
    expect(is).toEqual({ ...was, names: [...was.names, "AcroForm"] })
    expect(Buffer.from(pdf).toString("latin1")).toContain("(L'atelier Éric  fils)")
  })
})

describe("our own certificate", () => {
  test("the certificate is made once, however many processes need it first, and for signing only", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => signingCertificate(now)))
    expect(new Set(all.map(({ certificate }) => Buffer.from(certificate).toString("hex"))).size).toBe(1)
    const rows = await db.select().from(signingCertificates)
    expect(rows).toHaveLength(1)
    // The private key is stored encrypted.
    expect(Buffer.from(rows[0]?.privateKey ?? "", "base64url").toString("latin1")).not.toContain("PRIVATE")
    expect(rows[0]?.privateKey.startsWith("MI")).toBe(false)
    const own = pkijs.Certificate.fromBER(toArrayBuffer(all[0]?.certificate ?? new Uint8Array()))
    expect(await own.verify(own, engine)).toBe(true)
    expect(own.extensions?.find(({ extnID }) => extnID === "2.5.29.15")?.extnValue.valueBlock.valueHexView).toEqual(
      new Uint8Array([3, 2, 6, 0b1100_0000]),
    )
    expect(await certificateEndsAt()).toEqual(new Date("2031-11-22T18:00:00Z"))
  })

  test("the certificate is replaced 30 days before it expires, not 60, and its seals stay valid", async () => {
    expect(await certificateEndsAt()).toBeNull()
    const first = await signingCertificate(now)
    const { pdf } = await sealWith(await contractPdf(exampleContract()), note, first, null)
    const same = await signingCertificate(new Date("2031-10-01T00:00:00Z"))
    expect(same.certificate).toEqual(first.certificate)
    const next = await signingCertificate(new Date("2031-11-01T00:00:00Z"))
    expect(next.certificate).not.toEqual(first.certificate)
    expect(await readSeal(pdf)).toMatchObject({ digestMatches: true, signatureMatches: true })
    expect(await db.select().from(signingCertificates)).toHaveLength(2)
  })

  test("the certificate's row cannot be changed or deleted, even directly in the database", async () => {
    await signingCertificate(now)
    for (const change of [
      sql`update signing_certificates set ends_at = now()`,
      sql`delete from signing_certificates`,
      sql`truncate signing_certificates`,
    ]) {
      await expect(db.execute(change)).rejects.toThrow()
    }
  })
})

describe("a certificate supplied by the operator", () => {
  const made = (kind: "ec" | "rsa", password: string) => {
    const folder = mkdtempSync(path.join(tmpdir(), "p12-"))
    const openssl = (...args: string[]) => execFileSync("openssl", args, { cwd: folder, stdio: "pipe" })
    try {
      const key = kind === "ec" ? ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"] : ["-newkey", "rsa:3072"]
      openssl(
        "req",
        "-x509",
        ...key,
        "-nodes",
        "-keyout",
        "k.pem",
        "-out",
        "c.pem",
        "-days",
        "400",
        "-subj",
        "/CN=Maison",
      )
      openssl("pkcs12", "-export", "-inkey", "k.pem", "-in", "c.pem", "-out", "s.p12", "-passout", `pass:${password}`)
      return readFileSync(path.join(folder, "s.p12"))
    } finally {
      rmSync(folder, { recursive: true })
    }
  }
  const hasOpenssl = spawnSync("openssl", ["version"]).status === 0

  test.skipIf(!hasOpenssl)(
    "an RSA or an elliptic key seals; a wrong password or file is reported in one sentence",
    async () => {
      for (const kind of ["ec", "rsa"] as const) {
        const file = made(kind, "mot de passe é")
        const certificate = await readPkcs12(file, "mot de passe é")
        const { pdf } = await sealWith(await contractPdf(exampleContract()), note, certificate, null)
        expect(await readSeal(pdf)).toMatchObject({ signatureMatches: true, namesItsCertificate: true })
        expect(certificate.endsAt.getTime()).toBeGreaterThan(Date.now() + 390 * 86_400_000)
        await expect(readPkcs12(file, "un autre")).rejects.toThrow("SIGNING_P12_PASSWORD is not its password")
      }
      await expect(readPkcs12(new Uint8Array([1, 2, 3]), "")).rejects.toThrow("SIGNING_P12 cannot be read")
    },
  )
})

describe("a time stamp authority", () => {
  let server: Server
  let authority: SigningCertificate
  let answer: (body: Buffer) => Promise<Buffer> | Buffer
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  beforeEach(async () => {
    authority = await signingCertificate(now)
    answer = (body) => stamped(body, authority)
    server = createServer((request, response) => {
      const parts: Buffer[] = []
      request.on("data", (part: Buffer) => parts.push(part))
      request.on("end", async () => {
        response.setHeader("content-type", "application/timestamp-reply")
        response.end(await answer(Buffer.concat(parts)))
      })
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  })
  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  const sealed = async (patience = 3000) =>
    sealWith(await contractPdf(exampleContract()), note, authority, timeStampSource(address(), patience))

  test("the authority adds its time to the seal (PAdES-T)", async () => {
    const { pdf, timestamped } = await sealed()
    expect(timestamped).toBe(true)
    expect(await readSeal(pdf)).toMatchObject({ signatureMatches: true, coversWholeFile: true, timestamped: true })
  })

  test("an authority that fails, is slow or sends too much costs the time stamp, never the seal", async () => {
    const other = Buffer.from("autre chose")
    const wrong: [string, typeof answer, number?][] = [
      ["nonsense", () => Buffer.from("bonjour")],
      ["nothing", () => Buffer.alloc(0)],
      ["refused", () => refusal()],
      [
        "of something else",
        (body) => stamped(body, authority, { digest: createHash("sha256").update(other).digest() }),
      ],
      ["another question", (body) => stamped(body, authority, { nonce: Buffer.from([0x40, 1, 2, 3, 4, 5, 6, 7]) })],
      ["long", () => Buffer.alloc(100_000)],
      ["slow", () => new Promise(() => {}), 200],
    ]
    for (const [name, wrongly, patience] of wrong) {
      answer = wrongly
      const { pdf, timestamped } = await sealed(patience)
      expect([name, timestamped]).toEqual([name, false])
      expect(await readSeal(pdf)).toMatchObject({ signatureMatches: true, timestamped: false })
    }
    const closed = timeStampSource("http://127.0.0.1:9/", 500)
    expect(await sealWith(await contractPdf(exampleContract()), note, authority, closed)).toMatchObject({
      timestamped: false,
    })
  })
})

async function stamped(
  body: Buffer,
  authority: SigningCertificate,
  { digest, nonce }: { digest?: Buffer; nonce?: Buffer } = {},
): Promise<Buffer> {
  const request = pkijs.TimeStampReq.fromBER(toArrayBuffer(body))
  const info = new pkijs.TSTInfo({
    version: 1,
    policy: "1.2.3.4.1",
    messageImprint: digest
      ? new pkijs.MessageImprint({
          hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 }),
          hashedMessage: new asn1.OctetString({ valueHex: toArrayBuffer(digest) }),
        })
      : request.messageImprint,
    serialNumber: new asn1.Integer({ value: 1 }),
    genTime: now,
    nonce: nonce
      ? new asn1.Integer({ valueHex: toArrayBuffer(nonce) })
      : (request.nonce ?? new asn1.Integer({ value: 0 })),
  })
  // The stamp's signature is not under test, so ours is used with the content inserted.
  const bytes = new Uint8Array(info.toSchema().toBER())
  const { der } = await detachedSignature(bytes, authority, null)
  const signed = new pkijs.SignedData({ schema: pkijs.ContentInfo.fromBER(toArrayBuffer(der)).content })
  signed.encapContentInfo = new pkijs.EncapsulatedContentInfo({
    eContentType: "1.2.840.113549.1.9.16.1.4",
    eContent: new asn1.OctetString({ valueHex: toArrayBuffer(bytes) }),
  })
  const token = new pkijs.ContentInfo({ contentType: oid.signedData, content: signed.toSchema(true) })
  const response = new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 0 }), timeStampToken: token })
  return Buffer.from(response.toSchema().toBER())
}

function refusal(): Buffer {
  const response = new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 2 }) })
  return Buffer.from(response.toSchema().toBER())
}
