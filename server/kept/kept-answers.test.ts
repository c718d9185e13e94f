import { AsyncLocalStorage } from "node:async_hooks"
import type { IncomingMessage } from "node:http"
import { type AddressInfo, type Socket, connect, createServer } from "node:net"
import { sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import type { ProfileId } from "../../domain/id.ts"
import { makeProduct, withoutTriggers } from "../../tests/factories.ts"
import { db, pool, transaction } from "../database.server.ts"
import { log } from "../log.ts"
import { faqEntries } from "../schema/content.ts"
import { keptAddresses } from "./addresses.ts"
import type { Kept } from "./declaration.ts"
import { type KeptAnswers, type Wish, keepAnswers } from "./kept-answers.ts"
import { headersOfPage, markedPage } from "./marked-page.fixture.ts"
import type { OwnValues, Shape } from "./marks.ts"
import { marksOfRendering } from "./reading.ts"
import { patient } from "../../tests/harness/patient.ts"

/** What the shop promises: a request that begins so long after a commit sees it. */
const SEEN_WITHIN_MS = 250

type Page = { path: string; kept: Kept; isOfSite?: boolean; show(params: { id: string }): Promise<Response> }

let rendered: Record<string, number> = {}
const open: KeptAnswers[] = []

const text = (body: unknown, init: ResponseInit = {}) =>
  new Response(String(body), { headers: { "content-type": "text/plain; charset=utf-8" }, ...init })

async function value(statement: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await db.execute<{ value: string | null }>(statement)
  return String(rows[0]?.value ?? "")
}

const questions: Page = {
  path: "faq",
  kept: { reads: ["faq_entries"] },
  show: async () =>
    text(await value(sql`select string_agg(question, ',' order by question) as value from faq_entries`)),
}
const calendar: Page = {
  path: "product/:id",
  kept: { reads: ["products/:id", "occupancy/:id"] },
  show: async ({ id }) =>
    text(
      await value(sql`
        select name || ' ' || (select count(*) from occupancy where product_id = products.id
          and (hold_ends_at is null or hold_ends_at > ${new Date().toISOString()}::timestamptz)) as value
        from products where id = ${id}`),
    ),
}

/** The same as a page of the site, which says who is signed in. */
const framed: Page = {
  path: "machine/:id",
  kept: { ...calendar.kept, marked: [] },
  isOfSite: true,
  async show(params) {
    const shown = await (await calendar.show(params)).text()
    const values = marksOfRendering()?.values
    if (!values) return text(shown)
    return new Response(markedPage(values, shown), { headers: headersOfPage(values) })
  },
}

/** What is kept of each shop before its pages are asked for. */
const readyAlone = 1
const ready: Page = { path: "ready", kept: { reads: [] }, show: () => Promise.resolve(text("")) }

/** A process's kept answers, over pages that say what they read, once it hears what changes. */
async function shopOf(pages: readonly Page[], connectionString?: string): Promise<KeptAnswers> {
  const routes = Object.fromEntries(
    [...pages, ready].map(({ path, kept, isOfSite }) => [
      path,
      { id: path, path, module: { kept, loader: () => null, ...(isOfSite && { default: () => null }) } },
    ]),
  )
  const shop = keepAnswers({
    addressOf: keptAddresses({ routes } as never),
    async render({ url }) {
      const { pathname } = new URL(url)
      rendered[pathname] = (rendered[pathname] ?? 0) + 1
      const page = [...pages, ready].find(({ path }) => path.split("/")[0] === pathname.split("/")[1])
      return page ? page.show({ id: pathname.split("/")[2] ?? "" }) : text("", { status: 500 })
    },
    ...(connectionString && { connectionString }),
  })
  open.push(shop)
  await vi.waitFor(() => expect(shop.make(wish(shop, "/ready"))).resolves.not.toBeNull(), { timeout: 10_000 })
  rendered = {}
  return shop
}

function requestFor(url: string, headers: Record<string, string>, method = "GET"): IncomingMessage {
  const rawHeaders = Object.entries({ host: "boutique.example", ...headers }).flat()
  return { method, url, rawHeaders } as unknown as IncomingMessage
}

function wish(shop: KeptAnswers, url: string, headers: Record<string, string> = {}): Wish {
  const found = shop.wishOf(requestFor(url, headers))
  if (!found) throw new Error(`${url} is not kept`)
  return found
}

/** What a request gets: null when it is answered the ordinary way. */
async function ask(shop: KeptAnswers, url: string): Promise<string | null> {
  const wanted = wish(shop, url)
  const answer = shop.find(wanted) ?? (await shop.make(wanted))?.answer ?? null
  return answer?.to(undefined, undefined)?.body?.toString() ?? null
}

const customer = { isAdmin: false, phoneMissing: false, hasCart: false }
const camille: OwnValues = {
  userId: "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f" as ProfileId,
  name: "Camille",
  email: "camille@exemple.example",
  endsInSeconds: 604_800,
  cartLines: 0,
  requestId: "7d9c36e5",
  nonce: "bm9uY2U=",
}

function ownWish(shop: KeptAnswers, url: string, cookie = "guinguette.session_token=abc") {
  return shop.ownWishOf(requestFor(url, { cookie }))
}

/** What somebody gets who is signed in: what their page shows, and whose holds it takes for taken. Null: it is rendered. */
async function askSignedIn(shop: KeptAnswers, url: string, shape: Shape = customer): Promise<string | null> {
  const wanted = ownWish(shop, url)
  const found = wanted && (shop.findFillable(wanted, shape) ?? (await shop.makeFillable(wanted, shape)))
  const page = found?.template.pageOf(camille).toString() ?? null
  const [, name, shown] = /<b>(.*?)<\/b>.*<p>(.*?)<\/p>/.exec(page ?? "") ?? []
  if (page !== null && (name !== "Camille" || page !== markedPage(camille, shown))) throw new Error(page)
  return shown ?? null
}

const isKept = (shop: KeptAnswers, url: string) => shop.find(wish(shop, url)) !== null

const occupy = (id: string, day: string) =>
  transaction((tx) =>
    tx.execute(sql`insert into occupancy (product_id, unit, day, kind) values (${id}, 1, ${day}, 'block')`),
  )

/** Asks until it is kept: a machine that stands still for a moment must ask again what has changed. */
async function expectKept(shop: KeptAnswers, url: string): Promise<void> {
  await vi.waitFor(async () => {
    await ask(shop, url)
    expect(isKept(shop, url)).toBe(true)
  }, patient)
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

beforeEach(async () => {
  rendered = {}
  await db.execute(sql`delete from faq_entries`)
})
afterEach(async () => {
  vi.useRealTimers()
  await Promise.all(open.splice(0).map((shop) => shop.stop()))
})

const question = (slug: string) => ({ slug, theme: "prix", question: slug, answer: "Oui." })

describe("a page that anybody sees alike", () => {
  test("is rendered once for a hundred who ask for it at once", async () => {
    const shop = await shopOf([questions])
    await db.insert(faqEntries).values(question("a"))
    const answers = await Promise.all(Array.from({ length: 100 }, () => ask(shop, "/faq")))
    expect(new Set(answers)).toEqual(new Set(["a"]))
    expect(rendered).toEqual({ "/faq": 1 })
    await expectKept(shop, "/faq")
  })

  test("is rendered by itself after a change, and nothing older is shown meanwhile", async () => {
    const shop = await shopOf([questions])
    expect(await ask(shop, "/faq")).toBe("")
    await db.insert(faqEntries).values(question("b"))
    await vi.waitFor(() => expect(rendered).toEqual({ "/faq": 2 }), patient)
    expect(await ask(shop, "/faq")).toBe("b")
    expect(rendered).toEqual({ "/faq": 2 })
  })

  test("is dropped by a change of what it shows, and by no other", async () => {
    const shop = await shopOf([questions, calendar])
    const [one, other] = [await makeProduct({ name: "Un" }), await makeProduct({ name: "Deux" })]
    const paths = ["/faq", `/product/${one.id}`, `/product/${other.id}`]
    for (const path of paths) await ask(shop, path)
    await occupy(one.id, "2027-06-12")
    await vi.waitFor(async () => expect(await ask(shop, `/product/${one.id}`)).toBe("Un 1"), patient)
    expect(await ask(shop, `/product/${other.id}`)).toBe("Deux 0")
    await db.execute(sql`update products set name = 'Trois' where id = ${other.id}`)
    await vi.waitFor(async () => expect(await ask(shop, `/product/${other.id}`)).toBe("Trois 0"), patient)
    expect(rendered).toEqual({ "/faq": 1, [`/product/${one.id}`]: 2, [`/product/${other.id}`]: 2 })
  })
})

describe("a page is compressed as well as can be", () => {
  const long: Page = { path: "faq/:id", kept: { reads: [] }, show: ({ id }) => Promise.resolve(text(id.repeat(2_000))) }
  const etag = (shop: KeptAnswers, url: string) => String(shop.find(wish(shop, url))?.to("br", undefined)?.headFor("1"))

  test("once somebody has asked for it again, and not for one visitor alone", async () => {
    const shop = await shopOf([long])
    for (const url of ["/faq/once", "/faq/again"]) await ask(shop, url)
    await expectKept(shop, "/faq/again")
    await vi.waitFor(() => expect(etag(shop, "/faq/again")).toContain('-br+"'), patient)
    await vi.waitFor(() => expect(etag(shop, "/faq/once")).toContain('-br"'), patient)
  })
})

describe("nothing older than the promise is shown", () => {
  /** Asks without end; remembers when each question began and what it got. */
  async function load(shops: readonly KeptAnswers[], id: string, until: () => boolean) {
    const seen: { began: number; got: number }[] = []
    const visitor = async (shop: KeptAnswers, isSignedIn: boolean) => {
      while (!until()) {
        const began = performance.now()
        const got = isSignedIn ? await askSignedIn(shop, `/machine/${id}`) : await ask(shop, `/product/${id}`)
        if (got !== null) seen.push({ began, got: Number(got.split(" ")[1]) })
        await pause(Math.random() * 4)
      }
    }
    await Promise.all(shops.flatMap((shop) => Array.from({ length: 6 }, (_, index) => visitor(shop, index % 2 === 0))))
    return seen
  }

  test("write, commit, ask: under load, by two processes, also while one cannot hear", async () => {
    const wire = await openWire()
    const shops = [await shopOf([calendar, framed]), await shopOf([calendar, framed], wire.url)]
    const { id } = await makeProduct({ name: "Miroir" })
    const commits: { at: number; count: number }[] = []
    let isOver = false
    const asking = load(shops, id, () => isOver)
    for (let count = 1; count <= 24; count++) {
      await occupy(id, `2027-06-${String(count).padStart(2, "0")}`)
      commits.push({ at: performance.now(), count })
      if (count === 6)
        await db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name like 'guinguette bell %' and datname = current_database()`)
      // Silence, without a word that the connection is gone.
      if (count === 12) wire.isSilent = true
      if (count === 18) wire.isSilent = false
      await pause(60 + Math.random() * 120)
    }
    await pause(SEEN_WITHIN_MS)
    isOver = true
    const seen = await asking
    for (const shop of shops)
      await vi.waitFor(
        async () =>
          expect([await ask(shop, `/product/${id}`), await askSignedIn(shop, `/machine/${id}`)]).toEqual([
            "Miroir 24",
            "Miroir 24",
          ]),
        { timeout: 10_000 },
      )
    wire.close()
    const stale = seen.filter(({ began, got }) =>
      commits.some(({ at, count }) => began >= at + SEEN_WITHIN_MS && got < count),
    )
    expect(stale).toEqual([])
    // They are kept, and not merely rendered for each.
    for (const path of [`/product/${id}`, `/machine/${id}`]) expect(rendered[path]).toBeLessThan(seen.length / 4)
  })

  test("a transaction that commits after others that began later is heard of", async () => {
    const shop = await shopOf([questions])
    const late = await pool.connect()
    await late.query("begin")
    await late.query("insert into faq_entries (slug, theme, question, answer) values ('tard', 'prix', 'tard', 'Oui.')")
    await db.insert(faqEntries).values(question("avant"))
    expect(await ask(shop, "/faq")).toBe("avant")
    await pause(150)
    expect(await ask(shop, "/faq")).toBe("avant")
    await late.query("commit")
    late.release()
    await pause(SEEN_WITHIN_MS)
    expect(await ask(shop, "/faq")).toBe("avant,tard")
  })

  test("while a process cannot hear, nothing kept is shown; afterwards what is true by then", async () => {
    const wire = await openWire()
    const shop = await shopOf([questions], wire.url)
    expect(await ask(shop, "/faq")).toBe("")
    await expectKept(shop, "/faq")
    wire.isSilent = true
    await pause(SEEN_WITHIN_MS)
    expect(isKept(shop, "/faq")).toBe(false)
    expect(await ask(shop, "/faq")).toBeNull()
    await db.insert(faqEntries).values(question("c"))
    wire.isSilent = false
    await vi.waitFor(async () => expect(await ask(shop, "/faq")).toBe("c"), { timeout: 10_000 })
    wire.close()
  })

  test("what changes while a page is rendered is not kept out of it", async () => {
    let isSlow = true
    const page: Page = {
      ...questions,
      async show(params) {
        const answer = await questions.show(params)
        if (isSlow) {
          isSlow = false
          await db.insert(faqEntries).values(question("pendant"))
          await pause(SEEN_WITHIN_MS)
        }
        return answer
      },
    }
    const shop = await shopOf([page])
    // Whoever asked before the change gets what there was.
    expect([await ask(shop, "/faq"), await ask(shop, "/faq")]).toEqual(["", "pendant"])
  })

  test("a hold that ends by the clock gives its day back without a write", async () => {
    const shop = await shopOf([calendar])
    const { id } = await makeProduct({ name: "Borne" })
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-06-01T10:00:00Z") })
    await holdUntil(id, new Date("2027-06-01T10:30:00Z"))
    expect(await ask(shop, `/product/${id}`)).toBe("Borne 1")
    await expectKept(shop, `/product/${id}`)
    vi.setSystemTime(new Date("2027-06-01T10:29:59Z"))
    await expectKept(shop, `/product/${id}`)
    vi.setSystemTime(new Date("2027-06-01T10:30:00Z"))
    expect(isKept(shop, `/product/${id}`)).toBe(false)
    expect(await ask(shop, `/product/${id}`)).toBe("Borne 0")
  })

  test("with the day's turn in Paris everything is rendered anew", async () => {
    const shop = await shopOf([questions])
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2027-06-01T21:59:00Z") })
    await expectKept(shop, "/faq")
    vi.setSystemTime(new Date("2027-06-01T22:00:00Z"))
    expect(isKept(shop, "/faq")).toBe(false)
  })

  test("a write that rings no bell is seen by nobody: it is the bell that the others heard", async () => {
    const shop = await shopOf([questions])
    expect(await ask(shop, "/faq")).toBe("")
    await withoutTriggers(
      sql`insert into faq_entries (slug, theme, question, answer) values ('s', 'prix', 's', 'Oui.') returning slug`,
    )
    await pause(SEEN_WITHIN_MS)
    expect(await ask(shop, "/faq")).toBe("")
    expect(rendered).toEqual({ "/faq": 1 })
  })
})

describe("what cannot be proven fresh is shown and not kept", () => {
  const flawed: Record<string, Page["show"]> = {
    "reads what it does not declare": async () =>
      text(await value(sql`select count(*)::text as value from testimonials`)),
    writes: async () =>
      text(
        await value(
          sql`insert into faq_entries (slug, theme, question, answer) values ('d', 'prix', 'd', 'd') returning slug as value`,
        ),
      ),
    "runs a transaction": () => transaction(async () => text("")),
    "shows that something failed": async () => {
      await db.execute(sql`select 1 / 0 from faq_entries`).catch(() => null)
      return text("")
    },
    "was warned of": async () => {
      log.warn("A picture could not be read")
      return text("")
    },
  }

  test.each(Object.entries(flawed))("a page that %s", async (_, show) => {
    const shop = await shopOf([{ ...questions, show: async (params) => (await questions.show(params), show(params)) }])
    expect(await ask(shop, "/faq")).not.toBeNull()
    expect(isKept(shop, "/faq")).toBe(false)
    expect(shop.size().answers).toBe(readyAlone)
  })

  test("what is asked for by no host, or by another method, is not answered by what is kept", async () => {
    const shop = await shopOf([])
    for (const request of [
      requestFor("/ready", { host: "bou tique" }),
      requestFor("/ready", { host: "boutique.example:99999" }),
      requestFor("/ready", {}, "POST"),
    ])
      expect(shop.wishOf(request)).toBeNull()
    expect(shop.wishOf(requestFor("/ready", {}, "HEAD"))).not.toBeNull()
  })

  test("an answer that gives a cookie, redirects or fails is made for each visitor", async () => {
    for (const init of [{ headers: { "set-cookie": "a=b" } }, { status: 302 }, { status: 503 }]) {
      const shop = await shopOf([{ ...questions, show: () => Promise.resolve(text("", init)) }])
      expect(await ask(shop, "/faq")).toBeNull()
    }
  })

  test("a product that there is not fills nothing", async () => {
    const shop = await shopOf([{ ...calendar, show: () => Promise.resolve(text("Introuvable", { status: 404 })) }])
    for (let each = 0; each < 5; each++) expect(await ask(shop, `/product/a${each}`)).toBe("Introuvable")
    expect(shop.size().answers).toBe(readyAlone)
  })
})

describe("a page of somebody who is signed in", () => {
  test("is filled in where another of its kind is not there", async () => {
    const { id } = await makeProduct({ name: "Miroir" })
    const show: Page["show"] = async (params) =>
      params.id === missing ? text("Introuvable", { status: 404 }) : framed.show(params)
    const shop = await shopOf([{ ...framed, show }])
    expect(await askSignedIn(shop, `/machine/${missing}`)).toBeNull()
    expect(await askSignedIn(shop, `/machine/${id}`)).toBe("Miroir 0")
  })

  test("is rendered once for all of one shape who ask for it at once, and apart from each of them", async () => {
    const scope = new AsyncLocalStorage<string>()
    const scopes: unknown[] = []
    const shop = await shopOf([{ ...framed, show: (params) => (scopes.push(scope.getStore()), framed.show(params)) }])
    const { id } = await makeProduct({ name: "Miroir" })
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        scope.run(`session ${index}`, () => askSignedIn(shop, `/machine/${id}`)),
      ),
    )
    expect(new Set(answers)).toEqual(new Set(["Miroir 0"]))
    expect(rendered).toEqual({ [`/machine/${id}`]: 1 })
    for (const shape of [{ isAdmin: true }, { hasCart: true }, { phoneMissing: true }])
      expect(shop.findFillable(ownWish(shop, `/machine/${id}`)!, { ...customer, ...shape })).toBeNull()
    expect(scopes).toEqual([undefined])
    expect(await ask(shop, `/machine/${id}`)).toBe("Miroir 0")
    expect(rendered).toEqual({ [`/machine/${id}`]: 2 })
  })

  test("is dropped by what it shows, says whose holds it counts, and is made again when somebody asks", async () => {
    const shop = await shopOf([framed])
    const [one, other] = [await makeProduct({ name: "Un" }), await makeProduct({ name: "Deux" })]
    for (const { id } of [one, other]) await askSignedIn(shop, `/machine/${id}`)
    expect(shop.findFillable(ownWish(shop, `/machine/${one.id}`)!, customer)?.taken).toBe(one.id)
    await occupy(one.id, "2027-06-12")
    await vi.waitFor(async () => expect(await askSignedIn(shop, `/machine/${one.id}`)).toBe("Un 1"), patient)
    expect(await askSignedIn(shop, `/machine/${other.id}`)).toBe("Deux 0")
    expect(rendered).toEqual({ [`/machine/${one.id}`]: 2, [`/machine/${other.id}`]: 1 })
  })

  test("is asked for by a session alone, and by GET", async () => {
    const shop = await shopOf([framed, calendar])
    const asked = (url: string, headers: Record<string, string>, method = "GET") =>
      shop.ownWishOf(requestFor(url, headers, method)) !== null
    const session = "guinguette.session_token=abc"
    expect(asked("/machine/1", { cookie: session })).toBe(true)
    expect(asked("/machine/1", { cookie: `guinguette.device=x; ${session}; other=1` })).toBe(true)
    for (const cookie of ["", "other=1", `${session}; guinguette.wanted=x`, `${session}; guinguette.second_step=x`])
      expect([cookie, asked("/machine/1", { cookie })]).toEqual([cookie, false])
    expect(asked("/machine/1", { cookie: session, authorization: "Bearer x" })).toBe(false)
    expect(asked("/machine/1", { cookie: session, host: "bou tique" })).toBe(false)
    for (const method of ["POST", "HEAD"]) expect(asked("/machine/1", { cookie: session }, method)).toBe(false)
    expect(asked("/product/1", { cookie: session })).toBe(false)
    expect(shop.wishOf(requestFor("/machine/1", { cookie: session }))).toBeNull()
  })

  test("is rendered for them where it says more of them than it declares, and is not tried again", async () => {
    const greeting: Page = {
      ...framed,
      show: async () => {
        const values = marksOfRendering()?.values
        if (!values) return text("")
        return new Response(markedPage(values, `Bonjour <b>${values.name}</b>`), { headers: headersOfPage(values) })
      },
    }
    const shop = await shopOf([greeting])
    for (let time = 0; time < 3; time++) expect(await askSignedIn(shop, "/machine/1")).toBeNull()
    expect(rendered).toEqual({ "/machine/1": 1 })
    expect(shop.size().answers).toBe(readyAlone)
  })

  const flawed: Record<string, Page["show"]> = {
    "reads what it does not declare": async () => {
      await value(sql`select count(*)::text as value from testimonials`)
      return framed.show({ id: missing })
    },
    "gives a cookie": async () => {
      const answer = await framed.show({ id: missing })
      answer.headers.set("set-cookie", "a=b")
      return answer
    },
    "is not there": () => Promise.resolve(text("Introuvable", { status: 404 })),
    fails: () => Promise.resolve(text("", { status: 500 })),
  }
  test.each(Object.entries(flawed))("is rendered for them when it %s", async (_, show) => {
    const shop = await shopOf([{ ...framed, show }])
    for (let time = 1; time <= 2; time++) {
      expect(await askSignedIn(shop, `/machine/${missing}`)).toBeNull()
      expect(rendered).toEqual({ [`/machine/${missing}`]: time })
    }
    expect(shop.size().answers).toBe(readyAlone)
  })

  test("that was made while something of it changed is of whoever asked before, and not kept", async () => {
    const [begun, changed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slow: Page = {
      ...framed,
      async show(params) {
        const answer = await framed.show(params)
        begun.resolve()
        await changed.promise
        return answer
      },
    }
    const { id } = await makeProduct({ name: "Borne" })
    const shop = await shopOf([slow])
    const first = askSignedIn(shop, `/machine/${id}`)
    await begun.promise
    await occupy(id, "2027-06-12")
    await pause(SEEN_WITHIN_MS)
    changed.resolve()
    expect([await first, await askSignedIn(shop, `/machine/${id}`)]).toEqual(["Borne 0", "Borne 1"])
  })
})

const missing = "00000000-0000-4000-8000-000000000000"

async function holdUntil(productId: string, endsAt: Date): Promise<void> {
  await db.execute(sql`
    with owner as (insert into profiles (id, email, name) values (gen_random_uuid(), gen_random_uuid() || '@exemple.example', 'Lila') returning id),
      cart as (insert into carts (user_id, expires_at) select id, ${endsAt.toISOString()} from owner returning id)
    insert into occupancy (product_id, unit, day, kind, cart_id, hold_ends_at)
    select ${productId}, 1, '2027-06-12', 'hold', id, ${endsAt.toISOString()} from cart`)
}

/** A way to the database that can go silent as a pulled cable does: open, and nothing comes. */
async function openWire() {
  const target = new URL(process.env["DATABASE_URL"] ?? "")
  const sockets = new Set<Socket>()
  const wire = { isSilent: false, url: "", close: () => {} }
  const server = createServer((near) => {
    const host = target.searchParams.get("host") ?? target.hostname
    const port = Number(target.port || 5432)
    const far = host.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on("data", (bytes: Buffer) => void (wire.isSilent || to.write(bytes)))
      from.on("error", () => to.destroy())
      from.on("close", () => to.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const url = new URL(target)
  url.searchParams.delete("host")
  url.hostname = "127.0.0.1"
  url.port = String((server.address() as AddressInfo).port)
  wire.url = url.href
  wire.close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return wire
}
