import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { loader } from "../../app/machine/calendar-feed.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { MAX_FEEDS } from "../../domain/calendar/feed.ts"
import type { Day } from "../../domain/day.ts"
import type { ProfileId } from "../../domain/id.ts"
import type { RouteArgs } from "../accounts/browser.ts"
import { makeAccountHolder, makeAdministrator, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { digestOf } from "../../server/platform/secrets/secret-token.ts"
import { endOtherSessions } from "../../server/accounts/auth/open-sessions.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { type Visitor, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { moveBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { blockDays } from "../../server/availability/block.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { holdDays } from "../../server/bookings/cart/hold.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { pseudonymise } from "../../server/jobs/retention/pseudonymise.ts"
import { changeRole } from "../../server/bookings/shifts/edit-person.ts"
import { profiles, signInSettings, users } from "../../server/platform/schema/accounts.ts"
import { calendarFeeds } from "../../server/platform/schema/calendar-feeds.ts"
import {
  listAccountFeeds,
  createAccountFeed,
  createShopFeed,
  revokeFeed,
  listShopFeeds,
} from "../../server/outside/calendar-feeds/manage.ts"
import { readFeed } from "../../server/outside/calendar-feeds/read.ts"
import { readMailOrders } from "../harness/jobs.ts"

const at = new Date("2027-05-01T09:00:00Z")
const june12 = "2027-06-12" as Day
const june13 = "2027-06-13" as Day

async function makeVisitor(id: ProfileId): Promise<Visitor> {
  const visitor = await readVisitor(requestFrom({ setCookies: await openSession(db, id, requestFrom(), new Date()) }))
  if (!visitor) throw new Error("Nobody is signed in")
  return visitor
}

async function administrator() {
  const admin = await makeAdministrator("Camille")
  await db.insert(users).values({ id: admin.id, name: admin.name, email: admin.email, emailVerified: true })
  return { kind: "administrator" as const, id: admin.id, name: admin.name }
}

const everything = { name: "", productId: null, shows: [], namesPeople: false } as const

/** Unfolds the feed's lines (RFC 5545, 3.1). */
async function readFeedText(token: string, when = at): Promise<string> {
  const read = await readFeed(token, when)
  if (!read.ok) throw new Error(read.error.kind)
  return read.value.file.replace(/\r\n[ \t]/g, "")
}

const eventTitles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)$/gm)].map(([, title = ""]) => title.trim())

async function readToken(made: Promise<Awaited<ReturnType<typeof createShopFeed>>>): Promise<string> {
  const result = await made
  if (!result.ok) throw new Error(result.error.kind)
  return result.value.token
}

beforeEach(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings({
    warehouseStreet: "3 rue du Port",
    warehouseZipCode: "94340",
    warehouseCity: "Joinville-le-Pont",
  })
})

