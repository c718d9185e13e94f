import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { authSecret } from "../secrets/secret.ts"
import { markOfSecret } from "../backup/manifest.ts"
import { db } from "../database.server.ts"
import { type Environment, EnvironmentProblem, environment } from "../environment.server.ts"
import { log } from "../log.ts"
import { uploadsFolder } from "../storage/choose.ts"
import { storage } from "../storage/current.server.ts"
import { type Storage, StorageUnavailable } from "../storage/storage.ts"

/** What a process brings to the database that it is given. */
export type Installation = { secret: string; storage: Storage }

/** What may be changed on purpose, by `npm run accept`. */
export const acceptable = ["secret", "storage"] as const
export type Acceptable = (typeof acceptable)[number]

/** Of the storage, not of the shop: no page names it. */
const BUCKET = "installation"

type Marks = { secret_mark: string; storage_mark: string }

/** What this process has been given by the operator. */
export async function ownInstallation(): Promise<Installation> {
  return { secret: await authSecret(), storage: await storage() }
}

/**
 * Whether the secret and the storage of this process are those of the shop (decision 69). Throws `EnvironmentProblem`
 * with a line for each that is another: such a process would refuse forms and second factors, and find no picture. A
 * storage that does not answer is said in the log and believed; so is everything while no shop has been opened.
 */
export async function checkInstallation(own: Installation): Promise<void> {
  const marks = await known()
  if (marks) await compare(own, marks)
}

/** The same for a process that opens the shop: the first one writes down what it has. Wants the migrations applied. */
export async function settleInstallation(own: Installation): Promise<void> {
  await compare(own, (await known()) ?? (await claim(own)))
}

async function compare(own: Installation, marks: Marks): Promise<void> {
  const lines: string[] = []
  if (marks.secret_mark !== markOfSecret(own.secret)) lines.push(otherSecret())
  if (!(await holds(own.storage, marks.storage_mark))) lines.push(otherStorage())
  if (lines.length > 0) throw new EnvironmentProblem(lines)
}

/** The operator says that what this process has is the shop's from now on. False while there is no shop. */
export async function acceptInstallation(own: Installation, what: Acceptable): Promise<boolean> {
  const marks = await known()
  if (!marks) return false
  if (what === "secret") {
    await db.execute(sql`update installation set secret_mark = ${markOfSecret(own.secret)}`)
  } else if (!(await own.storage.exists(BUCKET, marks.storage_mark))) {
    await leaveMark(own.storage, marks.storage_mark)
  }
  return true
}

/** Null in an empty database, and in one that an older version has left. */
async function known(): Promise<Marks | null> {
  const made = await db.execute<{ made: boolean }>(sql`select to_regclass('installation') is not null as made`)
  if (!made.rows[0]?.made) return null
  const { rows } = await db.execute<Marks>(sql`select secret_mark, storage_mark from installation`)
  return rows[0] ?? null
}

/** Of two processes that start together one is the first; the other's mark is taken away again. */
async function claim(own: Installation): Promise<Marks> {
  const marks = { secret_mark: markOfSecret(own.secret), storage_mark: randomUUID() }
  await leaveMark(own.storage, marks.storage_mark)
  const { rowCount } = await db.execute(sql`
    insert into installation (secret_mark, storage_mark) values (${marks.secret_mark}, ${marks.storage_mark})
    on conflict do nothing`)
  if (rowCount === 1) return marks
  await own.storage.remove(BUCKET, marks.storage_mark)
  return (await known()) ?? marks
}

function leaveMark(storage: Storage, mark: string): Promise<void> {
  const body = Buffer.from("This storage belongs to the shop whose database names this object.\n")
  return storage.put({
    bucket: BUCKET,
    path: mark,
    body,
    contentType: "text/plain; charset=utf-8",
    cacheControl: "no-store",
  })
}

async function holds(storage: Storage, mark: string): Promise<boolean> {
  try {
    return await storage.exists(BUCKET, mark)
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error
    log.warn("Whether the storage is the shop's cannot be told: it does not answer", { error })
    return true
  }
}

function otherSecret({ authSecret: given, dataDir }: Environment = environment): string {
  const which = given === null ? `the one in ${dataDir}/keys` : "AUTH_SECRET"
  return `This process has another secret than the shop (${which}): give it the shop's, with AUTH_SECRET or its DATA_DIR. If the change is meant: npm run accept -- secret`
}

function otherStorage({ storage: chosen, dataDir }: Environment = environment): string {
  const where = chosen.kind === "disk" ? uploadsFolder(dataDir) : `the bucket ${chosen.bucket}`
  return `The shop's uploads are not in ${where}: correct DATA_DIR, or STORAGE and S3_BUCKET. If they were brought there: npm run accept -- storage`
}
