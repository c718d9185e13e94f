import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { authSecret } from "../secrets/secret.ts"
import { secretFingerprint } from "../backup/manifest.ts"
import { db } from "../database.server.ts"
import { type Environment, EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { uploadsFolder } from "../storage/choose.ts"
import { storage } from "../storage/current.server.ts"
import { type Storage, StorageUnavailable } from "../storage/storage.ts"

type Installation = { secret: string; storage: Storage }

export const installationParts = ["secret", "storage"] as const
export type InstallationPart = (typeof installationParts)[number]

const MARK_BUCKET = "installation"

type Marks = { secret_mark: string; storage_mark: string }

export async function readOwnInstallation(): Promise<Installation> {
  return { secret: await authSecret(), storage: await storage() }
}

/** Throws `EnvironmentProblem` when secret or storage are not the shop's (decision 69). */
export async function checkInstallation(own: Installation): Promise<void> {
  const marks = await readMarks()
  if (marks) await requireSame(own, marks)
}

/** With an unreachable storage the shop opens, and the next start registers it. */
export async function registerInstallation(own: Installation): Promise<void> {
  try {
    await requireSame(own, (await readMarks()) ?? (await registerMarks(own)))
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    log.warn(unreachableStorageMessage(error))
  }
}

async function requireSame(own: Installation, marks: Marks): Promise<void> {
  const lines: string[] = []
  if (marks.secret_mark !== secretFingerprint(own.secret)) lines.push(wrongSecretMessage())
  if (!(await hasMark(own.storage, marks.storage_mark))) lines.push(wrongStorageMessage())
  if (lines.length > 0) throw new EnvironmentProblem(lines)
}

export async function acceptInstallation(own: Installation, part: InstallationPart): Promise<boolean> {
  const marks = await readMarks()
  if (!marks) return false
  if (part === "secret") {
    await db.execute(sql`update installation set secret_mark = ${secretFingerprint(own.secret)}`)
  } else if (!(await own.storage.exists(MARK_BUCKET, marks.storage_mark))) {
    await writeMark(own.storage, marks.storage_mark)
  }
  return true
}

async function readMarks(): Promise<Marks | null> {
  const made = await db.execute<{ made: boolean }>(sql`select to_regclass('installation') is not null as made`)
  if (!made.rows[0]?.made) return null
  const { rows } = await db.execute<Marks>(sql`select secret_mark, storage_mark from installation`)
  return rows[0] ?? null
}

async function registerMarks(own: Installation): Promise<Marks> {
  const marks = { secret_mark: secretFingerprint(own.secret), storage_mark: randomUUID() }
  await writeMark(own.storage, marks.storage_mark)
  const { rowCount } = await db.execute(sql`
    insert into installation (secret_mark, storage_mark) values (${marks.secret_mark}, ${marks.storage_mark})
    on conflict do nothing`)
  if (rowCount === 1) return marks
  await own.storage.remove(MARK_BUCKET, marks.storage_mark)
  return (await readMarks()) ?? marks
}

function writeMark(storage: Storage, mark: string): Promise<void> {
  const body = Buffer.from("This storage belongs to the shop whose database names this object.\n")
  return storage.put({
    bucket: MARK_BUCKET,
    path: mark,
    body,
    contentType: "text/plain; charset=utf-8",
    cacheControl: "no-store",
  })
}

async function hasMark(storage: Storage, mark: string): Promise<boolean> {
  try {
    return await storage.exists(MARK_BUCKET, mark)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    log.warn(unreachableStorageMessage(error))
    return true
  }
}

function wrongSecretMessage(): string {
  const { authSecret, dataDir } = environment
  const source = authSecret === null ? `the one in ${dataDir}/keys` : "AUTH_SECRET"
  return `This process has another secret than the shop (${source}): give it the shop's, with AUTH_SECRET or its DATA_DIR. If the change is meant: npm run accept -- secret`
}

export function unreachableStorageMessage(
  { message }: StorageUnavailable,
  { storage: settings, dataDir }: Environment = environment,
): string {
  const where =
    settings.kind === "disk"
      ? `${uploadsFolder(dataDir)} (DATA_DIR)`
      : `the bucket ${settings.bucket} at ${settings.endpoint ?? "AWS"} (S3_ENDPOINT)`
  return `The storage for uploads is not reachable in ${where}, pictures and files are missing: ${message}`
}

function wrongStorageMessage(): string {
  const { storage: settings, dataDir } = environment
  const where = settings.kind === "disk" ? uploadsFolder(dataDir) : `the bucket ${settings.bucket}`
  return `The shop's uploads are not in ${where}: correct DATA_DIR, or STORAGE and S3_BUCKET. If they were brought there: npm run accept -- storage`
}
