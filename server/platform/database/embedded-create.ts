import { randomBytes } from "node:crypto"
import { chownSync } from "node:fs"
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { type Account, type Binaries, EmbeddedProblem } from "./embedded-files.ts"
import { launch } from "./postmaster.ts"

export const superuser = "guinguette"
export const isWindows = process.platform === "win32"
const major = "18"

/** Throws `EmbeddedProblem`. */
export async function ensureWritable(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir)
    const probe = await mkdtemp(path.join(dataDir, ".probe-"))
    await rm(probe, { recursive: true })
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error)
    throw new EmbeddedProblem(
      `The data folder ${dataDir} cannot be written (${reason}). Make it writable, or choose another with DATA_DIR.`,
      { cause: error },
    )
  }
}

/** Node's recursive mkdir never returns in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const code = await mkdirErrorCode(folder)
  if (code === null) return
  if (code !== "ENOENT" || folder === path.dirname(folder)) throw Object.assign(new Error(code), { code })
  await makeFolder(path.dirname(folder))
  const retryCode = await mkdirErrorCode(folder)
  if (retryCode !== null) throw Object.assign(new Error(retryCode), { code: retryCode })
}

async function mkdirErrorCode(folder: string): Promise<string | null> {
  try {
    await mkdir(folder)
    return null
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error)
    return code === "EEXIST" && (await stat(folder)).isDirectory() ? null : code
  }
}

/** Moved into place when complete, so that nobody finds half a cluster. */
export async function createCluster(
  dataDir: string,
  account: Account,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  const data = path.join(dataDir, "postgres")
  if (await fileExists(path.join(data, "PG_VERSION"))) return checkVersion(data)
  const entries = await readdir(data).catch(() => [])
  if (entries.length > 0) {
    throw new EmbeddedProblem(`${data} is not empty but holds no database. Move it away, then try again.`)
  }
  const fresh = await mkdtemp(path.join(dataDir, ".postgres-"))
  try {
    if (account) chownSync(fresh, account.uid, account.gid)
    await initialise(fresh, account, binaries, [
      `--username=${superuser}`,
      "--encoding=UTF8",
      "--locale=C",
      "--data-checksums",
      ...(isWindows ? ["--auth=scram-sha-256", `--pwfile=${await makePassword(dataDir)}`] : ["--auth=trust"]),
      ...(durable ? [] : ["--no-sync"]),
    ])
    await rename(fresh, data).catch(async (error: unknown) => {
      if (!(await fileExists(path.join(data, "PG_VERSION")))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function checkVersion(data: string): Promise<void> {
  const clusterVersion = (await readFile(path.join(data, "PG_VERSION"), "utf8")).trim()
  if (clusterVersion === major) return
  throw new EmbeddedProblem(
    `${data} was made by PostgreSQL ${clusterVersion} and this version brings PostgreSQL ${major}. ` +
      "Back up with the version that made it, then restore here.",
  )
}

async function initialise(fresh: string, account: Account, binaries: Binaries, options: string[]): Promise<void> {
  const french = ["--locale-provider=icu", "--icu-locale=fr-FR"]
  const plain = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  if ((await initdb(fresh, account, binaries, [...options, ...french])) === null) return
  for (const leftover of await readdir(fresh)) await rm(path.join(fresh, leftover), { recursive: true })
  const problem = await initdb(fresh, account, binaries, [...options, ...plain])
  if (problem === null) return
  if (problem.includes("could not look up effective user ID")) {
    throw new EmbeddedProblem(
      `PostgreSQL wants a user that has a name, and number ${account?.uid ?? process.getuid?.()} has none in /etc/passwd. ` +
        "Add a line for it, run as another user, or give a PostgreSQL of your own with DATABASE_URL.",
    )
  }
  throw new EmbeddedProblem(`The embedded PostgreSQL could not be set up: ${lastErrorLine(problem)}`)
}

async function initdb(fresh: string, account: Account, binaries: Binaries, options: string[]): Promise<string | null> {
  const child = await launch(binaries.initdb, fresh, account, (name) => ["-D", name, ...options])
  let output = ""
  const collect = (chunk: Buffer) => {
    output += chunk.toString()
  }
  child.stdout?.on("data", collect)
  child.stderr?.on("data", collect)
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("close", (code) => resolve(code === 0 ? null : output))
  })
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, "postgres-password")
}

async function makePassword(dataDir: string): Promise<string> {
  await writeFile(passwordFile(dataDir), randomBytes(24).toString("base64url"), { mode: 0o600 })
  return passwordFile(dataDir)
}

export async function readPassword(dataDir: string): Promise<string> {
  return isWindows ? (await readFile(passwordFile(dataDir), "utf8")).trim() : ""
}

export function clusterSettings(place: { socketFolder: string; port: number }, durable: boolean): string[] {
  const shared = {
    listen_addresses: isWindows ? "127.0.0.1" : "",
    port: String(place.port),
    ...(isWindows ? {} : { unix_socket_directories: place.socketFolder, unix_socket_permissions: "0700" }),
    max_connections: "100",
    shared_buffers: "128MB",
    timezone: "UTC",
    jit: "off",
    deadlock_timeout: "200ms",
    // Personal data must not reach the logs.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  }
  const safe = {
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
  }
  const fast = {
    plan_cache_mode: "force_generic_plan",
    max_parallel_workers_per_gather: "0",
    max_connections: "200",
    fsync: "off",
    synchronous_commit: "off",
    full_page_writes: "off",
    autovacuum: "off",
    io_method: "sync",
    wal_level: "minimal",
    max_wal_senders: "0",
  }
  const settings = { ...shared, ...(durable ? safe : fast) }
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])
}

export async function fileExists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

export function lastErrorLine(output: string): string {
  const lines = output.split("\n").map((line) => line.trim())
  const errorLine = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.findLast((line) => line !== "")
  return errorLine?.replace(/^.*?(FATAL|PANIC|error): */, "") || "it said nothing"
}
