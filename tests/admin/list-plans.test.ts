import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import * as availabilityPage from "../../app/routes/admin/availability.tsx"
import * as bookingsListPage from "../../app/routes/admin/bookings-list.tsx"
import * as bookingsPage from "../../app/routes/admin/bookings.tsx"
import * as contractsPage from "../../app/routes/admin/contracts.tsx"
import * as todayPage from "../../app/routes/admin/today.tsx"
import * as usersPage from "../../app/routes/admin/users.tsx"
import { type Statement, recordStatements } from "../../bench/statements.ts"
import { seedLarge } from "../../seed/large/large.ts"
import { signedUp } from "../../server/auth/accounts.fixture.ts"
import { db, pool } from "../../server/database.server.ts"
import { profiles } from "../../server/schema/accounts.ts"
import { routeArgs } from "../accounts/browser.ts"

type Page = { loader(args: never): Promise<unknown> | unknown }
type Node = { "Node Type": string; "Relation Name"?: string; Plans?: Node[] }

/** The tables that grow with the business. */
const large = new Set(["bookings", "occupancy"])

let administrator: Request

beforeAll(async () => {
  await seedLarge()
  const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
  administrator = (await signedUp(camille)).request
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  await pool.query("vacuum analyze")
}, 60_000)

// A word that one booking in fifteen has, such as a town, may rightly be looked up by reading them all: it is not here.
const lists: readonly [path: string, page: Page][] = [
  ["/admin/aujourdhui", todayPage],
  ["/admin/bookings", bookingsPage],
  ["/admin/bookings/liste?q=Dujardin", bookingsListPage],
  ["/admin/bookings/liste?q=1234", bookingsListPage],
  ["/admin/bookings/liste?etat=en-attente", bookingsListPage],
  ["/admin/availability", availabilityPage],
  ["/admin/availability?vue=annee", availabilityPage],
  ["/admin/availability?vue=planning", availabilityPage],
  ["/admin/contracts", contractsPage],
  ["/admin/users", usersPage],
]

test.each(lists)("%s reads no large table from end to end", async (path, page) => {
  const recorder = await recordStatements(pool)
  try {
    await page.loader((await routeArgs(new Request(new URL(path, administrator.url), { headers: administrator.headers }))) as never)
    const read = recorder.take().filter(({ text }) => /^\s*(select|with)\b/i.test(text))
    expect(read.length).toBeGreaterThan(0)
    const whole: string[] = []
    for (const statement of read) if (await readsWhole(statement)) whole.push(statement.text)
    expect(whole).toEqual([])
  } finally {
    await recorder.stop()
  }
})

test("a list without its index would be found", async () => {
  expect(await readsWhole({ text: "select * from bookings where distance = $1", values: [17] })).toBe(true)
})

async function readsWhole({ text, values }: Statement): Promise<boolean> {
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Node }] }>(`explain (format json) ${text}`, values)
  const plan = rows[0]?.["QUERY PLAN"][0].Plan
  return plan !== undefined && nodesOf(plan).some((node) => node["Node Type"] === "Seq Scan" && large.has(node["Relation Name"] ?? ""))
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
