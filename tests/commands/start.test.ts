import { spawn, spawnSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chmod, mkdtemp, rm, stat, writeFile } from "node:fs/promises"
import { connect, createServer } from "node:net"
import os from "node:os"
import path from "node:path"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { administer, urlForDatabase } from "../harness/cluster.ts"

let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-start-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Output and exit code of an `npm start` that must not become a running shop. */
function start(
  variables: Record<string, string>,
  onOutput: (output: string, end: () => void) => void = () => undefined,
): Promise<{ code: number | null; output: string }> {
  const env = { PATH: process.env["PATH"], DATA_DIR: path.join(folder, "data"), PORT: "0", ...variables }
  const child = spawn(process.execPath, ["bin/commands/start.ts"], { env, stdio: ["ignore", "pipe", "pipe"] })
  let output = ""
  const add = (chunk: Buffer) => {
    output += chunk.toString()
    onOutput(output, () => child.kill())
  }
  child.stdout.on("data", add)
  child.stderr.on("data", add)
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output: output.trim() })))
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  return typeof address === "object" && address ? address.port : 0
}

test.each([
  ["a port that is no number", { PORT: "abc" }, "PORT must be a whole number from 0 to 65535 (it is “abc”)."],
  [
    "an address of another machine",
    { HOST: "192.0.2.1", PORT: "3999" },
    "192.0.2.1 is not an address of this machine. Correct HOST (0.0.0.0 means every address).",
  ],
])("%s is refused in one line, with exit 1", async (_, variables, line) => {
  expect(await start(variables)).toEqual({ code: 1, output: line })
})

test.each([
  ["127.0.0.1:1", "nothing answers at 127.0.0.1:1. Start PostgreSQL there, or correct DATABASE_URL."],
  ["nowhere.invalid", "the name nowhere.invalid is unknown. Correct DATABASE_URL."],
])("npm start waits for a silent database at %s, with one line, until Ctrl-C", async (place, reason) => {
  const { code, output } = await start({ DATABASE_URL: `postgres://shop:hunter2@${place}/shop` }, (_, end) => end())
  expect(code).toBe(0)
  expect(output).toBe(`Waiting for the database, two minutes at most: ${reason}\n  Stopping …`)
})

test("npm start uses a database that comes up during the wait", async () => {
  const cluster = new URL(inject("clusterUrl"))
  const socketFolder = cluster.searchParams.get("host")
  const proxy = createServer((client) => {
    const upstream = socketFolder
      ? connect(`${socketFolder}/.s.PGSQL.${cluster.port || "5432"}`)
      : connect(Number(cluster.port), cluster.hostname)
    client.pipe(upstream).pipe(client)
    client.on("error", () => upstream.destroy())
    upstream.on("error", () => client.destroy())
  })
  const port = await freePort()
  const url = `postgres://${cluster.username}:${cluster.password}@127.0.0.1:${port}/nowhere`
  const { code, output } = await start({ DATABASE_URL: url }, () => {
    if (!proxy.listening) proxy.listen(port, "127.0.0.1")
  })
  proxy.close()
  expect(code).toBe(1)
  expect(output).toMatch(/^Waiting for the database.*\n.*has no database “nowhere”/)
})

test("npm start refuses a used port in one line that offers another", async () => {
  const holder = createServer()
  await new Promise<void>((resolve) => holder.listen(0, "127.0.0.1", resolve))
  const address = holder.address()
  const port = typeof address === "object" && address ? address.port : 0
  const { code, output } = await start({ PORT: String(port) })
  holder.close()
  expect({ code, output }).toEqual({
    code: 1,
    output: `Port ${port} is already in use on 127.0.0.1. Stop what uses it, or choose another: PORT=${port + 1} npm start`,
  })
})

test("npm start refuses an unwritable data folder in one line", async () => {
  await writeFile(path.join(folder, "file"), "")
  const { code, output } = await start({ DATA_DIR: path.join(folder, "file") })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The data folder \S+ cannot be written \(EEXIST\)\. Make it writable, or choose another with DATA_DIR\.$/,
  )
})

test("npm start refuses a missing database by name, without the password", async () => {
  const url = new URL(process.env["DATABASE_URL"] ?? "")
  url.pathname = "/nowhere"
  url.password = "hunter2"
  const { code, output } = await start({ DATABASE_URL: url.href })
  expect(code).toBe(1)
  expect(output).toMatch(
    /^The database cannot be used: \S+ has no database “nowhere”\. Create it, or correct DATABASE_URL\.$/,
  )
})

test.each([
  [
    "a role that may create nothing",
    (name: string, role: string) => [`create database ${name}`, `create role ${role} login`],
    /^The database cannot be used: the role “\S+” may create nothing in “\S+”\. Run there: alter database \S+ owner to \S+$/,
  ],
  [
    "a wrong encoding",
    (name: string, role: string) => [
      `create role ${role} login`,
      `create database ${name} owner ${role} encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
    ],
    /^The database cannot be used: “\S+” keeps its texts as SQL_ASCII\. Create one with: create database … encoding 'UTF8' template template0$/,
  ],
])("%s is refused in one line that says what to type", async (_, statements, line) => {
  const name = `refused_${randomBytes(4).toString("hex")}`
  const role = `${name}_role`
  const cluster = inject("clusterUrl")
  await administer(cluster, async (client) => {
    for (const statement of statements(name, role)) await client.query(statement)
  })
  try {
    const url = new URL(urlForDatabase(cluster, name))
    url.username = role
    const { code, output } = await start({ DATABASE_URL: url.href })
    expect(code).toBe(1)
    expect(output).toMatch(line)
  } finally {
    await administer(cluster, async (client) => {
      await client.query(`drop database ${name}`)
      await client.query(`drop role ${role}`)
    })
  }
})

test("npm start draws nothing beside its build when no demonstration is requested", async () => {
  const drawing = spawn(process.execPath, ["bin/draw.ts"], { env: { SEED: "none" }, stdio: "inherit" })
  const code = await new Promise((resolve) => drawing.once("close", resolve))
  expect(code).toBe(0)
})

const hasPgBouncer = spawnSync("pgbouncer", ["--version"]).status === 0

test.skipIf(!hasPgBouncer)("npm start refuses a pooler in transaction mode in one line", async () => {
  const cluster = new URL(inject("clusterUrl"))
  const port = await freePort()
  const database = `host=${cluster.searchParams.get("host") ?? cluster.hostname} port=${cluster.port || "5432"} user=${cluster.username}${cluster.password && ` password=${cluster.password}`}`
  const settings = path.join(folder, "pgbouncer.ini")
  await writeFile(
    settings,
    `[databases]
postgres = ${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
`,
  )
  await chmod(folder, 0o755)
  // It refuses to run as root, and the cluster's socket is for its owner alone.
  const { uid, gid } = await stat(cluster.searchParams.get("host") ?? folder)
  const pooler = spawn("pgbouncer", [settings], { stdio: "ignore", ...(process.getuid?.() === 0 && { uid, gid }) })
  try {
    const { code, output } = await start({ DATABASE_URL: `postgres://shop@127.0.0.1:${port}/postgres` })
    expect(code).toBe(1)
    expect(output.split("\n").at(-1)).toMatch(/^ *The database cannot be used: a pooler in transaction mode answers/)
  } finally {
    pooler.kill()
  }
})
