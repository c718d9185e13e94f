import { randomBytes } from "node:crypto"
import { Client } from "pg"
import { afterEach, beforeEach, expect, inject, test, vi } from "vitest"
import { administer, urlOf } from "../../../tests/harness/cluster.ts"
import { pool } from "../database.server.ts"
import { log } from "../log.ts"
import { fitConnections } from "./connections.ts"
import { beside, forPages } from "./this-process.ts"

const usual = forPages.max
const cluster = () => inject("clusterUrl")
let name = ""
const open: Client[] = []

/** A database that takes so many connections. */
async function databaseFor(connections: number): Promise<string> {
  await administer(cluster(), (client) => client.query(`create database ${name} connection limit ${connections}`))
  return urlOf(cluster(), name)
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
  forPages.max = usual
  pool.options.max = usual
  for (const client of open.splice(0)) await client.end()
  await administer(cluster(), (client) => client.query(`drop database if exists ${name} with (force)`))
})

test("a process takes what it wants where the server has it", async () => {
  const warned = vi.spyOn(log, "warn")
  await fitConnections(await databaseFor(-1), 0)
  expect(pool.options.max).toBe(usual)
  expect(warned).not.toHaveBeenCalled()
})

test("where the server has not enough it takes fewer for pages, and says so in one line", async () => {
  const warned = vi.spyOn(log, "warn").mockReturnValue()
  await fitConnections(await databaseFor(beside + 7), 0)
  expect(pool.options.max).toBe(7)
  expect(warned.mock.calls.map(([line]) => line)).toEqual([
    "PostgreSQL has 7 connections for pages and not 12: raise max_connections",
  ])
})

test("what another process has promised itself counts, however many connections it holds", async () => {
  vi.spyOn(log, "warn").mockReturnValue()
  const url = await databaseFor(beside + 30)
  for (const purpose of ["bell", "jobs", "jobs"]) await connect(url, `guinguette ${purpose} 20 elsewhere:1`)
  await connect(url, "guinguette web")
  await connect(url, "psql")
  await fitConnections(url, 0)
  expect(pool.options.max).toBe(9)
})

test("a process for which the least is not left says so in one line and does not open", async () => {
  await expect(fitConnections(await databaseFor(beside + 3), 0)).rejects.toThrow(
    new RegExp(
      `^PostgreSQL has no room for this process: of ${beside + 3} connections other processes have promised themselves 0, others hold 0, and it needs ${beside + 4}\\. Raise max_connections, or run fewer processes\\.$`,
    ),
  )
})
