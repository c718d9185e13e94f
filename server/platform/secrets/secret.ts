import { randomBytes } from "node:crypto"
import { link, mkdir, readFile, unlink, writeFile } from "node:fs/promises"
import path from "node:path"
import { chownToDataOwner } from "../data-folder.ts"
import { EnvironmentProblem, environment } from "../environment.server.ts"

const MIN_SECRET_LENGTH = 32

/** Machines that share a database need the same AUTH_SECRET. */
export async function readAuthSecret(
  configured: string | null = environment.authSecret,
  file = path.join(environment.dataDir, "keys", "auth-secret"),
): Promise<string> {
  const secret = configured || (await readOrCreateSecret(file))
  if (secret.length < MIN_SECRET_LENGTH) {
    throw new EnvironmentProblem([
      `${configured ? "AUTH_SECRET" : file} must have at least ${MIN_SECRET_LENGTH} characters.`,
    ])
  }
  return secret
}

let cached: Promise<string> | null = null

export function authSecret(): Promise<string> {
  cached ??= readAuthSecret().catch((error: unknown) => {
    cached = null
    throw error
  })
  return cached
}

async function readOrCreateSecret(file: string): Promise<string> {
  return (await readSecretFile(file)) ?? (await createSecretFile(file))
}

async function readSecretFile(file: string): Promise<string | null> {
  try {
    return (await readFile(file, "utf8")).trim()
  } catch (error) {
    if (isCode(error, "ENOENT")) return null
    throw error
  }
}

/** Linked into place: no half-written secret after a crash, and one process wins. */
async function createSecretFile(file: string): Promise<string> {
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