describe("the feed of an account", () => {
  test("the feed shows its own bookings with their state, and nobody else's", async () => {
    const product = await makeProduct({ name: "Photomaton bois", stock: 3 })
    const [claire, paul] = [await makeAccountHolder(), await makeAccountHolder()]
    const placed = await placeBooking({
      party: ownAccountParty(claire),
      order: makeOrder(product.id, [june12, june13]),
      at,
    })
    await placeBooking({ party: ownAccountParty(paul), order: makeOrder(product.id, [june12]), at })
    if (!placed.ok) throw new Error("Not placed")
    const token = await readToken(createAccountFeed(await makeVisitor(claire.id), "Mon téléphone", at))
    const feed = await readFeedText(token)
    expect(eventTitles(feed)).toEqual(["Photomaton bois (demande)"])
    expect(feed).toContain("STATUS:TENTATIVE")
    expect(feed).toContain("DTSTART;VALUE=DATE:20270612")
    expect(feed).toContain("DTEND;VALUE=DATE:20270614")
    expect(feed).toContain("LOCATION:3 rue du Port\\, 94340 Joinville-le-Pont")
    expect(feed).toContain("NAME:Mon téléphone")
    const moved = await moveBooking({
      actor: await administrator(),
      id: placed.value.booking.id,
      move: { from: "pending", to: "confirmed" },
      at,
    })
    expect(moved.ok).toBe(true)
    const confirmed = await readFeedText(token)
    expect(eventTitles(confirmed)).toEqual(["Photomaton bois"])
    expect(confirmed).toContain("STATUS:CONFIRMED")
  })

  test("the feed leaves out an expired request, whatever job ran", async () => {
    const product = await makeProduct()
    const claire = await makeAccountHolder()
    await placeBooking({ party: ownAccountParty(claire), order: makeOrder(product.id, [june12]), at })
    const token = await readToken(createAccountFeed(await makeVisitor(claire.id), "", at))
    expect(eventTitles(await readFeedText(token))).toHaveLength(1)
    expect(eventTitles(await readFeedText(token, new Date("2027-06-11T22:00:00Z")))).toHaveLength(0)
  })

  test("the feed ends with the account, when the account is disabled, and when it is revoked", async () => {
    const [claire, paul, inès] = [await makeAccountHolder(), await makeAccountHolder(), await makeAccountHolder()]
    const tokens = []
    for (const { id } of [claire, paul, inès])
      tokens.push(await readToken(createAccountFeed(await makeVisitor(id), "", at)))
    const [ofClaire = "", ofPaul = "", ofInès = ""] = tokens
    await pseudonymise(claire.id, at, sql`select id from profiles`)
    expect(await readFeed(ofClaire, at)).toMatchObject({ error: { kind: "unknown" } })
    await db.update(users).set({ disabledAt: at }).where(eq(users.id, paul.id))
    expect(await readFeed(ofPaul, at)).toMatchObject({ error: { kind: "unknown" } })
    const [own] = await listAccountFeeds(inès.id)
    const feed = own?.id ?? ("" as never)
    await revokeFeed({ kind: "customer", id: paul.id, name: paul.name }, "account", feed, at)
    expect((await readFeed(ofInès, at)).ok).toBe(true)
    await revokeFeed({ kind: "customer", id: inès.id, name: inès.name }, "account", feed, at)
    expect(await readFeed(ofInès, at)).toMatchObject({ error: { kind: "unknown" } })
  })

  test("the feed is announced to the confirmed address, and to no other", async () => {
    for (const emailVerified of [false, true]) {
      const { id } = await makeAccountHolder({ emailVerified })
      await readToken(
        createAccountFeed(await makeVisitor(id), emailVerified ? "Mon téléphone" : "Celui d’une autre", at),
      )
    }
    await readToken(createShopFeed(await administrator(), everything, at))
    const mails = (await readMailOrders<{ access: string }>("access-added")).map(({ data }) => data)
    expect(mails.toSorted((one, other) => (one.access < other.access ? -1 : 1))).toMatchObject([
      { access: "account-calendar", called: "Mon téléphone" },
      { access: "shop-calendar", called: "" },
    ])
  })

  test("the feed ends with the sessions that a new password or its person ends", async () => {
    const claire = await makeAccountHolder()
    const visitor = await makeVisitor(claire.id)
    const token = await readToken(createAccountFeed(visitor, "", at))
    await endOtherSessions(visitor)
    expect(await readFeed(token, at)).toMatchObject({ error: { kind: "unknown" } })
  })

  test("the feed's name is one line of text", async () => {
    const claire = await makeAccountHolder()
    const text = await readFeedText(
      await readToken(createAccountFeed(await makeVisitor(claire.id), "Moi, toi; \r\nURL:x", at)),
    )
    expect(text).toContain("NAME:Moi\\, toi\\;  URL:x")
    expect(text).not.toMatch(/^URL:/m)
  })

  test("the feed is stored as a digest, ten at most, even with twelve at once", async () => {
    const claire = await makeAccountHolder()
    const visitor = await makeVisitor(claire.id)
    const made = await Promise.all(Array.from({ length: 12 }, () => createAccountFeed(visitor, "", at)))
    expect(made.filter(({ ok }) => ok)).toHaveLength(MAX_FEEDS)
    const token = made.flatMap((each) => (each.ok ? [each.value.token] : []))[0] ?? ""
    const rows = await db.select().from(calendarFeeds)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows.map(({ tokenDigest }) => tokenDigest)).toContain(digestOf(token))
  })
})

