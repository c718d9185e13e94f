import type { ChildProcess } from "node:child_process"
import { chownSync } from "node:fs"
import { mkdir } from "node:fs/promises"
import { createServer } from "node:net"
import path from "node:path"
import { Client } from "pg"
import {
  clusterSettings,
  createCluster,
  fileExists,
  lastErrorLine,
  ensureWritable,
  readPassword,
  superuser,
  isWindows,
} from "./embedded-create.ts"
import {
  type Account,
  type Binaries,
  chooseAccount,
  EmbeddedProblem,
  findBinaries,
  makeSocketFolder,
  removeSocketFolder,
} from "./embedded-files.ts"
import {
  clearReusedPid,
  isPostgres,
  launchSupervised,
  type Postmaster,
  readPostmaster,
  shutDown,
  servesDataDir,
} from "./postmaster.ts"

interface EmbeddedOptions {
  readonly dataDir: string
  readonly purpose: string
  readonly share?: boolean
  /** false risks the data: for tests only. */
  readonly durable?: boolean
  readonly report?: (message: string) => void
}

interface EmbeddedDatabase {
  readonly url: string
  urlFor(database: string): string
  readonly joined: boolean
  stop(): Promise<void>
}

const database = "guinguette"
/** Advisory lock, owned while the starting process lives. */
const ownershipLock = 7_221_030
const handoverTimeoutMs = 3_000

