import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import * as availabilityPage from "../../app/admin/availability/route.tsx"
import * as bookingsListPage from "../../app/admin/bookings/list/route.tsx"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as newBookingPage from "../../app/admin/bookings/new/route.tsx"
import * as contractsPage from "../../app/admin/contracts/route.tsx"
import * as revenuePage from "../../app/admin/finance/revenue/route.tsx"
import * as journalPage from "../../app/admin/journal/route.tsx"
import * as mailsPage from "../../app/admin/mails/route.tsx"
import * as messagesPage from "../../app/admin/messages/route.tsx"
import * as newsletterPage from "../../app/admin/newsletter/route.tsx"
import * as searchPage from "../../app/admin/search/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import * as accountPage from "../../app/site/account/route.tsx"
import * as bookingPage from "../../app/site/account/booking/route.tsx"
import * as cartPage from "../../app/site/cart/route.tsx"
import * as catalogPage from "../../app/site/catalog/route.tsx"
import * as choosePage from "../../app/site/booking/choose/route.tsx"
import * as homePage from "../../app/site/home/route.tsx"
import * as manualPage from "../../app/site/manual/route.tsx"
import * as productPage from "../../app/site/product/route.tsx"
import * as sitemapPage from "../../app/site/pages/sitemap/route.tsx"
import * as wizardPage from "../../app/site/booking/route.tsx"
import * as usersPage from "../../app/admin/people/route.tsx"
import { type Recorder, type Statement, recordStatements } from "../../bench/statements.ts"
import { seedLarge } from "../../seed/large/large.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { routeArgs } from "../accounts/browser.ts"
import { vacuum } from "../harness/vacuum.ts"

type Page = { loader(args: never): Promise<unknown> | unknown }
type Node = { "Node Type": string; "Relation Name"?: string; Plans?: Node[] }

/** The tables that grow with the business; of the others, letters have full-text indexes. */
const large = new Set(["bookings", "occupancy"])
const letters = new Set(["contact_messages", "newsletter_subscriptions"])

/** One recorder for all: each would close the open connections, and every screen open its own. */
let recorder: Recorder
let administrator: Request
let customer: Request
const example = { id: "", number: "" }

beforeAll(async () => {
  await seedLarge()
  const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
  administrator = (await signedUp(camille)).request
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  const lila = { name: "Lila", email: "lila@exemple.fr", password: "la fête des voisins" }
  customer = (await signedUp(lila)).request
  const { rows } = await pool.query<{ id: string; number: number }>(
    `update bookings set user_id = (select id from profiles where email = $1)
     where id in (select id from bookings where status = 'confirmed' order by number limit 30)
     returning number, product_id as id`,
    [lila.email],
  )
  example.id = rows[0]?.id ?? ""
  example.number = String(rows[0]?.number)
  await pool.query("update products set is_active = true")
  // With few dead rows vacuum skips the indexes, whose pages would never count as all-visible.
  await pool.query("vacuum (index_cleanup on) bookings")
  await vacuum(pool)
  recorder = await recordStatements(pool)
})
afterAll(() => recorder.stop())

// Rare words and words that every booking has.
const lists: readonly [path: string, page: Page][] = [
  ["/admin/aujourdhui", todayPage],
  ["/admin/bookings", bookingsPage],
  ["/admin/bookings/liste?q=Dujardin", bookingsListPage],
  ["/admin/bookings/liste?q=1234", bookingsListPage],
  ["/admin/bookings/liste?q=Vincennes", bookingsListPage],
  ["/admin/bookings/liste?q=exemple", bookingsListPage],
  ["/admin/bookings/liste?q=photobooth+noyer&etat=confirmee&tri=client", bookingsListPage],
  ["/admin/bookings/liste?etat=attente", bookingsListPage],
  ["/admin/bookings/liste?etat=attente&tri=depot", bookingsListPage],
  ["/admin/bookings/liste?etat=confirmee&tri=-total&page=3", bookingsListPage],
  ["/admin/bookings/liste?q=06+12+34+56+78", bookingsListPage],
  ["/admin/bookings/nouvelle?q=dujardin", newBookingPage],
  ["/admin/recherche?q=dujardin", searchPage],
  ["/admin/recherche?q=Vincennes", searchPage],
  ["/admin/recherche?q=1234", searchPage],
  ["/admin/recherche?q=exemple", searchPage],
  ["/admin/recherche?q=06+12+34+56+78", searchPage],
  ["/admin/recherche?q=12+juin", searchPage],
  ["/admin/availability", availabilityPage],
  ["/admin/availability?vue=annee", availabilityPage],
  [`/admin/availability?vue=annee&annee=${new Date().getFullYear() - 3}`, availabilityPage],
  ["/admin/availability?vue=planning", availabilityPage],
  ["/admin/contracts", contractsPage],
  ["/admin/contracts?q=dujardin", contractsPage],
  ["/admin/contracts?q=Vincennes&periode=toutes", contractsPage],
  ["/admin/contracts?periode=toutes&tri=client", contractsPage],
  ["/admin/users", usersPage],
  ["/admin/users?q=dujardin", usersPage],
  ["/admin/users?tri=-reservations", usersPage],
  ["/admin/finance/revenus", revenuePage],
  ["/admin/finance/revenus?tri=produit&page=3", revenuePage],
  ["/admin/journal?q=dujardin", journalPage],
  ["/admin/journal?q=Vincennes", journalPage],
]