describe("the feed of the shop", () => {
  test("the feed names people only where that was chosen", async () => {
    const product = await makeProduct({ name: "Photomaton bois" })
    const claire = await makeAccountHolder()
    await db.update(profiles).set({ name: "Claire Dupont", phone: "06 12 34 56 78" }).where(eq(profiles.id, claire.id))
    await placeBooking({
      party: ownAccountParty({ ...claire, name: "Claire Dupont" }),
      order: makeOrder(product.id, [june12], { isDelivery: true }),
      at,
    })
    const editor = await administrator()
    const without = await readFeedText(await readToken(createShopFeed(editor, everything, at)))
    expect(without).not.toMatch(/Dupont|06 12 34|quai de la Marne/)
    expect(without).toContain("LOCATION:Nogent-sur-Marne")
    const names = await readFeedText(await readToken(createShopFeed(editor, { ...everything, namesPeople: true }, at)))
    expect(eventTitles(names)[0]).toContain("Claire Dupont")
    expect(names).toContain("06 12 34 56 78")
    expect(names).toContain("12 quai de la Marne")
  })

  test("the feed shows one product, and holds, preparation and closed days as chosen", async () => {
    const product = await makeProduct({ name: "Photomaton bois", stock: 2, preparationDaysBefore: 1 })
    const other = await makeProduct({ name: "Borne" })
    const claire = await makeAccountHolder()
    await placeBooking({ party: ownAccountParty(claire), order: makeOrder(product.id, [june12]), at })
    await placeBooking({ party: ownAccountParty(claire), order: makeOrder(other.id, [june12]), at })
    const rented = await readProductForRent(product.id)
    if (!rented) throw new Error("Not for rent")
    const held = await holdDays({ party: ownAccountParty(claire), product: rented, days: ["2027-06-20" as Day], at })
    expect(held.ok).toBe(true)
    const editor = await administrator()
    await blockDays(
      editor,
      { productId: product.id, days: ["2027-07-01" as Day, "2027-07-02" as Day], reason: "Révision" },
      at,
    )
    const plain = eventTitles(
      await readFeedText(await readToken(createShopFeed(editor, { ...everything, productId: product.id }, at))),
    )
    expect(plain).toHaveLength(1)
    expect(plain[0]).toMatch(/^Photomaton bois\\, n°.*\(demande\)$/)
    const all = await readFeedText(
      await readToken(createShopFeed(editor, { ...everything, shows: ["holds", "preparation", "blocks"] }, at)),
    )
    expect(
      eventTitles(all)
        .map((title) => title.replace(/[ \u00a0]?:.*/, "").replace(/\\,.*/, ""))
        .sort(),
    ).toEqual(["Borne", "Fermé", "Gardé par un panier", "Photomaton bois", "Préparation"].sort())
    expect(all).toContain("DTSTART;VALUE=DATE:20270701")
    expect(all).toContain("DTEND;VALUE=DATE:20270703")
    // The cart's hold has ended.
    expect(
      eventTitles(
        await readFeedText(
          await readToken(createShopFeed(editor, { ...everything, shows: ["holds"] }, at)),
          new Date(at.getTime() + 3_600_000),
        ),
      ),
    ).not.toContain("Gardé par un panier")
  })

  test("the feed ends once its maker is no administrator, and pauses while they are suspended", async () => {
    const [editor, boss] = [await administrator(), await administrator()]
    const token = await readToken(createShopFeed(editor, everything, at))
    expect((await readFeed(token, at)).ok).toBe(true)
    await db.update(users).set({ passwordRenewalDue: true }).where(eq(users.id, editor.id))
    expect(await readFeed(token, at)).toMatchObject({ error: { kind: "unknown" } })
    await db.update(users).set({ passwordRenewalDue: false }).where(eq(users.id, editor.id))
    await db.update(signInSettings).set({ secondFactorRoles: ["admin"] })
    expect(await readFeed(token, at)).toMatchObject({ error: { kind: "unknown" } })
    await db.update(signInSettings).set({ secondFactorRoles: [] })
    expect((await readFeed(token, at)).ok).toBe(true)
    expect((await changeRole(boss, editor.id, "user", at)).ok).toBe(true)
    expect((await changeRole(boss, editor.id, "admin", at)).ok).toBe(true)
    expect(await readFeed(token, at)).toMatchObject({ error: { kind: "unknown" } })
  })

  test("every administrator sees and ends the feed", async () => {
    const [editor, boss] = [await administrator(), await administrator()]
    const token = await readToken(createShopFeed(editor, everything, at))
    const [listed] = await listShopFeeds()
    expect(listed?.madeBy).toBe("Camille")
    await revokeFeed(boss, "shop", listed?.id ?? ("" as never), at)
    expect(await readFeed(token, at)).toMatchObject({ error: { kind: "unknown" } })
  })

  test("the feed gives the reason of closed days only with the names", async () => {
    const product = await makeProduct()
    const editor = await administrator()
    await blockDays(editor, { productId: product.id, days: [june12], reason: "Mariage Dupont" }, at)
    const blocks = { ...everything, shows: ["blocks"] } as const
    expect(await readFeedText(await readToken(createShopFeed(editor, blocks, at)))).not.toContain("Dupont")
    expect(await readFeedText(await readToken(createShopFeed(editor, { ...blocks, namesPeople: true }, at)))).toContain(
      "Dupont",
    )
  })
})

