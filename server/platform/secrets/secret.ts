import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { chownToDataOwner } from "../data-folder.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"

const MIN_SECRET_LENGTH = 32

/**
 * What signs the stamps of forms and encrypts the keys of second factors: AUTH_SECRET when it is given, else the file
 * DATA_DIR/keys/auth-secret, made at the first start and readable by us alone. Several machines on one database need the
 * same AUTH_SECRET.
 */
export async function readAuthSecret(
  given: string | null = environment.authSecret,
  file = path.join(environment.dataDir, "keys", "auth-secret"),
): Promise<string> {
  const secret = given || (await fromFile(file))
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new EnvironmentProblem([
      `${given ? "AUTH_SECRET" : file} must have at least ${MIN_SECRET_LENGTH} characters.`,
    ])
  }
  return secret
}

let own: Promise<string> | null = null

/** The secret of this process, read once. */
export function authSecret(): Promise<string> {
  own ??= readAuthSecret().catch((error: unknown) => {
    own = null
    throw error
  })
  return own
}

async function fromFile(file: string): Promise<string> {
  return (await existing(file)) ?? (await create(file))
}

async function existing(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim()
  } catch (error) {
    if (isCode(error, "ENOENT")) return null
    throw error
  }
}

/** Written beside its place and then linked there: a crash leaves no half secret, and of two processes one wins. */
async function create(file: string): Promise<string> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}.${randomBytes(4).toString("hex")}`
  await writeFile(draft, `${randomBytes(48).toString("base64url")}\n`, { mode: 0o600, flag: "wx" })
  try {
    await chownToDataOwner(path.dirname(folder), folder, draft)
    await link(draft, file)
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error
  } finally {
    await unlink(draft)
  }
  return (await readFile(file, "utf8")).trim()
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
