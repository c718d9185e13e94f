import { spawn } from "node:child_process"
import { once } from "node:events"
import { writeFile } from "node:fs/promises"
import path from "node:path"
import { createInterface } from "node:readline/promises"
import { Pool } from "pg"
import { environment, root } from "../server/platform/environment.server.ts"
import { migrate, readMigrations } from "../server/platform/database/migrate.ts"
import { startEmbedded } from "../server/platform/database/embedded.ts"
import { readPostmaster } from "../server/platform/database/postmaster.ts"
import { openDatabase } from "./database.ts"
import { OperatorProblem, say } from "./operator.ts"
import { readArguments } from "./commands/arguments.ts"

const usage = "npm run db -- url | psql | reset [--yes] | migrate | new <name> | checksum"

const verbs: Readonly<Record<string, (args: readonly string[]) => Promise<void>>> = {
  url: printUrl,
  psql: openPsql,
  reset: emptyDatabase,
  migrate: applyMigrations,
  new: addMigration,
  checksum: writeChecksums,
}

export async function runDatabaseVerb([name = "", ...rest]: readonly string[]): Promise<void> {
  const verb = verbs[name]
  if (!verb) throw new OperatorProblem(`Say what to do: ${usage}`)
  await verb(rest)
}

async function printUrl(args: readonly string[]): Promise<void> {
  readArguments(args, { usage })
  process.stdout.write(`${environment.databaseUrl ?? (await findRunningUrl())}\n`)
}

/** The address holds the socket's folder, which is new at each start. */
async function findRunningUrl(): Promise<string> {
  const { dataDir } = environment
  if (await readPostmaster(path.join(dataDir, "postgres"))) {
    const cluster = await startEmbedded({ dataDir, purpose: "npm run db", share: true })
    if (cluster.joined) return cluster.url
    await cluster.stop()
  }
  throw new OperatorProblem("The embedded PostgreSQL has an address while it runs: start npm run dev first.")
}

async function withDatabase(share: boolean, use: (url: string) => Promise<void>): Promise<void> {
  const database = await openDatabase(environment, "npm run db", { share })
  try {
    await use(process.env["DATABASE_URL"] ?? "")
  } finally {
    await database.stop()
  }
}

async function openPsql(args: readonly string[]): Promise<void> {
  await withDatabase(true, async (url) => {
    // Ctrl-C cancels a query of psql and must not end this command.
    process.on("SIGINT", () => undefined)
    const child = spawn("psql", [url, ...args], { stdio: "inherit" })
    const [code] = (await once(child, "close").catch(() => {
      throw new OperatorProblem("There is no psql on this machine: install PostgreSQL's client.")
    })) as [number | null]
    if (code !== 0) throw new OperatorProblem(`psql ended with code ${code}.`)
  })
}

async function emptyDatabase(args: readonly string[]): Promise<void> {
  const { flags } = readArguments(args, { flags: ["yes"], usage })
  const host = environment.databaseUrl === null ? null : findRemoteHost(environment.databaseUrl)
  if (host !== null && !flags.has("yes"))
    throw new OperatorProblem(`The database is on ${host}, not on this machine. To empty it: npm run db -- reset --yes`)
  // Exclusive: a shop that runs here keeps its database.
  await withDatabase(false, async (url) => {
    const database = new URL(url).pathname.slice(1)
    if (!flags.has("yes") && !(await confirm(`Empty the database “${database}”? Type yes: `)))
      throw new OperatorProblem("Nothing was changed.")
    await withPool(url, async (pool) => {
      await pool.query(`set client_min_messages = warning; set lock_timeout = '5s';
        begin;
        drop schema if exists pgboss, public cascade;
        create schema public;
        commit`)
    })
    say(`“${database}” is empty. The next start fills it; files in DATA_DIR stay`)
  })
}

function findRemoteHost(url: string): string | null {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get("host") ?? hostname
  return /^(|localhost|127\.[\d.]+|\[::1\]|\/.*)$/.test(host) ? null : host
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const ended = once(terminal, "close").then(() => "")
  const answer = await Promise.race([terminal.question(question), ended])
  terminal.close()
  return answer.trim() === "yes"
}

async function applyMigrations(args: readonly string[]): Promise<void> {
  readArguments(args, { usage })
  await withDatabase(true, async (url) => {
    await withPool(url, async (pool) => {
      const applied = await migrate(pool, { beforeBreaking: leaveToStart })
      say(applied.length === 0 ? "Every migration was applied already" : `Applied: ${applied.join(", ")}`)
    })
  })
}

function leaveToStart(): Promise<never> {
  throw new OperatorProblem("There is no way back from these migrations: npm start makes a backup before them.")
}

async function withPool(url: string, use: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    await use(pool)
  } finally {
    await pool.end()
  }
}

async function addMigration(args: readonly string[]): Promise<void> {
  const [words] = readArguments(args, { names: 1, usage }).names
  if (words === undefined || !/^[a-z0-9_]+$/.test(words))
    throw new OperatorProblem(`A migration's name has small letters, digits and _: ${usage}`)
  const last = (await readMigrations()).at(-1)
  const number = String(Number.parseInt(last?.name ?? "0", 10) + 1).padStart(4, "0")
  const file = path.join("migrations", `${number}_${words}.sql`)
  await writeFile(path.join(root, file), "-- One sentence: what changes, and why.\n", { flag: "wx" })
  say(`${file}: write it, then npm run db -- checksum`)
  await writeChecksums([])
}

async function writeChecksums(args: readonly string[]): Promise<void> {
  readArguments(args, { usage })
  const file = path.join("migrations", "sha256sums.txt")
  const migrations = await readMigrations()
  await writeFile(path.join(root, file), migrations.map(({ sha256, name }) => `${sha256}  ${name}\n`).join(""))
  say(`${file}: ${migrations.length} migrations. Git may show added lines only: a merged migration keeps its text`)
}