describe("the address of a feed", () => {
  const ask = async (file: string, headers: Record<string, string> = {}) => {
    const request = new Request(`http://localhost:3000/calendar/${file}`, { headers })
    return loader({ request, params: { file } } as RouteArgs & { params: { file: string } } as never)
  }

  test("the address serves a private calendar, and 304 while nothing changes", async () => {
    const claire = await makeAccountHolder()
    const token = await readToken(createAccountFeed(await makeVisitor(claire.id), ""))
    const first = await ask(`${token}.ics`)
    expect(first.status).toBe(200)
    expect(first.headers.get("content-type")).toBe("text/calendar; charset=utf-8")
    expect(first.headers.get("cache-control")).toContain("private")
    expect(await first.text()).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0/)
    const etag = first.headers.get("etag") ?? ""
    expect((await ask(`${token}.ics`, { "if-none-match": `W/${etag}` })).status).toBe(304)
    const product = await makeProduct()
    await placeBooking({ party: ownAccountParty(claire), order: makeOrder(product.id, [june12]), at })
    expect((await listAccountFeeds(claire.id))[0]?.readAt).not.toBeNull()
  })

  test("the address is 404 when unknown, and 429 for a calendar that polls too often", async () => {
    expect((await ask("rien.ics")).status).toBe(404)
    expect((await ask(`${"0".repeat(36)}.ics`)).status).toBe(404)
    const claire = await makeAccountHolder()
    const token = await readToken(createAccountFeed(await makeVisitor(claire.id), ""))
    let last = await ask(`${token}.ics`)
    for (let time = 0; time < 65 && last.status === 200; time++) last = await ask(`${token}.ics`)
    expect(last.status).toBe(429)
    expect(Number(last.headers.get("retry-after"))).toBeGreaterThan(0)
  })
})
