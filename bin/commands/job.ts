import { Pool } from "pg"
import { OperatorProblem, say } from "../operator.ts"
import type { Server } from "../server-build.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

const usage = "npm run job -- <name> [--at <instant, as 2027-06-12T08:00:00Z>]"

await runCommand(() => runByHand(process.argv.slice(2)))

async function runByHand(args: readonly string[]): Promise<void> {
  const { name, at } = readOptions(args)
  await withShop("npm run job", async ({ jobs, jobGroups, runJob }) => {
    if (name === null) printJobs(jobs, jobGroups)
    else {
      const names = [...jobs.map((job) => job.name), ...Object.keys(jobGroups)]
      if (!names.includes(name)) {
        throw new OperatorProblem(`There is no job “${name}”. The jobs are: ${names.join(", ")}.`)
      }
      await checkMigrated()
      say(`${name}: ${await runJob(name, at)}`)
    }
  })
}

function readOptions(args: readonly string[]): { name: string | null; at: Date } {
  const { names, values } = readArguments(args, { values: ["at"], names: 1, usage })
  const at = values.get("at")
  if (
    at !== undefined &&
    (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}.*(Z|[+-]\d{2}:?\d{2})$/.test(at) || Number.isNaN(Date.parse(at)))
  ) {
    throw new OperatorProblem(`“${at}” is not an instant with its zone. Use: ${usage}`)
  }
  return { name: names[0] ?? null, at: at === undefined ? new Date() : new Date(at) }
}

function printJobs(jobs: Server["jobs"], groups: Server["jobGroups"]): void {
  const nameWidth = Math.max(...jobs.map((job) => job.name.length))
  const scheduleWidth = Math.max(...jobs.map((job) => job.schedule.length))
  for (const job of jobs)
    say(`${job.name.padEnd(nameWidth)}  ${job.schedule.padEnd(scheduleWidth)}  ${job.description}`)
  for (const [name, members] of Object.entries(groups)) say(`${name.padEnd(nameWidth)}  ${members.join(", ")}`)
  say()
  say(`Run one now: ${usage}`)
}

async function checkMigrated(): Promise<void> {
  const { findPendingMigrations } = await import("../../server/platform/database/migrate.ts")
  const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 1 })
  try {
    const pending = await findPendingMigrations(pool)
    if (pending.length > 0)
      throw new OperatorProblem("The database is not ready for this version. Run npm start once first.")
  } finally {
    await pool.end()
  }
}
