import { createHash, randomBytes, randomUUID } from "node:crypto"
import type { APIRequestContext, APIResponse } from "@playwright/test"
import { UNSAFE_decodeViaTurboStream as decode } from "react-router"
import { type Shop, expect, test } from "../harness/shop.ts"
import { administer } from "../harness/cluster.ts"
import { nastyNames } from "../nasty-names.ts"

type Person = { id: string; name: string; email: string; cookie: string }

/** Somebody who is signed in, and has been a customer for longer than a minute. */
async function somebody(shop: Shop, name: string, { role = "user", phone = "+33612345678" } = {}): Promise<Person> {
  const [id, token] = [randomUUID(), randomBytes(18).toString("hex")]
  const email = `${id}@exemple.example`
  await shop.sql(
    `with account as (insert into users (id, name, email, email_verified) values ($1, $2, $3, true) returning id),
       profile as (insert into profiles (id, name, email, role, phone, created_at)
         select id, $2, $3, $4, $5, now() - interval '1 day' from account)
     insert into sessions (token_digest, user_id, expires_at) select $6, id, now() + interval '7 days' from account`,
    [id, name, email, role, phone, createHash("sha256").update(token).digest("base64url")],
  )
  return { id, name, email, cookie: `guinguette.session_token=${token}` }
}

/** So many lines in their cart, of a day that nothing is held for. */
async function fillCart(shop: Shop, { id }: Person, lines: number): Promise<void> {
  await shop.sql(
    `with cart as (insert into carts (user_id, expires_at) values ($1, now() + interval '30 minutes') returning id)
     insert into cart_items (cart_id, product_id, dates)
     select cart.id, (select id from products where is_active limit 1), array['2031-06-12'::date]
     from cart, generate_series(1, $2) line`,
    [id, lines],
  )
}

/** Ours, of no meaning: whoever has it besides gets their page rendered. */
const rendered = "guinguette.other=1"
const accepted = () => `cookiePreferences=11.${Math.floor(Date.now() / 1000) - 60}`

type Page = { html: string; shown: unknown; headers: Record<string, string> }

async function ask(request: APIRequestContext, url: string, ...cookies: string[]): Promise<APIResponse> {
  const answer = await request.get(url, {
    headers: { cookie: cookies.join("; "), "user-agent": "Mozilla/5.0 Firefox/140.0" },
  })
  expect([url, answer.status()]).toEqual([url, 200])
  return answer
}

/** What an answer says, its number and the nonce of its scripts apart; the data of its scripts as they read it. */
async function read(answer: APIResponse): Promise<Page> {
  const [text, headers] = [await answer.text(), answer.headers()]
  const requestId = headers["x-request-id"] ?? ""
  const [, nonce = ""] = /'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "") ?? []
  const isPage = headers["content-type"]?.startsWith("text/html")
  const inScript = /(?<=streamController\.enqueue\()".*?"(?=\);<\/script>)/
  const [script = ""] = isPage ? (inScript.exec(text) ?? []) : [JSON.stringify(text)]
  if (isPage) expect(nonce).toHaveLength(24)
  const said = String(JSON.parse(script))
  expect(text.split(requestId).length - 1).toBeLessThanOrEqual(1)
  const html = isPage ? text.replace(inScript, "").replaceAll(nonce, "NONCE") : ""
  return { html, shown: await dataOf(said, requestId), headers: shared(headers) }
}

type Seen = Record<string, unknown> | null

/** Who a page, or its data, says is signed in; a page says in its header what its scripts know. */
function seenIn({ html, shown }: Page): Seen {
  const data = shown as { loaderData?: { root: { visitor: Seen } }; root?: { data: { visitor: Seen } } }
  const visitor = data.loaderData?.root.visitor ?? data.root?.data.visitor ?? null
  if (data.loaderData) {
    expect(html.includes("Déconnexion")).toBe(visitor !== null)
    expect(html.includes(`<span>${String(visitor?.["name"])}</span>`)).toBe(visitor !== null)
    expect(html.includes('href="/admin"')).toBe(visitor?.["isAdmin"] === true)
    expect(/Panier \((\d+)\)/.exec(html)?.[1] ?? "0").toBe(String(visitor?.["cartLines"] ?? 0))
  }
  return visitor
}

