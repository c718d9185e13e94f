/**
 * Compares 50,000 bookings with the demonstration shop; both catalogues are filled so that pages show equally many
 * cards.
 */
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { addDays, dayInParis, monthOf } from "../domain/day.ts"
import { adminLists } from "./admin-lists.ts"
import { openDatabases } from "./database.ts"
import { measureCpu } from "./cpu.ts"
import { finish, printTable } from "./measure.ts"
import { convertExamples } from "./convert-examples.ts"
import { openShop, prepareShop } from "./shop.ts"
import { compareVisits, createPathFiller, seedShop, visitAsAdministrator } from "./visits.ts"

const rounds = { page: 15, list: 7, sheet: 7, search: 7 }
const warmUps = { page: 10, list: 2, sheet: 2, search: 2 }
/** A day's sheet grows with its bookings, so it is reported without a limit. */
const maxTimes = { page: 1.2, list: 2, sheet: Infinity, search: 2 }
const targetSeedSeconds = 180

// The sitemap is left out because it lists every product.
const inSixWeeks = addDays(dayInParis(new Date()), 42)
const pages = [
  "/",
  `/?date=${inSixWeeks}`,
  "/?q=photo",
  "/catalog",
  `/catalog?date=${inSixWeeks}`,
  "/book",
  `/book?dates=${inSixWeeks}`,
  "/product/{product}",
  `/product/{product}?date=${inSixWeeks}`,
  "/book/{product}",
  `/book/{product}?mois=${monthOf(inSixWeeks)}`,
  "/faq",
]
const searches = ["/admin/recherche"]
const sheets = ["/admin/bookings/jour/{day}?"]
const lists = Object.keys(adminLists).filter((address) => !searches.includes(address) && !sheets.includes(address))
const pathsOf = (addresses: readonly string[]) => addresses.flatMap((address) => adminLists[address] ?? [])

const databaseUrl = process.env["DATABASE_URL"]
const databases = await openDatabases()
const files = process.env["DATA_DIR"] ?? (await mkdtemp(join(os.tmpdir(), "guinguette-bench-")))
const small = databaseUrl ? await databases.copy(databaseUrl) : await databases.create()
await prepareShop(small, files)
const huge = await databases.copy(small)
const seedSeconds = await seedShop(huge, files, "--huge")
await convertExamples(huge)
const shops = [await openShop(small, files), await openShop(huge, files)] as const
await fillCatalogue(small)
const measured = [
  await measureCpu(await visitAsAdministrator(shops[0].url), shops[0], small),
  await measureCpu(await visitAsAdministrator(shops[1].url), shops[1], huge),
] as const
const visits = { small: measured[0].visit, large: measured[1].visit }
const fillPath = await createPathFiller(small)

const pageVisits = [
  ...pages.map((path) => ({ kind: "page" as const, path })),
  ...pathsOf(lists).map((path) => ({ kind: "list" as const, path })),
  ...pathsOf(sheets).map((path) => ({ kind: "sheet" as const, path })),
  ...pathsOf(searches).map((path) => ({ kind: "search" as const, path })),
]
const results = []
for (const { kind, path } of pageVisits) {
  const times = { rounds: rounds[kind], warmUps: warmUps[kind] }
  results.push({ kind, path, ...(await compareVisits(fillPath(path), { ...visits, ...times })) })
}
for (const each of measured) await each.close()
for (const shop of shops) await shop.close()
await databases.close()
if (!process.env["DATA_DIR"]) await rm(files, { recursive: true, force: true })

process.stdout.write(`  The seed took ${seedSeconds.toFixed(0)} s (wanted on two quiet cores: ${targetSeedSeconds})\n`)
printTable(
  ["", "demonstration CPU ms", "huge CPU ms", "times", "most"],
  results.map(({ kind, path, smallMs, largeMs, times }) => [
    path,
    smallMs.toFixed(1),
    largeMs.toFixed(1),
    times.toFixed(2),
    Number.isFinite(maxTimes[kind]) ? String(maxTimes[kind]) : "",
  ]),
)
const tooSlow = results.filter(({ kind, times }) => !(times <= maxTimes[kind]))
await finish(
  "huge",
  { seedSeconds, results },
  tooSlow.map(({ kind, path, times }) => `${path} takes ${times.toFixed(2)} times as long, ${maxTimes[kind]} at most`),
)

async function fillCatalogue(url: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`
      insert into products (name, description, price, is_active, stock, features, "order")
      select 'Photobooth noyer ' || n, 'Photobooth noyer ' || n || ', en location à la journée.', 20000, true, 2,
        array['Installation comprise', 'Assistance par téléphone'], 100 + n
      from generate_series(1, 30) n`)
  } finally {
    await client.end()
  }
}
