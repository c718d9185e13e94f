import { readFile } from "node:fs/promises"
import { desc } from "drizzle-orm"
import { encrypt, decrypt } from "../secrets/encryption.ts"
import { type Executor, db, transaction } from "../database.server.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { lockByName } from "../revisions/edits.ts"
import { siteConfig } from "../schema/content.ts"
import { signingCertificates } from "../schema/documents.ts"
import { readPkcs12 } from "./pkcs12.ts"
import { createSelfSigned } from "./self-signed.ts"
import type { SigningCertificate } from "./signing-certificate.ts"

const purpose = "signing-certificate"
const YEARS = 5
const DAY_MS = 86_400_000
const RENEW_DAYS_BEFORE = 30
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

/** Throws when the operator's certificate has expired: a late seal beats an invalid one. */
export async function signingCertificate(at: Date = new Date()): Promise<SigningCertificate> {
  const supplied = await readSuppliedCertificate()
  if (supplied === null) return (await readOwnCertificate(at)) ?? createOwnCertificate(at)
  if (supplied.endsAt <= at) throw new Error(`The certificate of SIGNING_P12 ended on ${supplied.endsAt.toISOString()}`)
  return supplied
}

/** null before the first seal. */
export async function certificateEndsAt(): Promise<Date | null> {
  const supplied = await readSuppliedCertificate()
  if (supplied) return supplied.endsAt
  return (await readNewestCertificate(db))?.endsAt ?? null
}

/** Throws `EnvironmentProblem`. */
export async function checkSuppliedCertificate(): Promise<void> {
  const { signing } = environment
  if (signing === null) return
  const file = await readFile(signing.p12).catch((error: NodeJS.ErrnoException) => {
    throw new EnvironmentProblem([`SIGNING_P12 names a file that cannot be read (${error.code ?? error.message}).`])
  })
  await readPkcs12(file, signing.password).catch((error: unknown) => {
    throw new EnvironmentProblem([`${error instanceof Error ? error.message : String(error)}.`])
  })
}

async function readSuppliedCertificate(): Promise<SigningCertificate | null> {
  const { signing } = environment
  if (signing === null) return null
  return readPkcs12(await readFile(signing.p12), signing.password)
}

async function readNewestCertificate(executor: Executor) {
  const [row] = await executor
    .select()
    .from(signingCertificates)
    .orderBy(desc(signingCertificates.createdAt), desc(signingCertificates.endsAt))
    .limit(1)
  return row ?? null
}

async function readOwnCertificate(at: Date, executor: Executor = db): Promise<SigningCertificate | null> {
  const row = await readNewestCertificate(executor)
  if (row === null || row.endsAt.getTime() - at.getTime() < RENEW_DAYS_BEFORE * DAY_MS) return null
  const key = await decrypt(row.privateKey, purpose)
  if (key === null) {
    log.warn("The key of the company's seal was encrypted with another secret; a new certificate is made")
    return null
  }
  const privateKey = await crypto.subtle.importKey("pkcs8", Buffer.from(key, "base64"), algorithm, false, ["sign"])
  return { certificate: fromBase64(row.certificate), chain: [], privateKey, endsAt: row.endsAt }
}

/** The lock makes a second process reuse the first one's. */
function createOwnCertificate(at: Date): Promise<SigningCertificate> {
  return transaction(async (tx) => {
    await lockByName(tx, purpose)
    return (await readOwnCertificate(at, tx)) ?? insertCertificate(tx, at)
  })
}

async function insertCertificate(tx: Executor, at: Date): Promise<SigningCertificate> {
  const [site] = await tx.select({ companyName: siteConfig.companyName }).from(siteConfig)
  const endsAt = new Date(at)
  endsAt.setUTCFullYear(endsAt.getUTCFullYear() + YEARS)
  endsAt.setUTCMilliseconds(0)
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  const certificate = await createSelfSigned(site?.companyName ?? "Guinguette", keys, at, endsAt)
  const key = Buffer.from(await crypto.subtle.exportKey("pkcs8", keys.privateKey)).toString("base64")
  await tx.insert(signingCertificates).values({
    certificate: Buffer.from(certificate).toString("base64"),
    privateKey: await encrypt(key, purpose),
    endsAt,
    createdAt: at,
  })
  const privateKey = await crypto.subtle.importKey("pkcs8", Buffer.from(key, "base64"), algorithm, false, ["sign"])
  return { certificate, chain: [], privateKey, endsAt }
}

function fromBase64(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, "base64"))
}
