import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import * as checkDates from "../../app/machine/check-dates.ts"
import * as cart from "../../app/site/cart/route.tsx"
import * as checkout from "../../app/site/checkout/route.tsx"
import * as wizard from "../../app/site/booking/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { deleteAllAccounts, requestFrom } from "../../server/accounts/auth/accounts.fixture.ts"
import { openSession } from "../../server/accounts/auth/sessions.ts"
import { actingAccountId, readVisitor } from "../../server/accounts/auth/visitor.ts"
import { addToCart } from "../../server/bookings/cart/add.ts"
import { readCart } from "../../server/bookings/cart/read.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles, sharedAccounts } from "../../server/platform/schema/accounts.ts"
import { bookingDrafts, bookings } from "../../server/platform/schema/bookings.ts"
import { unitDays } from "../unit-days.ts"
import { startActingFor } from "../../server/accounts/sharing/act-for.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { makeAccountHolder, makeFinanceSettings, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

const day = addDays(dayInParis(new Date()), 90)
const later = addDays(day, 3)
const address = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }

beforeEach(async () => {
  await freshDatabase()
  await deleteAllAccounts()
  await makeFinanceSettings()
})

/** Paul acts for Claire, who has a line in her cart. */
async function actingForClaire() {
  const [claire, paul] = [await makeAccountHolder(), await makeAccountHolder()]
  await db.insert(sharedAccounts).values({ ownerId: claire.id, sharedWithId: paul.id, permissions: ["view", "book"] })
  const request = requestFrom({ setCookies: await openSession(db, paul.id, requestFrom(), new Date()) })
  const visitor = await readVisitor(request)
  if (!visitor || !(await startActingFor(visitor, claire.id))) throw new Error("He acts for nobody")
  const product = await readProductForRent((await makeProduct()).id)
  if (!product) throw new Error("The product is not for rent")
  const choice = { days: [day], options: [], photoPacks: 0, itemId: randomUUID() }
  const added = await addToCart(ownAccountParty(claire), product, choice, new Date())
  if (!added.ok) throw new Error(added.error.kind)
  return { claire, paul, request, product }
}

type Page = { action: (args: never) => Promise<unknown> }

async function send(page: Page, path: string, fields: Record<string, string>, from: Request) {
  const [, id] = /^\/book\/(.+)$/.exec(path) ?? []
  const answer = await page.action((await routeArgs(postRequest(path, fields, from), id ? { id } : {})) as never)
  if (answer instanceof Response) return { status: answer.status, text: "" }
  const init = answer && typeof answer === "object" && "init" in answer ? (answer.init as { status?: number }) : null
  return { status: init?.status ?? 200, text: JSON.stringify(answer) }
}

const typed = { ...address, typedAt: "1" }
const steps: Readonly<Record<string, Record<string, string>>> = {
  quote: typed,
  mode: { mode: "pickup" },
  "save-address": typed,
  address: typed,
  delivery: { mode: "pickup", lu: "" },
}

async function readDrafts(accountId: string) {
  const drafts = await db.select().from(bookingDrafts)
  const held = await db.select({ day: unitDays.day }).from(unitDays)
  const [{ street } = { street: null }] = await db
    .select()
    .from(profiles)
    .where(eq(profiles.id, accountId as never))
  return { drafts, held: held.map((row) => row.day), street, bookings: await db.$count(bookings) }
}

test("a page of one's own account writes nothing into the account acted for since in another tab", async () => {
  const { claire, paul, request, product } = await actingForClaire()
  const before = await readDrafts(claire.id)
  const book = `/book/${product.id}`
  const statuses: Record<string, number> = {}
  const explained = new Set<string>()
  const note = (name: string, { status, text }: { status: number; text: string }) => {
    statuses[name] = status
    if (text.includes("Vous avez changé de compte")) explained.add(name)
  }
  const cartId = (await readCart(claire.id, new Date()))?.id ?? ""
  for (const [intent, fields] of Object.entries(steps)) {
    const sent = { intent, ...fields, compte: paul.id }
    note(`wizard ${intent}`, await send(wizard, book, { ...sent, date: later }, request))
    note(`checkout ${intent}`, await send(checkout, "/cart/valider", { ...sent, panier: cartId }, request))
  }
  for (const intent of ["calendar", "options", "hold", "cart"])
    note(`wizard ${intent}`, await send(wizard, book, { intent, date: later, compte: paul.id }, request))
  note("cart prolonger", await send(cart, "/cart", { intent: "prolonger", compte: paul.id }, request))

  expect(Object.entries(statuses).filter(([, status]) => status !== 409)).toEqual([])
  expect(Object.keys(statuses)).toHaveLength(15)
  // Background requests have no message of their own: the form has, once it is sent.
  expect(Object.keys(statuses).filter((name) => !explained.has(name))).toEqual([
    "wizard quote",
    "checkout quote",
    "wizard mode",
    "checkout mode",
  ])
  expect(await readDrafts(claire.id)).toEqual(before)
})

test("values typed on the page of one account do not return on the page of another", async () => {
  const { paul, request, product } = await actingForClaire()
  const sent = { intent: "address", ...typed, compte: paul.id }
  for (const answer of [
    await send(checkout, "/cart/valider", sent, request),
    await send(wizard, `/book/${product.id}`, { ...sent, date: later }, request),
  ])
    expect(answer.text).not.toContain(address.street)
})

test("the page of the account acted for writes there, as one without the field does", async () => {
  const { claire, request, product } = await actingForClaire()
  for (const compte of [{ compte: claire.id }, {}])
    for (const [page, path] of [
      [checkout, "/cart/valider"],
      [wizard, `/book/${product.id}`],
    ] as const) {
      await db.delete(bookingDrafts)
      const { status } = await send(page, path, { intent: "quote", ...typed, ...compte }, request)
      expect(status).toBe(200)
      expect(await db.select().from(bookingDrafts)).toMatchObject([{ userId: claire.id, street: address.street }])
    }
})

test("a revoked access gives nobody the account's held days @P-share-remove", async () => {
  const { claire, request, product } = await actingForClaire()
  const isFree = async () => {
    const headers = new Headers(request.headers)
    headers.set("content-type", "application/json")
    headers.set("origin", "http://localhost:3000")
    const body = JSON.stringify({ product_id: product.id, dates: [day] })
    const pageRequest = new Request("http://localhost:3000/api/rpc/check_dates_availability", {
      method: "POST",
      headers,
      body,
    })
    const answer = await (checkDates as { action: (args: never) => Promise<Response> }).action(
      (await routeArgs(pageRequest)) as never,
    )
    const [availability] = (await answer.json()) as { is_available: boolean }[]
    return availability?.is_available
  }
  expect(actingAccountId(await readVisitor(request))).toBe(claire.id)
  expect(await isFree()).toBe(true)
  await db.delete(sharedAccounts)
  expect(actingAccountId(await readVisitor(request))).toBeNull()
  expect(await isFree()).toBe(false)
})
