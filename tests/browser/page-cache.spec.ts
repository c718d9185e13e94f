import type { APIRequestContext } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { freePort, runServer } from "../harness/server-process.ts"

/** Pages that are the same for everybody without a session (decision 45). */
const cachedPaths = [
  "/",
  "/catalog",
  "/book",
  "/faq",
  "/services",
  "/about",
  "/sitemap",
  "/legal/cgv",
  "/legal/cookies",
]
/** Personal pages, and those that vary by stamp, address or time. */
const otherPaths = [
  "/contact",
  "/newsletter",
  "/nulle-part",
  "/connexion",
  "/?q=miroir",
  "/catalog?cp=94130",
  "/catalog.data",
]

/** Whatever the encoding; null for a page rendered for this visitor. */
async function readDigest(request: APIRequestContext, url: string, headers: Record<string, string> = {}) {
  const etag = (await request.get(url, { headers })).headers()["etag"]
  return etag?.replace(/-(br|gzip|identity)"$/, "").replace(/"/g, "") ?? null
}

/** Retries once: a stalled machine may render the page again. */
async function readCachedDigest(...args: Parameters<typeof readDigest>): Promise<string> {
  await expect.poll(async () => [args[1], await readDigest(...args)]).not.toContain(null)
  return (await readDigest(...args)) ?? ""
}

async function firstProductId(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active order by name limit 1")
  return product?.id ?? ""
}

test("strangers share public pages without personal data, and a signed-in visitor gets their own", async ({
  context,
  request,
  shop,
}) => {
  const id = await firstProductId(shop)
  for (const path of [...cachedPaths, `/product/${id}`, `/manual/${id}`, `/embed/${id}`])
    await readCachedDigest(request, shop.url + path)
  for (const path of [...otherPaths, `/book/${id}`])
    expect([path, await readDigest(request, shop.url + path)]).toEqual([path, null])

  const catalogue = `${shop.url}/catalog`
  const digest = await readCachedDigest(request, catalogue)
  const [one, other] = [await request.get(catalogue), await request.get(catalogue)]
  expect(one.headers()["x-request-id"]).not.toBe(other.headers()["x-request-id"])
  expect(one.headers()["content-security-policy"]).toMatch(/script-src 'self'( 'sha256-[\w+/]{43}=')+;/)
  expect(one.headers()).not.toHaveProperty("set-cookie")
  const page = await one.text()
  expect(page).not.toContain("nonce=")
  expect(page).not.toContain(one.headers()["x-request-id"])
  expect((await request.get(catalogue, { headers: { "if-none-match": `"${digest}` } })).status()).toBe(304)

  // An answer about cookies changes the page, and the page after it is personal.
  const choices = [`11.${Math.floor(Date.now() / 1000)}`, `00.${Math.floor(Date.now() / 1000) - 5_000}`]
  const answered = await Promise.all(
    choices.map((choice) => readCachedDigest(request, catalogue, { cookie: `cookiePreferences=${choice}` })),
  )
  expect(new Set(answered).size).toBe(1)
  expect(answered[0]).not.toBe(digest)
  expect(
    await readDigest(request, `${shop.url}/legal/cookies`, { cookie: `cookiePreferences=${choices[0]}` }),
  ).toBeNull()
  for (const cookie of ["guinguette.session_token=x", "guinguette.wanted=%2Fadmin", "guinguette.second_step=x"])
    expect([cookie, await readDigest(request, catalogue, { cookie })]).toEqual([cookie, null])
  await readCachedDigest(request, catalogue, { cookie: "guinguette.device=x; other=1" })

  await shop.admit(context)
  const own = await context.request.get(catalogue)
  expect([own.headers()["etag"], (await own.text()).includes("Déconnexion")]).toEqual([undefined, true])
  const stranger = await request.get(catalogue)
  expect([stranger.headers()["etag"] === undefined, (await stranger.text()).includes("Déconnexion")]).toEqual([
    false,
    false,
  ])
})

test("a change by the owner or a customer is visible in both processes within a quarter of a second", async ({
  request,
  shop,
}) => {
  const id = await firstProductId(shop)
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
    const cachedDigests = (path: string) => Promise.all(processes.map((each) => readCachedDigest(request, each + path)))
    const digests = (path: string) => Promise.all(processes.map((each) => readDigest(request, each + path)))
    const changes: [string, string, string][] = [
      ["/catalog", `/product/${id}`, `update products set name = 'Miroir à remous' where id = '${id}'`],
      [
        `/product/${id}`,
        `/product/${id}`,
        `insert into occupancy (unit_id, product_id, during, kind) select units.id, product_id, rental_range(current_date + step, current_date + step, 0), 'repair' from units, generate_series(0, 60) step where product_id = '${id}' on conflict do nothing`,
      ],
      ["/faq", "/faq", "update faq_entries set question = question || ' Vraiment ?'"],
      ["/", "/legal/cgv", "update site_config set company_name = 'Les Flonflons'"],
    ]
    for (const [one, another, change] of changes) {
      const before = [await cachedDigests(one), await cachedDigests(another)].flat()
      await shop.sql(change)
      await new Promise((resolve) => setTimeout(resolve, 250))
      const after = [await digests(one), await digests(another)]
      const stale = after.flat().filter((digest) => digest !== null && before.includes(digest))
      expect([change, stale]).toEqual([change, []])
    }
  } finally {
    await other.stop()
  }
})
