import { randomBytes } from "node:crypto"
import { Client } from "pg"
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { administer, urlForDatabase } from "../../../tests/harness/cluster.ts"
import { pool } from "../database.server.ts"
import { log } from "../log.ts"
import { reserveConnections } from "./connections.ts"
import { reservedConnections, pageConnections } from "./this-process.ts"

const usual = pageConnections.max
const cluster = () => inject("clusterUrl")
let name = ""
const open: Client[] = []

async function databaseFor(connections: number): Promise<string> {
  await administer(cluster(), (client) => client.query(`create database ${name} connection limit ${connections}`))
  return urlForDatabase(cluster(), name)
}

async function connect(url: string, application: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: application })
  client.on("error", () => undefined)
  await client.connect()
  open.push(client)
}

beforeEach(() => {
  name = `small_${randomBytes(4).toString("hex")}`
})
afterEach(async () => {
  vi.restoreAllMocks()
  pageConnections.max = usual
  pool.options.max = usual
  for (const client of open.splice(0)) await client.end()
  await administer(cluster(), (client) => client.query(`drop database if exists ${name} with (force)`))
})

test("a process takes as many connections as it wants where the server has them", async () => {
  const warned = vi.spyOn(log, "warn")
  await reserveConnections(await databaseFor(-1), 0)
  expect(pool.options.max).toBe(usual)
  expect(warned).not.toHaveBeenCalled()
})

test("a process takes fewer connections for pages on a small server, and logs one line", async () => {
  const warned = vi.spyOn(log, "warn").mockReturnValue()
  await reserveConnections(await databaseFor(reservedConnections + 7), 0)
  expect(pool.options.max).toBe(7)
  expect(warned.mock.calls.map(([line]) => line)).toEqual([
    "PostgreSQL has 7 connections for pages and not 12: raise max_connections, or lower DATABASE_CONNECTIONS",
  ])
})

test("the connections reserved by another process count, however many it has open", async () => {
  vi.spyOn(log, "warn").mockReturnValue()
  const url = await databaseFor(reservedConnections + 30)
  for (const purpose of ["bell", "jobs", "jobs"]) await connect(url, `guinguette ${purpose} 20 elsewhere:1`)
  await connect(url, "guinguette web")
  await connect(url, "psql")
  await reserveConnections(url, 0)
  expect(pool.options.max).toBe(9)
})

test("a process without its minimum of connections says so in one line and does not open", async () => {
  await expect(reserveConnections(await databaseFor(reservedConnections + 3), 0)).rejects.toThrow(
    new RegExp(
      `^PostgreSQL has no room for this process: of ${reservedConnections + 3} connections other processes have promised themselves 0, others hold 0, and it needs ${reservedConnections + 4}\\. Raise max_connections, run fewer processes, or give each of them less with DATABASE_CONNECTIONS\\.$`,
    ),
  )
})