test.each(lists)("%s reads no large table sequentially", async (path, page) => {
  expect(await sequentialReads(path, page, (table) => large.has(table))).toEqual([])
})

const inMonths = (months: number) => new Date(Date.now() + months * 30 * 86_400_000).toISOString().slice(0, 10)

const site: readonly [path: string, page: Page][] = [
  ["/", homePage],
  [`/?date=${inMonths(2)}`, homePage],
  ["/?q=noyer", homePage],
  ["/catalog?page=3", catalogPage],
  [`/catalog?date=${inMonths(2)}&cp=94130`, catalogPage],
  ["/book", choosePage],
  ["/product/:id", productPage],
  [`/product/:id?date=${inMonths(3)}`, productPage],
  ["/manual/:id", manualPage],
  ["/sitemap", sitemapPage],
  ["/book/:id", wizardPage],
  [`/book/:id?mois=${inMonths(4).slice(0, 7)}`, wizardPage],
  [`/book/:id?step=options&dates=${inMonths(5)}`, wizardPage],
]
const ownPages: readonly [path: string, page: Page][] = [
  ["/cart", cartPage],
  ["/account", accountPage],
  ["/account/bookings/:number", bookingPage],
]

test.each([...site, ...ownPages])("%s of a customer reads no large table sequentially", async (path, page) => {
  expect(await sequentialReads(path, page, (table) => large.has(table), customer)).toEqual([])
})

test.each(site)("%s of a stranger reads no large table sequentially", async (path, page) => {
  expect(await sequentialReads(path, page, (table) => large.has(table), null)).toEqual([])
})

// Words in nearly every row are excluded: a sequential read is the right plan for them.
const searched: readonly [path: string, page: Page][] = [
  ["/admin/messages?q=dujardin+vincennes", messagesPage],
  ["/admin/messages", messagesPage],
  ["/admin/newsletter?q=nouveautes-1234", newsletterPage],
]

test.each(searched)("%s reads the letters through an index too", async (path, page) => {
  expect(
    await sequentialReads(path, page, (table, statement) => letters.has(table) && !/group by/.test(statement)),
  ).toEqual([])
})

test("mails are searched through an index", async () => {
  expect(
    await sequentialReads(
      "/admin/mails?q=dujardin+camille",
      mailsPage,
      (table, statement) => table === "mail_details" && statement.includes("like"),
    ),
  ).toEqual([])
})

test("the revenue of very many products has its detail in the file, and one product its months", async () => {
  const read = async (query: string) => {
    const pageRequest = new Request(new URL(`/admin/finance/revenus${query}`, administrator.url), {
      headers: administrator.headers,
    })
    return revenuePage.loader((await routeArgs(pageRequest, {})) as never)
  }
  const all = await read("")
  expect(all.byProduct.total).toBeGreaterThan(60)
  expect(all.details).toBeNull()
})

test("the rule finds a list without its index", async () => {
  expect(await sequentialTables({ text: "select * from bookings where distance = $1", values: [17] })).toEqual([
    "bookings",
  ])
})

async function sequentialReads(
  path: string,
  page: Page,
  kind: (table: string, statement: string) => boolean,
  from: Request | null = administrator,
): Promise<string[]> {
  const address = path.replace(/:(id|number)/, (_, name: keyof typeof example) => example[name])
  const pageRequest = new Request(new URL(address, administrator.url), from ? { headers: from.headers } : {})
  recorder.take()
  await page.loader((await routeArgs(pageRequest, example)) as never)
  const read = recorder.take().filter(({ text }) => /^\s*(select|with)\b/i.test(text))
  expect(read.length).toBeGreaterThan(0)
  const whole: string[] = []
  for (const statement of read)
    if ((await sequentialTables(statement)).some((table) => kind(table, statement.text))) whole.push(statement.text)
  return whole
}

async function sequentialTables({ text, values }: Statement): Promise<string[]> {
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Node }] }>(`explain (format json) ${text}`, values)
  const plan = rows[0]?.["QUERY PLAN"][0].Plan
  if (!plan) throw new Error(`There is no plan of ${text}`)
  return nodesOf(plan)
    .filter((node) => node["Node Type"] === "Seq Scan")
    .map((node) => node["Relation Name"] ?? "")
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