/** Throws `EmbeddedProblem`. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  await ensureWritable(options.dataDir)
  const data = path.join(options.dataDir, "postgres")
  const account = await chooseAccount(data)
  const cluster = new Cluster(options, data, account, await findBinaries(account))
  const joined = (await cluster.open()) === "joined"
  const urlFor = (name: string) => cluster.url(name)
  return { url: urlFor(database), urlFor, joined, stop: () => (joined ? Promise.resolve() : cluster.stop()) }
}

class Cluster {
  readonly #options: EmbeddedOptions
  readonly #data: string
  readonly #account: Account
  readonly #binaries: Binaries
  #socketFolder = ""
  #port = 5432
  #password = ""
  #child: ChildProcess | null = null
  #output = ""
  #owner: Client | null = null
  #stopping = false

  constructor(options: EmbeddedOptions, data: string, account: Account, binaries: Binaries) {
    this.#options = options
    this.#data = data
    this.#account = account
    this.#binaries = binaries
  }

  async open(): Promise<"joined" | "started"> {
    const durable = this.#options.durable !== false
    const deadline = Date.now() + 20_000
    for (;;) {
      if ((await this.#findRunning()) === "joined") return "joined"
      await createCluster(this.#options.dataDir, this.#account, this.#binaries, durable)
      if (await this.#launch()) break
      // Another process may have started it, or a killed one still holds it.
      if (Date.now() > deadline || !(await readPostmaster(this.#data))) {
        throw new EmbeddedProblem(`The embedded PostgreSQL did not start: ${lastErrorLine(this.#output)}`)
      }
      await sleep(200)
    }
    await this.#acquireOwnership()
    const existing = await this.#owner?.query("select 1 from pg_database where datname = $1", [database])
    if (existing?.rowCount === 0) await this.#owner?.query(`create database ${database}`)
    return "started"
  }

  url(name: string): string {
    const base = `postgresql://${superuser}${this.#password ? `:${this.#password}` : ""}@`
    return isWindows
      ? `${base}127.0.0.1:${this.#port}/${name}`
      : `${base}localhost:${this.#port}/${name}?host=${encodeURIComponent(this.#socketFolder)}`
  }

  async #findRunning(): Promise<"joined" | "none"> {
    const start = Date.now()
    for (;;) {
      const existing = await readPostmaster(this.#data)
      if (!existing) return "none"
      if (!(await isPostgres(existing.pid))) {
        await clearReusedPid(this.#data)
        await removeSocketFolder(existing.socketFolder)
        return "none"
      }
      if (!(await servesDataDir(existing, this.#data))) {
        // A copied folder: its pid file and socket belong to the original.
        await clearReusedPid(this.#data)
        return "none"
      }
      const holder = await this.#findHolder(existing)
      if (holder === "nobody") await this.#stopOrphan(existing)
      else if (holder.name && this.#options.share) return "joined"
      else if (Date.now() > start + (holder.name ? handoverTimeoutMs : 10 * handoverTimeoutMs))
        throw this.#inUseProblem(holder.name, existing.pid)
      else await sleep(150)
    }
  }

  async #stopOrphan(orphan: Postmaster): Promise<void> {
    if (!(await shutDown(orphan.pid, this.#data, this.#binaries))) {
      throw new EmbeddedProblem(
        `PostgreSQL (process ${orphan.pid}) still uses ${this.#data} and does not stop. End it, then try again.`,
      )
    }
    await removeSocketFolder(orphan.socketFolder)
  }

  #inUseProblem(name: string | null, pid: number): EmbeddedProblem {
    return new EmbeddedProblem(
      `The data folder ${this.#options.dataDir} is in use by ${name ?? `PostgreSQL (process ${pid})`}. ` +
        "Stop that one first, or choose another DATA_DIR (several processes can share one PostgreSQL: DATABASE_URL).",
    )
  }

  async #findHolder(existing: Postmaster): Promise<"nobody" | { name: string | null }> {
    if (!existing.ready) return { name: null }
    this.#socketFolder = existing.socketFolder
    this.#port = existing.port
    this.#password = await readPassword(this.#options.dataDir)
    const client = this.#client("look")
    try {
      await client.connect()
      const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_lock($1) as free", [ownershipLock])
      if (rows[0]?.free) return "nobody"
      const holder = await client.query<{ name: string }>(
        `select application_name as name from pg_locks join pg_stat_activity using (pid)
         where locktype = 'advisory' and granted and objid = $1`,
        [ownershipLock],
      )
      return { name: holder.rows[0]?.name ?? null }
    } catch {
      return { name: null }
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  #client(purpose: string): Client {
    const client = new Client({
      connectionString: this.url("postgres"),
      application_name: purpose.slice(0, 60),
      connectionTimeoutMillis: 5_000,
    })
    client.on("error", () => undefined)
    return client
  }

  async #launch(): Promise<boolean> {
    this.#port = isWindows ? await freePort() : 5432
    this.#password = await readPassword(this.#options.dataDir)
    if (!isWindows && !(this.#socketFolder && (await fileExists(this.#socketFolder)))) {
      this.#socketFolder = await makeSocketFolder(this.#account)
    }
    const place = { socketFolder: this.#socketFolder, port: this.#port }
    const previous = await readPostmaster(this.#data)
    this.#output = ""
    const settings = clusterSettings(place, this.#options.durable !== false)
    const child = await launchSupervised({
      postgres: this.#binaries.postgres,
      data: this.#data,
      account: this.#account,
      settings,
      socketFolder: place.socketFolder,
    })
    const collect = (chunk: Buffer) => {
      this.#output = (this.#output + chunk.toString()).slice(-4_000)
    }
    child.stdout?.on("data", collect)
    child.stderr?.on("data", collect)
    const end = new Promise<string>((resolve) => {
      child.once("error", (error) => resolve((this.#output = error.message)))
      child.once("close", (code, signal) =>
        resolve(signal ?? (code && code > 128 ? `signal ${code - 128}` : `code ${code}`)),
      )
    })
    for (;;) {
      const existing = await readPostmaster(this.#data)
      const isOurs =
        existing &&
        existing.startId !== previous?.startId &&
        (isWindows || existing.socketFolder === place.socketFolder)
      if (isOurs && existing.ready) {
        this.#child = child
        void end.then((reason) => this.#restartAfterEnd(reason))
        return true
      }
      if ((await Promise.race([end, sleep(10)])) !== undefined) break
    }
    await removeSocketFolder(place.socketFolder)
    this.#socketFolder = ""
    return false
  }

  async #acquireOwnership(): Promise<void> {
    const client = this.#client(`${this.#options.purpose} (process ${process.pid})`)
    this.#owner = client
    await client.connect()
    client.once("end", () => {
      const reacquire = () => {
        if (this.#owner === client && this.#child) this.#acquireOwnership().catch(() => undefined)
      }
      setTimeout(reacquire, 200).unref()
    })
    await client.query("select pg_advisory_lock($1)", [ownershipLock])
  }

  async #restartAfterEnd(reason: string): Promise<void> {
    this.#child = null
    if (this.#stopping) return
    this.#options.report?.(`The embedded PostgreSQL ended by itself (${reason}); starting it again`)
    const folder = this.#socketFolder
    for (let attempt = 0; !this.#stopping; attempt++) {
      await sleep(Math.min(5_000, 100 * 1.5 ** attempt))
      if (this.#stopping) return
      try {
        const leftover = await readPostmaster(this.#data)
        if (leftover && (await isPostgres(leftover.pid)) && (await servesDataDir(leftover, this.#data)))
          await shutDown(leftover.pid, this.#data, this.#binaries)
        if (!isWindows) await this.#restoreSocketFolder(folder)
        if (!(await this.#launch())) continue
        await this.#acquireOwnership()
        this.#options.report?.("The embedded PostgreSQL is back")
        return
      } catch {
        continue
      }
    }
  }

  async #restoreSocketFolder(folder: string): Promise<void> {
    await mkdir(folder, { mode: 0o700 }).catch(() => undefined)
    if (this.#account) chownSync(folder, this.#account.uid, this.#account.gid)
    this.#socketFolder = folder
  }

  async stop(): Promise<void> {
    if (this.#stopping) return
    this.#stopping = true
    const owner = this.#owner
    this.#owner = null
    const child = this.#child
    const running = await readPostmaster(this.#data)
    if (running && (await isPostgres(running.pid)) && (await servesDataDir(running, this.#data)))
      await shutDown(running.pid, this.#data, this.#binaries)
    await owner?.end().catch(() => undefined)
    if (child && child.exitCode === null && child.signalCode === null) {
      await Promise.race([new Promise((resolve) => child.once("close", resolve)), sleep(2_000)])
    }
    await removeSocketFolder(this.#socketFolder)
  }
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const address = server.address()
      server.close(() =>
        typeof address === "object" && address ? resolve(address.port) : reject(new Error("no port")),
      )
    })
  })
}
