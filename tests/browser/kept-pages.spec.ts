import type { APIRequestContext } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { freePort, runServer } from "../harness/server-process.ts"

/** Pages and answers for programs that are the same for everybody without a session (decision 45). */
const keptPaths = [
  "/",
  "/catalog",
  "/book",
  "/faq",
  "/services",
  "/about",
  "/contact",
  "/newsletter",
  "/sitemap",
  "/legal/cgv",
  "/legal/cookies",
  "/sitemap.xml",
  "/robots.txt",
  "/manifest.webmanifest",
  "/favicon.svg",
  "/favicon.ico",
  "/og/site.jpg",
  "/theme.css?couleur=aa3300",
  "/catalog.data",
  "/_.data",
  "/catalog.data?_routes=site%2Fcatalog%2Froute",
]
/** Of one's own, of an address alone, or of a moment. */
const otherPaths = [
  "/contact?envoye=x",
  "/newsletter?demande=x",
  "/nulle-part",
  "/connexion",
  "/?q=miroir",
  "/catalog?cp=94130",
  "/faq?q=prix",
]

/** What a kept answer says, whatever its encoding; null for one that was made for this visitor. */
async function markOf(request: APIRequestContext, url: string, headers: Record<string, string> = {}) {
  const mark = (await request.get(url, { headers })).headers()["etag"]
  return mark?.replace(/-(br|gz)\+?"$/, "").replace(/"/g, "") ?? null
}

/** The same of an answer that must be kept; a machine that stands still may have it made once more. */
async function keptMarkOf(...asked: Parameters<typeof markOf>): Promise<string> {
  await expect.poll(async () => [asked[1], await markOf(...asked)]).not.toContain(null)
  return (await markOf(...asked)) ?? ""
}

async function productOf(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active order by name limit 1")
  return product?.id ?? ""
}

test("public pages are kept, for strangers, with what they ask for, and nothing that is somebody's own", async ({
  context,
  request,
  shop,
}) => {
  const id = await productOf(shop)
  const products = [
    `/product/${id}`,
    `/product/${id}?mois=2027-06`,
    `/manual/${id}`,
    `/og/${id}.jpg`,
    `/manual/${id}/qr.png`,
  ]
  for (const path of [...keptPaths, ...products]) await keptMarkOf(request, shop.url + path)
  for (const path of [...otherPaths, `/book/${id}`])
    expect([path, await markOf(request, shop.url + path)]).toEqual([path, null])

  const catalogue = `${shop.url}/catalog`
  const mark = await keptMarkOf(request, catalogue)
  // What the page does not declare changes nothing, and each answer has a policy and a number.
  expect(await keptMarkOf(request, `${catalogue}?utm_source=mail`)).toBe(mark)
  const [one, other] = [await request.get(catalogue), await request.get(catalogue)]
  expect(one.headers()["x-request-id"]).not.toBe(other.headers()["x-request-id"])
  expect(one.headers()["content-security-policy"]).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
  const page = await one.text()
  expect(page).not.toContain("nonce=")
  expect(page).not.toContain(one.headers()["x-request-id"])
  expect((await request.get(catalogue, { headers: { "if-none-match": `"${mark}"` } })).status()).toBe(304)

  // Whoever has answered about cookies gets another page, whatever they answered and when; of the answer's own page, theirs.
  const choices = [`11.${Math.floor(Date.now() / 1000)}`, `00.${Math.floor(Date.now() / 1000) - 5_000}`]
  const answered = await Promise.all(
    choices.map((choice) => keptMarkOf(request, catalogue, { cookie: `cookiePreferences=${choice}` })),
  )
  expect(new Set(answered).size).toBe(1)
  expect(answered[0]).not.toBe(mark)
  expect(await markOf(request, `${shop.url}/legal/cookies`, { cookie: `cookiePreferences=${choices[0]}` })).toBeNull()
  for (const cookie of ["guinguette.session_token=x", "guinguette.wanted=%2Fadmin", "guinguette.second_step=x"])
    expect([cookie, await markOf(request, catalogue, { cookie })]).toEqual([cookie, null])
  await keptMarkOf(request, catalogue, { cookie: "guinguette.device=x; other=1" })

  await shop.admit(context)
  expect(await markOf(context.request, catalogue)).toBeNull()
})

test("what the owner or a customer changes is seen by both of two processes within a quarter of a second", async ({
  request,
  shop,
}) => {
  const id = await productOf(shop)
  const [database] = await shop.sql<{ name: string }>("select current_database() as name")
  const port = await freePort()
  const url = new URL(process.env["TEST_CLUSTER_URL"] ?? "")
  url.pathname = `/${database?.name}`
  const other = await runServer("serve", {
    HOST: "127.0.0.1",
    PORT: String(port),
    ORIGIN: `http://localhost:${port}`,
    DATABASE_URL: url.href,
    DATA_DIR: shop.dataDir,
    SEED: "none",
    ROLE: "web",
  })
  try {
    const processes = [shop.url, `http://localhost:${port}`]
    const keptMarks = (path: string) => Promise.all(processes.map((each) => keptMarkOf(request, each + path)))
    const marks = (path: string) => Promise.all(processes.map((each) => markOf(request, each + path)))
    const changes: [string, string, string][] = [
      ["/catalog", `/product/${id}`, `update products set name = 'Miroir à remous' where id = '${id}'`],
      [
        `/product/${id}?mois=2027-06`,
        "/catalog?date=2027-06-12",
        `insert into occupancy (product_id, unit, day, kind) select '${id}', unit, '2027-06-12', 'block' from generate_series(1, 9) unit on conflict do nothing`,
      ],
      ["/faq", "/faq.data", "update faq_entries set question = question || ' Vraiment ?'"],
      ["/", "/legal/cgv", "update site_config set company_name = 'Les Flonflons'"],
    ]
    for (const [one, another, change] of changes) {
      const before = [await keptMarks(one), await keptMarks(another)].flat()
      await shop.sql(change)
      await new Promise((resolve) => setTimeout(resolve, 250))
      const after = [await marks(one), await marks(another)]
      const stale = after.flat().filter((mark) => mark !== null && before.includes(mark))
      expect([change, stale]).toEqual([change, []])
    }
  } finally {
    await other.stop()
  }
})
