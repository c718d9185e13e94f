/**
 * What the lists of the back office cost in a large shop (`npm run seed -- --large`) beside the demonstration shop, both
 * on the same server in the same run. A list shows one page of its rows, so it may take three times as long, not more.
 */
import { adminLists } from "./admin-lists.ts"
import { openDatabases } from "./database.ts"
import { finish, printTable } from "./measure.ts"
import { openShop } from "./shop.ts"
import { compareVisits, fillWith, seedShop, signedIn } from "./visits.ts"

const mostTimes = 3
const rounds = 15

const given = process.env["DATABASE_URL"]
const databases = await openDatabases()
const small = given ?? (await databases.create())
const large = given ? await databases.copy(given) : await databases.create()
await seedShop(large, "--large")
const shops = [await openShop(small), await openShop(large)] as const
const visits = { small: await signedIn(shops[0].url), large: await signedIn(shops[1].url), rounds }
const filled = await fillWith(small)

const results = []
for (const path of Object.values(adminLists).flat())
  results.push({ path, ...(await compareVisits(filled(path), visits)) })
for (const shop of shops) await shop.close()
await databases.close()

printTable(
  ["list", "demonstration ms", "large ms", "times", `(most ${mostTimes})`],
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