/** What the router's script makes of it, without what depends on the moment. */
async function dataOf(text: string, requestId: string): Promise<unknown> {
  const { value } = await decode(new Blob([text]).stream(), globalThis as unknown as Window)
  return JSON.parse(JSON.stringify(value), (key, each: unknown) => {
    if (key === "since") return "SINCE"
    if (key === "requestId") return each === requestId ? "ID" : each
    if (key === "endsInSeconds") return typeof each === "number" && each > 604_000 && each <= 604_800 ? "SOON" : each
    return each
  })
}

/** Of the headers, those that are no answer's own. */
function shared({ date: _date, ...headers }: Record<string, string>): Record<string, string> {
  const policy = headers["content-security-policy"]?.replace(/'nonce-[^']+'/, "'nonce-NONCE'")
  return {
    ...headers,
    "x-request-id": "ID",
    "content-length": "",
    ...(policy && { "content-security-policy": policy }),
  }
}

/** How many answers of pages were filled in, and how many rendered for one visitor. */
async function counts(request: APIRequestContext, shop: Shop): Promise<{ filled: number; rendered: number }> {
  const text = await (await request.get(`${shop.url}/metrics`)).text()
  const count = (making: string) =>
    Number(new RegExp(`guinguette_page_answers\\{making="${making}"\\} (\\d+)`).exec(text)?.[1])
  return { filled: count("filled"), rendered: count("rendered") }
}

/** All that `work` asks for must be filled in; a machine that stood still for a moment may have rendered it, and is asked again. */
async function areFilled(request: APIRequestContext, shop: Shop, work: () => Promise<number>): Promise<void> {
  const tries = 5
  for (let time = 1; time <= tries; time++) {
    const before = await counts(request, shop)
    const asked = await work()
    const after = await counts(request, shop)
    const made = [after.filled - before.filled, after.rendered - before.rendered]
    if (made[0] === asked && made[1] === 0) return
    if (time === tries) expect(made).toEqual([asked, 0])
  }
}

async function productOf(shop: Shop): Promise<string> {
  const [product] = await shop.sql<{ id: string }>("select id from products where is_active order by name limit 1")
  return product?.id ?? ""
}

const pages = (product: string) => [
  "/",
  "/?date=2031-06-12",
  "/catalog",
  "/catalog?date=2031-06-12",
  "/book",
  "/faq",
  "/services",
  "/about",
  "/sitemap",
  "/legal/cgv",
  "/legal/privacy",
  "/legal/cookies",
  `/manual/${product}`,
  `/product/${product}`,
  `/product/${product}?mois=2031-06`,
]
const dataPath = (path: string) => path.replace(/^\/(?=$|\?)/, "/_").replace(/^[^?]+/, (found) => `${found}.data`)

