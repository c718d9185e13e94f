import { randomBytes } from "node:crypto"
import { chownSync } from "node:fs"
import { access, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import path from "node:path"
import { type Account, type Binaries, EmbeddedProblem } from "./embedded-files.ts"
import { launch } from "./postmaster.ts"

export const superuser = "guinguette"
export const windows = process.platform === "win32"
const major = "18"

/** Makes the folder, and tries to write in it. Throws `EmbeddedProblem`. */
export async function makeWritable(dataDir: string): Promise<void> {
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

/** Node's own recursive mkdir never ends where the system pretends that the parent is not there, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const code = await mkdirCode(folder)
  if (code === null) return
  if (code !== "ENOENT" || folder === path.dirname(folder)) throw Object.assign(new Error(code), { code })
  await makeFolder(path.dirname(folder))
  const again = await mkdirCode(folder)
  if (again !== null) throw Object.assign(new Error(again), { code: again })
}

/** Null when the folder is there, else the system's code. */
async function mkdirCode(folder: string): Promise<string | null> {
  try {
    await mkdir(folder)
    return null
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error)
    return code === "EEXIST" && (await stat(folder)).isDirectory() ? null : code
  }
}

/**
 * Makes the cluster of a data folder when it has none. It is made beside its place and moved there when complete, so
 * that a half-made one is never found. Throws `EmbeddedProblem`.
 */
export async function createCluster(
  dataDir: string,
  account: Account,
  binaries: Binaries,
  durable: boolean,
): Promise<void> {
  const data = path.join(dataDir, "postgres")
  if (await exists(path.join(data, "PG_VERSION"))) return checkVersion(data)
  const found = await readdir(data).catch(() => [])
  if (found.length > 0) {
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
      ...(windows ? ["--auth=scram-sha-256", `--pwfile=${await makePassword(dataDir)}`] : ["--auth=trust"]),
      ...(durable ? [] : ["--no-sync"]),
    ])
    // On failure another process was faster: its cluster is as good as ours.
    await rename(fresh, data).catch(async (error: unknown) => {
      if (!(await exists(path.join(data, "PG_VERSION")))) throw error
    })
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function checkVersion(data: string): Promise<void> {
  const made = (await readFile(path.join(data, "PG_VERSION"), "utf8")).trim()
  if (made === major) return
  throw new EmbeddedProblem(
    `${data} was made by PostgreSQL ${made} and this version brings PostgreSQL ${major}. ` +
      "Back up with the version that made it, then restore here.",
  )
}

/** French order for names where the binaries know it, else the plain order of Unicode. */
async function initialise(fresh: string, account: Account, binaries: Binaries, options: string[]): Promise<void> {
  const french = ["--locale-provider=icu", "--icu-locale=fr-FR"]
  const plain = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
  if ((await initdb(fresh, account, binaries, [...options, ...french])) === null) return
  for (const left of await readdir(fresh)) await rm(path.join(fresh, left), { recursive: true })
  const problem = await initdb(fresh, account, binaries, [...options, ...plain])
  if (problem === null) return
  if (problem.includes("could not look up effective user ID")) {
    throw new EmbeddedProblem(
      `PostgreSQL wants a user that has a name, and number ${account?.uid ?? process.getuid?.()} has none in /etc/passwd. ` +
        "Add a line for it, run as another user, or give a PostgreSQL of your own with DATABASE_URL.",
    )
  }
  throw new EmbeddedProblem(`The embedded PostgreSQL could not be set up: ${lastLine(problem)}`)
}

/** Answers what initdb said when it failed, null when all went well. */
async function initdb(fresh: string, account: Account, binaries: Binaries, options: string[]): Promise<string | null> {
  const child = await launch(binaries.initdb, fresh, account, (name) => ["-D", name, ...options])
  let said = ""
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
  }
  child.stdout?.on("data", hear)
  child.stderr?.on("data", hear)
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(error.message))
    child.once("close", (code) => resolve(code === 0 ? null : said))
  })
}

function passwordFile(dataDir: string): string {
  return path.join(dataDir, "postgres-password")
}

/** Windows has no private sockets: there the server listens on loopback and asks for this password. */
async function makePassword(dataDir: string): Promise<string> {
  await writeFile(passwordFile(dataDir), randomBytes(24).toString("base64url"), { mode: 0o600 })
  return passwordFile(dataDir)
}

/** Empty where a private socket is enough. */
export async function readPassword(dataDir: string): Promise<string> {
  return windows ? (await readFile(passwordFile(dataDir), "utf8")).trim() : ""
}

/** The server's settings, all on its command line: the cluster's own files stay as initdb wrote them. */
export function clusterSettings(place: { socketFolder: string; port: number }, durable: boolean): string[] {
  const shared = {
    listen_addresses: windows ? "127.0.0.1" : "",
    port: String(place.port),
    ...(windows ? {} : { unix_socket_directories: place.socketFolder, unix_socket_permissions: "0700" }),
    max_connections: "100",
    shared_buffers: "128MB",
    timezone: "UTC",
    jit: "off",
    deadlock_timeout: "200ms",
    // What people typed must not end in a log: no statement, no parameter, no row.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  }
  const safe = {
    // A week of logs, overwritten day by day, in DATA_DIR/postgres/log.
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_truncate_on_rotation: "on",
    log_rotation_age: "1d",
    log_rotation_size: "0",
  }
  const fast = {
    // What a connection asks five times is asked once or twice here: the plan for whatever values is made at once, and kept.
    plan_cache_mode: "force_generic_plan",
    // Tables here have a few pages: what is begun to read them side by side costs more than all that is read.
    max_parallel_workers_per_gather: "0",
    // The shops of several tests, and two servers of some of them, stand side by side.
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

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** The last thing a program said that matters, without its date and process number. */
export function lastLine(said: string): string {
  const lines = said.split("\n").map((line) => line.trim())
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.findLast((line) => line !== "")
  return telling?.replace(/^.*?(FATAL|PANIC|error): */, "") || "it said nothing"
}
