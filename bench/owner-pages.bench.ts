/** Compares processor time of the owner's busiest pages with the finance settings, on one server. */
import { Client } from "pg"
import { measureCpu } from "./cpu.ts"
import { openDatabases } from "./database.ts"
import { finish, median, printTable } from "./measure.ts"
import { openShop } from "./shop.ts"
import { visitAsAdministrator } from "./visits.ts"

const rounds = 25
const reference = "/admin/finance"

const databases = process.env["DATABASE_URL"] ? null : await openDatabases()
const database = process.env["DATABASE_URL"] ?? (await databases?.create()) ?? ""
const shop = await openShop(database)
const measured = await measureCpu(await visitAsAdministrator(shop.url), shop, database)
const booking = await readBookingNumber()
const pages = [
  { path: "/admin/aujourdhui", maxTimes: 2 },
  { path: `/admin/bookings/${booking}`, maxTimes: 1.5 },
]

const results = []
for (const { path, maxTimes } of pages) {
  // PostgreSQL settles on a generic plan only after five executions per connection.
  for (let time = 0; time < 30; time++) await measured.visit(path)
  const pairs = []
  for (let round = 0; round < rounds; round++)
    pairs.push({ ms: await measured.visit(path), referenceMs: await measured.visit(reference) })
  results.push({
    path,
    maxTimes,
    ms: median(pairs.map(({ ms }) => ms)),
    referenceMs: median(pairs.map(({ referenceMs }) => referenceMs)),
    times: median(pairs.map(({ ms, referenceMs }) => ms / referenceMs)),
  })
}
await measured.close()
await shop.close()
await databases?.close()

printTable(
  ["page", "CPU ms", `${reference} CPU ms`, "times", ""],
  results.map(({ path, ms, referenceMs, times, maxTimes }) => [
    path,
    ms.toFixed(1),
    referenceMs.toFixed(1),
    times.toFixed(2),
    `(most ${maxTimes})`,
  ]),
)
await finish(
  "owner-pages",
  results,
  results
    .filter(({ times, maxTimes }) => !(times <= maxTimes))
    .map(({ path, times, maxTimes }) => `${path} costs ${times.toFixed(1)} times ${reference}, ${maxTimes} at most`),
)

async function readBookingNumber(): Promise<number> {
  const client = new Client({ connectionString: database })
  await client.connect()
  try {
    const { rows } = await client.query<{ number: number }>(
      "select number from bookings where status = 'confirmed' order by first_day desc, id limit 1",
    )
    return rows[0]?.number ?? 0
  } finally {
    await client.end()
  }
}
