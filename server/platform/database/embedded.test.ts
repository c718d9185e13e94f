import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import { Client } from "pg"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { startEmbedded } from "./embedded.ts"
import { isPostgres, readPostmaster } from "./postmaster.ts"

let folder = ""
let dataDir = ""
const cleanUp: (() => Promise<unknown>)[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-embedded-"))
  dataDir = folder
})
afterEach(async () => {
  for (const work of cleanUp.splice(0).toReversed()) await work()
  // A server whose owner was killed may still be writing.
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

async function start(options: { share?: boolean; report?: (message: string) => void } = {}) {
  const cluster = await startEmbedded({ dataDir, purpose: "this test", ...options })
  cleanUp.push(() => cluster.stop())
  return cluster
}

async function ask(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on("error", () => undefined)
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(text)).rows.map((row) => row.value)
  } finally {
    await client.end()
  }
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(condition, { timeout: 15_000, interval: 20 }).toBe(true)
}

async function otherProcess() {
  const script = `
    const { startEmbedded } = await import(${JSON.stringify(path.resolve("server/platform/database/embedded.ts"))})
    const cluster = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, purpose: "another process" })
    process.send(cluster.url)
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  })
  const [url] = await once(child, "message")
  cleanUp.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill("SIGKILL")
    await once(child, "close")
  })
  return { child, url: String(url) }
}

describe("an embedded data folder", () => {
  test("the cluster is created, persists, and is reachable only through a private socket", async () => {
    const first = await start()
    expect(
      await ask(first.url, "select current_setting('fsync') || current_setting('listen_addresses') as value"),
    ).toEqual(["on"])
    expect(
      await ask(
        first.url,
        "select current_setting('data_checksums') || pg_encoding_to_char(encoding) as value from pg_database where datname = current_database()",
      ),
    ).toEqual(["onUTF8"])
    await ask(first.url, "create table kept as select unnest(array['été', 'zèbre', 'Étoile']) as value")
    const socket = new URL(first.url).searchParams.get("host") ?? ""
    expect((await stat(socket)).mode & 0o077).toBe(0)
    await first.stop()
    await expect(stat(socket)).rejects.toThrow("ENOENT")

    const second = await start()
    expect(await ask(second.url, "select value from kept order by value")).toEqual(["été", "Étoile", "zèbre"])
  })

  test("the cluster works under a path far longer than a socket name may be", async () => {
    dataDir = path.join(dataDir, "a".repeat(100), "b".repeat(100))
    expect(await ask((await start()).url, "select 1 as value")).toEqual([1])
  })

  test.runIf(process.getuid?.() === 0)("the cluster works under a folder that only root may enter", async () => {
    await chmod(dataDir, 0o700)
    dataDir = path.join(dataDir, "data")
    expect(await ask((await start()).url, "select 1 as value")).toEqual([1])
  })
})

describe("an unusable folder", () => {
  test("a file in the way is reported in one sentence", async () => {
    await writeFile(path.join(dataDir, "file"), "")
    dataDir = path.join(dataDir, "file", "data")
    await expect(start()).rejects.toThrow(/cannot be written \(ENOTDIR\).*DATA_DIR/)
  })

  test.runIf(process.platform === "linux")("a parent that the system hides is reported in one sentence", async () => {
    dataDir = "/proc/guinguette/data"
    await expect(start()).rejects.toThrow(/cannot be written/)
  })

  test("foreign content in the cluster's place is reported in one sentence", async () => {
    await mkdir(path.join(dataDir, "postgres"))
    await writeFile(path.join(dataDir, "postgres", "notes.txt"), "")
    await expect(start()).rejects.toThrow("is not empty but holds no database")
  })

  test("a cluster of another PostgreSQL version is reported in one sentence", async () => {
    await mkdir(path.join(dataDir, "postgres"))
    await writeFile(path.join(dataDir, "postgres", "PG_VERSION"), "15\n")
    await expect(start()).rejects.toThrow("was made by PostgreSQL 15")
  })
})

describe("a running cluster", () => {
  test("the cluster refuses a second owner, naming the first, and is shared on demand", async () => {
    const { url } = await otherProcess()
    await expect(start()).rejects.toThrow(/in use by another process \(process \d+\)/)
    const guest = await start({ share: true })
    expect(guest.joined).toBe(true)
    await guest.stop()
    expect(await ask(url, "select 1 as value")).toEqual([1])
  })

  test("the cluster stops when its owner is killed with -9, and restarts with the committed data", async () => {
    const { child, url } = await otherProcess()
    await ask(url, "create table kept as select 1 as value")
    const postmaster = await readPostmaster(path.join(dataDir, "postgres"))
    child.kill("SIGKILL")
    await until(async () => !(await isPostgres(postmaster?.pid ?? 0)))
    expect(await ask((await start()).url, "select value from kept")).toEqual([1])
  })

  test("the cluster is taken over at once when its owner was killed a moment ago", async () => {
    const { child, url } = await otherProcess()
    await ask(url, "create table kept as select 1 as value")
    child.kill("SIGKILL")
    expect(await ask((await start()).url, "select value from kept")).toEqual([1])
  })

  test("the cluster restarts at the same address when it is killed with -9 itself", async () => {
    const reports: string[] = []
    const { url } = await start({ report: (message) => reports.push(message) })
    await ask(url, "create table kept as select 1 as value")
    process.kill((await readPostmaster(path.join(dataDir, "postgres")))?.pid ?? 0, "SIGKILL")
    await until(async () => reports.length === 2)
    expect(reports).toEqual([
      "The embedded PostgreSQL ended by itself (signal 9); starting it again",
      "The embedded PostgreSQL is back",
    ])
    expect(await ask(url, "select value from kept")).toEqual([1])
  })

  test("the cluster is not confused with a copy of its folder, which gets its own server", async () => {
    const { url } = await otherProcess()
    await ask(url, "create table kept as select 'original' as value")
    await ask(url, "checkpoint")
    const original = await readPostmaster(path.join(dataDir, "postgres"))
    const copied = await mkdtemp(path.join(os.tmpdir(), "guinguette-copied-"))
    cleanUp.push(() => rm(copied, { recursive: true, force: true }))
    // Copies as an operator would, including the owner files and the pid file of the running server.
    await promisify(execFile)("cp", ["-a", path.join(dataDir, "postgres"), path.join(copied, "postgres")])
    expect((await readPostmaster(path.join(copied, "postgres")))?.pid).toBe(original?.pid)

    // Sharing is allowed on purpose: that is how the copy once reached the original.
    const copy = await startEmbedded({ dataDir: copied, purpose: "a copy", share: true })
    cleanUp.push(() => copy.stop())
    expect(copy.joined).toBe(false)
    expect((await readPostmaster(path.join(copied, "postgres")))?.pid).not.toBe(original?.pid)
    await ask(copy.url, "update kept set value = 'copy'")
    await copy.stop()
    // The original's socket still works, without the copy's data.
    expect(await ask(url, "select value from kept")).toEqual(["original"])
  })

  test("the cluster ignores a pid file whose number now belongs to another program", async () => {
    const cluster = await start()
    const file = path.join(dataDir, "postgres", "postmaster.pid")
    const left = await readFile(file, "utf8")
    await cluster.stop()
    await writeFile(file, left.replace(/^\d+/, String(process.pid)))
    expect(await ask((await start()).url, "select 1 as value")).toEqual([1])
  })
})
