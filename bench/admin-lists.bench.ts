/**
 * What the lists of the back office cost in a large shop (`npm run seed -- --large`) beside the demonstration shop, both
 * on the same server in the same run, in processor time. A list shows one page of its rows, so it may take three times as
 * long, not more.
 */
import { mkdtemp, rm } from "node:fs/promises"
import os from "node:os"
import { join } from "node:path"
import { adminLists } from "./admin-lists.ts"
import { inCpu } from "./cpu.ts"
import { openDatabases } from "./database.ts"
import { finish, printTable } from "./measure.ts"
import { openShop, prepareShop } from "./shop.ts"
import { compareVisits, fillWith, seedShop, signedIn } from "./visits.ts"

const mostTimes = 3
const rounds = 15

const given = process.env["DATABASE_URL"]
const databases = await openDatabases()
const files = process.env["DATA_DIR"] ?? (await mkdtemp(join(os.tmpdir(), "guinguette-bench-")))
const small = given ? await databases.copy(given) : await databases.create()
await prepareShop(small, files)
// The same shop, larger: rows and files that both have go by one id.
const large = await databases.copy(small)
await seedShop(large, files, "--large")
const shops = [await openShop(small, files), await openShop(large, files)] as const
const measured = [
  await inCpu(await signedIn(shops[0].url), shops[0], small),
  await inCpu(await signedIn(shops[1].url), shops[1], large),
] as const
const visits = { small: measured[0].visit, large: measured[1].visit, rounds, warmUps: 1 }
const filled = await fillWith(small)

const results = []
for (const path of Object.values(adminLists).flat())
  results.push({ path, ...(await compareVisits(filled(path), visits)) })
for (const each of measured) await each.close()
for (const shop of shops) await shop.close()
await databases.close()
if (!process.env["DATA_DIR"]) await rm(files, { recursive: true, force: true })

printTable(
  ["list", "demonstration CPU ms", "large CPU ms", "times", `(most ${mostTimes})`],
  results.map(({ path, smallMs, largeMs, times }) => [
    path,
    smallMs.toFixed(1),
    largeMs.toFixed(1),
    times.toFixed(2),
    "",
  ]),
)
const beyond = results.filter(({ times }) => !(times <= mostTimes))
await finish(
  "admin-lists",
  results,
  beyond.map(({ path, times }) => `${path} takes ${times.toFixed(1)} times as long in a large shop`),
)