test.describe("a page that is filled in", () => {
  test("is the one that is rendered for that person, its data too, whatever they are called", async ({
    request,
    shop,
  }) => {
    test.setTimeout(300_000)
    const product = await productOf(shop)
    const wanted: [string, Person, ...string[]][] = []
    const customer = await somebody(shop, `Zoé "l'Étoile" & <Fils>`)
    const [one, three] = [await somebody(shop, "Une"), await somebody(shop, "Trois")]
    await fillCart(shop, one, 1)
    await fillCart(shop, three, 3)
    const owner = await somebody(shop, "Lila", { role: "admin" })
    for (const path of pages(product))
      for (const person of [customer, three, owner])
        for (const each of [path, dataPath(path)]) wanted.push([each, person, ...(path === "/faq" ? [accepted()] : [])])
    const withoutPhone = await somebody(shop, "Paul", { phone: "" })
    for (const person of [one, withoutPhone]) wanted.push(["/catalog", person])
    wanted.push([`${dataPath("/catalog")}?_routes=site%2Fcatalog%2Froute`, customer])
    wanted.push([`${dataPath(`/product/${product}`)}?_routes=root`, customer])
    for (const name of nastyNames) {
      const person = await somebody(shop, name)
      for (const path of ["/catalog", `/product/${product}`, dataPath("/catalog")]) wanted.push([path, person])
    }

    // A few at a time: the count of what was filled in is asked of the server.
    for (let begin = 0; begin < wanted.length; begin += 12) {
      const some = wanted.slice(begin, begin + 12)
      const expected: Page[] = []
      for (const [path, { cookie }, ...more] of some)
        expected.push(await read(await ask(request, shop.url + path, cookie, ...more, rendered)))
      await areFilled(request, shop, async () => {
        for (const [index, [path, { cookie }, ...more]] of some.entries())
          expect(await read(await ask(request, shop.url + path, cookie, ...more))).toEqual(expected[index])
        return some.length
      })
    }
  })

  test("is nobody else's: two people and a stranger, two hundred questions among each other", async ({
    request,
    shop,
  }) => {
    const product = await productOf(shop)
    const people = [await somebody(shop, "Camille Aubépine"), await somebody(shop, "Basile Troène")]
    const paths = ["/", "/catalog", "/faq", `/product/${product}`, "/catalog.data", "/_.data"]
    const before = await counts(request, shop)
    const answers: { person: Person | undefined; text: string; headers: Record<string, string> }[] = []
    // Twelve at once: what nobody has asked for yet is made while the others wait for it.
    let asked = 0
    const visitor = async () => {
      while (asked < 200) {
        const index = asked++
        const person = people[index % 3]
        const path = paths[Math.floor(index / 3) % paths.length]
        const answer = await ask(request, `${shop.url}${path}`, ...(person ? [person.cookie] : []))
        answers.push({ person, text: await answer.text(), headers: answer.headers() })
      }
    }
    await Promise.all(Array.from({ length: 12 }, visitor))
    for (const { person, text, headers } of answers) {
      const named = people.filter(({ name, email, id }) => [name, email, id].some((each) => text.includes(each)))
      expect(named).toEqual(person ? [person] : [])
      expect(text).not.toMatch(/m[0-9a-f]{40}|\b[12]\d{14}\b/)
      if (person) expect([headers["etag"], headers["cache-control"]?.startsWith("private")]).toEqual([undefined, true])
    }
    expect(new Set(answers.map(({ headers }) => headers["x-request-id"])).size).toBe(200)
    const nonces = answers.flatMap(
      ({ headers }) => /'nonce-[^']+'/.exec(headers["content-security-policy"] ?? "") ?? [],
    )
    expect(new Set(nonces).size).toBe(nonces.length)
    expect((await counts(request, shop)).filled - before.filled).toBeGreaterThan(100)
  })

  test("shows what has become of session, person and cart on the very next request", async ({ request, shop }) => {
    const product = await productOf(shop)
    for (const path of ["/catalog", "/catalog.data"]) {
      const person = await somebody(shop, "Camille Aubépine")
      const seen = async (): Promise<Seen> => seenIn(await read(await ask(request, shop.url + path, person.cookie)))
      const filled = async () => {
        const found: Seen[] = []
        await areFilled(request, shop, async () => found.push(await seen()) && 1)
        for (const each of found) expect(each).toEqual(found[0])
        return found[0]
      }
      const change = (statement: string) => shop.sql(statement, [person.id])
      const as = { name: "Camille Aubépine", isAdmin: false, cartLines: 0 }
      await seen()
      expect(await filled()).toMatchObject(as)

      await change("update profiles set name = 'Camille Troène' where id = $1")
      const named = { ...as, name: "Camille Troène" }
      expect(await filled()).toMatchObject(named)
      await fillCart(shop, person, 2)
      expect(await seen()).toMatchObject({ ...named, cartLines: 2 })
      expect(await filled()).toMatchObject({ ...named, cartLines: 2 })
      await change(
        "delete from cart_items where id in (select cart_items.id from cart_items join carts on carts.id = cart_id where user_id = $1 limit 1)",
      )
      expect(await filled()).toMatchObject({ ...named, cartLines: 1 })
      await change("delete from cart_items where cart_id in (select id from carts where user_id = $1)")
      expect(await filled()).toMatchObject(named)

      await change("update profiles set role = 'admin' where id = $1")
      expect(await seen()).toMatchObject({ ...named, isAdmin: true })
      expect(await filled()).toMatchObject({ ...named, isAdmin: true })
      await change("update profiles set role = 'user' where id = $1")
      expect(await filled()).toMatchObject(named)

      // More than such values stands in their page: it is rendered.
      const other = await somebody(shop, "Basile Troène")
      await shop.sql("insert into shared_accounts (owner_id, shared_with_id, permissions) values ($1, $2, '{view}')", [
        other.id,
        person.id,
      ])
      expect(await seen()).toMatchObject({ ...named, others: [{ name: "Basile Troène" }] })
      await change("delete from shared_accounts where shared_with_id = $1")
      expect(await filled()).toMatchObject({ ...named, others: [] })

      await change("update users set disabled_at = now() where id = $1")
      expect(await seen()).toBeNull()
      await change("update users set disabled_at = null where id = $1")
      expect(await filled()).toMatchObject(named)
      await change("update sessions set expires_at = now() - interval '1 second' where user_id = $1")
      expect(await seen()).toBeNull()
      await change("update sessions set expires_at = now() + interval '7 days' where user_id = $1")
      expect(await filled()).toMatchObject(named)
      const out = await request.post(`${shop.url}/deconnexion`, {
        headers: { cookie: person.cookie, origin: shop.url },
        maxRedirects: 0,
      })
      expect(out.status()).toBe(303)
      expect(await seen()).toBeNull()
    }

    // What they hold is free for them, and taken for others.
    const [holder, other] = [await somebody(shop, "Camille"), await somebody(shop, "Basile")]
    const url = `${shop.url}/product/${product}?date=2027-06-12`
    const isFree = async ({ cookie }: Person) => {
      const text = await (await ask(request, url, cookie)).text()
      expect([text.includes("Disponible le"), text.includes("Pris le")].filter(Boolean)).toHaveLength(1)
      return text.includes("Disponible le")
    }
    expect([await isFree(holder), await isFree(other)]).toEqual([true, true])
    await shop.sql(
      `with cart as (insert into carts (user_id, expires_at) values ($1, now() + interval '30 minutes') returning id)
       insert into occupancy (product_id, unit, day, kind, cart_id, hold_ends_at)
       select $2, unit, '2027-06-12', 'hold', cart.id, now() + interval '30 minutes' from cart, generate_series(1, 9) unit`,
      [holder.id, product],
    )
    expect([await isFree(holder), await isFree(other)]).toEqual([true, false])
    await areFilled(request, shop, async () => (await isFree(other), 1))
    const before = await counts(request, shop)
    await isFree(holder)
    expect((await counts(request, shop)).rendered - before.rendered).toBe(1)
  })

  test("is rendered for whoever it says more of, and is never what is kept for the day without a database", async ({
    request,
    shop,
  }) => {
    const person = await somebody(shop, "Camille Aubépine")
    // A page that was filled in counts as one that was rendered, for whoever accepts it; the owner's never do.
    const owner = await somebody(shop, "Lila", { role: "admin" })
    await shop.restart()
    await shop.sql("delete from page_views")
    for (const { cookie } of [person, owner])
      for (const more of [[], [rendered], []]) await ask(request, `${shop.url}/about`, cookie, accepted(), ...more)
    await shop.restart()
    expect(await shop.sql("select page, sum(views) as views from page_views group by page")).toEqual([
      { page: "/about", views: 3 },
    ])
    for (const path of ["/", "/legal/cgv"]) await ask(request, shop.url + path, person.cookie)
    await areFilled(request, shop, async () => {
      for (const path of ["/", "/legal/cgv"]) await ask(request, shop.url + path, person.cookie)
      return 2
    })
    const before = await counts(request, shop)
    for (const path of ["/contact", "/newsletter", "/contact.data"])
      expect(await (await ask(request, shop.url + path, person.cookie)).text()).toContain(person.email)
    const after = await counts(request, shop)
    expect([after.filled - before.filled, after.rendered - before.rendered]).toEqual([0, 3])

    const [database] = await shop.sql<{ name: string }>("select current_database() as name")
    await administer(process.env["TEST_CLUSTER_URL"] ?? "", async (client) => {
      await client.query(`alter database ${database?.name} allow_connections false`)
      await client.query("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [
        database?.name,
      ])
    })
    try {
      for (const path of ["/", "/legal/cgv"])
        expect([path, (await request.get(shop.url + path)).status()]).toEqual([path, 503])
    } finally {
      await administer(process.env["TEST_CLUSTER_URL"] ?? "", (client) =>
        client.query(`alter database ${database?.name} allow_connections true`),
      )
    }
  })

  test("is given up as any other where the database does not answer what it asks", async ({ request, shop }) => {
    const person = await somebody(shop, "Camille Aubépine")
    const locked = shop.sql("do $$ begin lock table products in access exclusive mode; perform pg_sleep(9); end $$")
    await expect
      .poll(() =>
        shop.sql(
          "select 1 from pg_locks where relation = 'products'::regclass and mode = 'AccessExclusiveLock' and granted",
        ),
      )
      .toHaveLength(1)
    await shop.forgetPages()
    const asked = [person.cookie, `${person.cookie}; ${rendered}`].map((cookie) =>
      request.get(`${shop.url}/catalog`, { headers: { cookie } }),
    )
    expect((await Promise.all(asked)).map((answer) => answer.status())).toEqual([503, 503])
    await locked
    await ask(request, `${shop.url}/catalog`, person.cookie)
  })

  test("says nobody's name any more to whoever goes back to it after they have signed out", async ({ page, shop }) => {
    const person = await somebody(shop, "Camille Aubépine")
    const [name = "", value = ""] = person.cookie.split("=")
    await page.context().addCookies([{ name, value, url: shop.url }])
    await page.goto(`${shop.url}/catalog`)
    await expect(page.locator(".site-account summary")).toHaveText(person.name)
    await page.goto(`${shop.url}/deconnexion`)
    await page.getByRole("main").getByRole("button", { name: "Se déconnecter" }).click()
    await expect(page.getByRole("banner").getByRole("link", { name: "Connexion" }).first()).toBeVisible()
    await page.goBack()
    // Whoever is signed out has nothing to do there and is led on, to where Back leads further back.
    await expect(page).toHaveURL(`${shop.url}/`)
    await page.goBack()
    await expect(page).toHaveURL(`${shop.url}/catalog`)
    // Sooner than an open page looks by itself.
    await expect(page.getByText(person.name)).toHaveCount(0, { timeout: 15_000 })
  })

  test("wakes up in a browser, and its scripts are those that its policy allows", async ({ page, request, shop }) => {
    const person = await somebody(shop, `Zoé "l'Étoile" </script> & <Fils>`)
    const [name = "", value = ""] = person.cookie.split("=")
    await page.context().addCookies([{ name, value, url: shop.url }])
    const complaints: string[] = []
    page.on("console", (message) => message.type() !== "info" && complaints.push(message.text()))
    page.on("pageerror", (error) => complaints.push(error.message))
    const product = await productOf(shop)
    for (const path of ["/catalog", `/product/${product}`]) await ask(request, shop.url + path, person.cookie)
    await areFilled(request, shop, async () => {
      await page.goto(`${shop.url}/catalog`)
      await page.locator(".site-account summary").click()
      await expect(page.getByRole("button", { name: "Déconnexion" }).first()).toBeVisible()
      await expect(page.locator(".site-account summary")).toHaveText(person.name)
      await page.locator(`main a[href^="/product/${product}"]`).first().click()
      await expect(page.getByRole("heading", { name: "Disponibilités" })).toBeVisible()
      await expect(page.locator(".site-account summary")).toHaveText(person.name)
      await page.goto(`${shop.url}/product/${product}`)
      await expect(page.locator(".site-account summary")).toHaveText(person.name)
      return 3
    })
    expect(complaints).toEqual([])
  })
})
