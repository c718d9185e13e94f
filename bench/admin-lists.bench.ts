/**
 * What the lists of the back office cost in a large shop (`npm run seed -- --large`) beside the demonstration shop, both
 * on the same server in the same run. A list shows one page of its rows, so it may take three times as long, not more.
 */
import { Client } from "pg"
import { run } from "../bin/checks/program.ts"
import { administrator } from "../tests/harness/server-process.ts"
import { adminLists } from "./admin-lists.ts"
import { openDatabases } from "./database.ts"
import { finish, median, printTable } from "./measure.ts"
import { openShop } from "./shop.ts"

const mostTimes = 3
const rounds = 15

type Visit = (path: string) => Promise<number>

const given = process.env["DATABASE_URL"]
const databases = await openDatabases()
const small = given ?? (await databases.create())
const large = given ? await databases.copy(given) : await databases.create()
await seed(large)
const shops = [await openShop(small), await openShop(large)] as const
const [visitSmall, visitLarge] = await Promise.all(shops.map(({ url }) => signedIn(url)))
if (!visitSmall || !visitLarge) throw new Error("Nobody is signed in")

const known = await commonIn(small)
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => known[name] ?? "")

const results = []
for (const path of Object.values(adminLists).flat())
  results.push({ path, ...(await compared(filled(path), visitSmall, visitLarge)) })
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

/** Medians in milliseconds, and the median of the ratios of neighbouring visits; the first of each warms up. */
async function compared(
  path: string,
  first: Visit,
  second: Visit,
): Promise<{ smallMs: number; largeMs: number; times: number }> {
  await first(path)
  await second(path)
  const pairs: { smallMs: number; largeMs: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ smallMs: await first(path), largeMs: await second(path) })
  return {
    smallMs: median(pairs.map(({ smallMs }) => smallMs)),
    largeMs: median(pairs.map(({ largeMs }) => largeMs)),
    times: median(pairs.map(({ smallMs, largeMs }) => largeMs / smallMs)),
  }
}

/** As an administrator, with the session's cookie. Answers how long a page took, in milliseconds. */
async function signedIn(url: string): Promise<Visit> {
  // The name that the server knows itself by: a form from anywhere else is refused.
  const origin = url.replace("127.0.0.1", "localhost")
  const answer = await fetch(`${origin}/connexion`, {
    method: "POST",
    redirect: "manual",
    headers: { origin },
    body: new URLSearchParams({ email: administrator.email, password: administrator.password }),
  })
  const cookie = answer.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ")
  if (answer.status !== 303) throw new Error(`Signing in answered ${answer.status}`)
  return async (path) => {
    const started = performance.now()
    const page = await fetch(origin + path, { headers: { cookie }, redirect: "manual" })
    await page.arrayBuffer()
    if (page.status !== 200) throw new Error(`${path} answered ${page.status}`)
    return performance.now() - started
  }
}

/** Rows of the demonstration shop, which the large one has as well: a booking that is coming up, with who booked what and when. */
async function commonIn(url: string): Promise<Record<string, string>> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(`
      select id as booking, user_id as person, product_id as product, first_day::text as day
      from bookings where status = 'confirmed' order by first_day desc, id limit 1`)
    if (!rows[0]) throw new Error("The demonstration has no confirmed booking")
    return rows[0]
  } finally {
    await client.end()
  }
}

async function seed(url: string): Promise<void> {
  const { code } = await run(["bin/commands/seed.ts", "--large"], { shown: false, env: { DATABASE_URL: url } })
  if (code !== 0) throw new Error("The large shop could not be filled")
}
