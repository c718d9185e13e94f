/** Compares processor time of back-office lists in a large and a demonstration shop on one server. */
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import { join } from "node:path"
import { adminLists } from "./admin-lists.ts"
import { measureCpu } from "./cpu.ts"
import { openDatabases } from "./database.ts"
import { finish, printTable } from "./measure.ts"
import { openShop, prepareShop } from "./shop.ts"
import { compareVisits, createPathFiller, seedShop, visitAsAdministrator } from "./visits.ts"

const maxTimes = 3
const rounds = 15

const databaseUrl = process.env["DATABASE_URL"]
const databases = await openDatabases()
const files = process.env["DATA_DIR"] ?? (await mkdtemp(join(os.tmpdir(), "guinguette-bench-")))
const small = databaseUrl ? await databases.copy(databaseUrl) : await databases.create()
await prepareShop(small, files)
const large = await databases.copy(small)
await seedShop(large, files, "--large")
const shops = [await openShop(small, files), await openShop(large, files)] as const
const measured = [
  await measureCpu(await visitAsAdministrator(shops[0].url), shops[0], small),
  await measureCpu(await visitAsAdministrator(shops[1].url), shops[1], large),
] as const
const visits = { small: measured[0].visit, large: measured[1].visit, rounds, warmUps: 1 }
const fillPath = await createPathFiller(small)

const results = []
for (const path of Object.values(adminLists).flat())
  results.push({ path, ...(await compareVisits(fillPath(path), visits)) })
for (const each of measured) await each.close()
for (const shop of shops) await shop.close()
await databases.close()
if (!process.env["DATA_DIR"]) await rm(files, { recursive: true, force: true })

printTable(
  ["list", "demonstration CPU ms", "large CPU ms", "times", `(most ${maxTimes})`],
  results.map(({ path, smallMs, largeMs, times }) => [
    path,
    smallMs.toFixed(1),
    largeMs.toFixed(1),
    times.toFixed(2),
    "",
  ]),
)
const tooSlow = results.filter(({ times }) => !(times <= maxTimes))
await finish(
  "admin-lists",
  results,
  tooSlow.map(({ path, times }) => `${path} takes ${times.toFixed(1)} times as long in a large shop`),
)
