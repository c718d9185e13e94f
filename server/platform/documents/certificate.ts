import { readFile } from "node:fs/promises"
import { desc } from "drizzle-orm"
import { seal as encrypt, unseal as decrypt } from "../secrets/sealed.ts"
import { type Executor, db, transaction } from "../database.server.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { lockList } from "../revisions/edits.ts"
import { siteConfig } from "../schema/content.ts"
import { signingCertificates } from "../schema/documents.ts"
import { readPkcs12 } from "./pkcs12.ts"
import { selfSigned } from "./self-signed.ts"
import type { SigningCertificate } from "./signing-certificate.ts"

const purpose = "signing-certificate"
const YEARS = 5
const DAY_MS = 86_400_000
/** One that we made is replaced by itself when it has fewer days than these: its end is announced 60 days before. */
const RENEWED_DAYS_BEFORE = 30
const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const

/**
 * The certificate that seals now: the operator's (`SIGNING_P12`), else our own, the same for every process of this
 * database. Throws when the operator's cannot be read or has ended: a seal that no reader accepts is worse than a late
 * one, and the job tries again.
 */
export async function signingCertificate(at: Date = new Date()): Promise<SigningCertificate> {
  const supplied = await suppliedCertificate()
  if (supplied === null) return (await readOwn(at)) ?? makeOwn(at)
  if (supplied.endsAt <= at) throw new Error(`The certificate of SIGNING_P12 ended on ${supplied.endsAt.toISOString()}`)
  return supplied
}

/**
 * When the certificate in use ends; null before the first seal. The owner is warned 60 days before: one that was
 * supplied must be replaced by them, one of ours replaces itself. What is sealed keeps its seal either way.
 */
export async function certificateEndsAt(executor: Executor = db): Promise<Date | null> {
  const supplied = await suppliedCertificate()
  if (supplied) return supplied.endsAt
  return (await newest(executor))?.endsAt ?? null
}

/**
 * Reads the operator's certificate, where there is one: what cannot seal must not wait for the first signature. Throws
 * `EnvironmentProblem`.
 */
export async function checkSuppliedCertificate(): Promise<void> {
  const { signing } = environment
  if (signing === null) return
  const file = await readFile(signing.p12).catch((error: NodeJS.ErrnoException) => {
    throw new EnvironmentProblem([`SIGNING_P12 names a file that cannot be read (${error.code ?? error.message}).`])
  })
  // Its messages name the variable.
  await readPkcs12(file, signing.password).catch((error: unknown) => {
    throw new EnvironmentProblem([`${error instanceof Error ? error.message : String(error)}.`])
  })
}

async function suppliedCertificate(): Promise<SigningCertificate | null> {
  const { signing } = environment
  if (signing === null) return null
  return readPkcs12(await readFile(signing.p12), signing.password)
}

async function newest(executor: Executor) {
  const [row] = await executor
    .select()
    .from(signingCertificates)
    .orderBy(desc(signingCertificates.createdAt), desc(signingCertificates.endsAt))
    .limit(1)
  return row ?? null
}

/** Null when there is none, it ends soon, or it was encrypted with another secret. */
async function readOwn(at: Date, executor: Executor = db): Promise<SigningCertificate | null> {
  const row = await newest(executor)
  if (row === null || row.endsAt.getTime() - at.getTime() < RENEWED_DAYS_BEFORE * DAY_MS) return null
  const key = await decrypt(row.privateKey, purpose)
  if (key === null) {
    log.warn("The key of the company's seal was encrypted with another secret; a new certificate is made")
    return null
  }
  const privateKey = await crypto.subtle.importKey("pkcs8", Buffer.from(key, "base64"), algorithm, false, ["sign"])
  return { certificate: fromBase64(row.certificate), chain: [], privateKey, endsAt: row.endsAt }
}

/** Of two processes that need the first one at once, the second finds that of the first. */
function makeOwn(at: Date): Promise<SigningCertificate> {
  return transaction(async (tx) => {
    await lockList(tx, purpose)
    return (await readOwn(at, tx)) ?? insertNew(tx, at)
  })
}

async function insertNew(tx: Executor, at: Date): Promise<SigningCertificate> {
  const [site] = await tx.select({ companyName: siteConfig.companyName }).from(siteConfig)
  const endsAt = new Date(at)
  endsAt.setUTCFullYear(endsAt.getUTCFullYear() + YEARS)
  endsAt.setUTCMilliseconds(0)
  const keys = await crypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  const certificate = await selfSigned(site?.companyName ?? "Guinguette", keys, at, endsAt)
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
