import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import * as adminFile from "../../app/admin/quotes/order/route.ts"
import { catchThrown, routeArgs } from "../accounts/browser.ts"
import { freshDatabase } from "../harness/database.ts"
import { clearJobs, readMailOrders } from "../harness/jobs.ts"
import { hours, shopWithTemplate } from "../contracts/signing.ts"
import { makeSentQuote, quoteNow } from "../sent-quotes.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { certificatePdf as pdf } from "../../server/bookings/insurance/certificate.fixture.ts"
import { db, transaction } from "../../server/platform/database.server.ts"
import { blackPng } from "../../server/platform/images/pictures.fixture.ts"
import { profiles, users } from "../../server/platform/schema/accounts.ts"
import { quotes } from "../../server/platform/schema/quotes.ts"
import { storage } from "../../server/platform/storage/current.server.ts"
import { listHandedInOrders } from "../../server/reports/data-exports/gather.ts"
import { createShowLink } from "../../server/quotes/answer.ts"
import { deleteQuotes } from "../../server/quotes/delete-quotes.ts"
import { listQuotesToFollowUp } from "../../server/quotes/list-quotes.ts"
import { openQuote } from "../../server/quotes/open-quote.ts"
import { ORDER_BUCKET, handInOrder, openOrder } from "../../server/quotes/order-file.ts"

beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  await shopWithTemplate()
  for (const path of await stored()) await (await storage()).remove(ORDER_BUCKET, path)
})

const at = hours(1)
const stored = async () => (await (await storage()).list(ORDER_BUCKET)).map(({ path }) => path)

test("an order waits for the owner, changes no state, and the second file replaces the first", async () => {
  const { secret, quote } = await makeSentQuote()
  expect(await handInOrder(secret, pdf, at)).toEqual({ ok: true, value: null })
  const [first] = await stored()
  expect(await handInOrder(secret, blackPng(20, 20), hours(2))).toEqual({ ok: true, value: null })
  const current = await quoteNow(quote.id)
  expect(current).toMatchObject({ state: "sent", orderType: "image/jpeg", orderReceivedAt: hours(2) })
  expect(await stored()).toEqual([current.orderKey])
  expect(current.orderKey).not.toBe(first)
  expect((await openOrder(current))?.type).toBe("image/jpeg")
  expect(await openQuote(secret, hours(3))).toMatchObject({ ok: true, value: { state: "sent" } })
  expect(await readMailOrders("quote-answered-owner")).toHaveLength(1)
  const acts = await db.execute(sql`select action from recorded_events where action = 'quote.order-received'`)
  expect(acts.rows).toHaveLength(2)
  expect(await listQuotesToFollowUp(hours(2), 5)).toMatchObject({ count: 1, items: [{ followUp: "order-received" }] })
  await transaction((tx) => deleteQuotes(tx, sql`select ${quote.id}::uuid as id`))
  expect(await stored()).toEqual([])
})

test("a link to show, an ended quote and a file that is no order store nothing", async () => {
  const { secret, quote } = await makeSentQuote()
  const showLink = await createShowLink({ secret, at })
  if (!showLink.ok) throw new Error(showLink.error.kind)
  expect(await handInOrder(showLink.value, pdf, at)).toMatchObject({ ok: false, error: { kind: "shows-only" } })
  expect(await handInOrder(secret, new TextEncoder().encode("<script>"), at)).toMatchObject({
    error: { kind: "file", problem: "not-readable" },
  })
  expect(await handInOrder(secret, pdf, new Date("2027-06-02T00:00:00Z"))).toMatchObject({
    error: { kind: "ended", state: "expired" },
  })
  await db.update(quotes).set({ state: "withdrawn" }).where(eq(quotes.id, quote.id))
  expect(await handInOrder(secret, pdf, at)).toMatchObject({ error: { kind: "ended", state: "withdrawn" } })
  expect(await stored()).toEqual([])
  expect(await readMailOrders("quote-answered-owner")).toEqual([])
})

test("only administrators download an order, as an attachment; its reader's data include it", async () => {
  const { secret, quote } = await makeSentQuote()
  await handInOrder(secret, pdf, at)
  const elena = await signedUp({ name: "Elena", email: "elena@exemple.fr", password: "le bal du 14 juillet" })
  const file = async () =>
    adminFile.loader((await routeArgs(new Request(elena.request), { number: quote.number })) as never)
  expect(await catchThrown(file)).not.toBeUndefined()
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, "elena@exemple.fr"))
  const response = await file()
  expect(response.headers.get("content-disposition")).toBe(`attachment; filename="bon-de-commande-${quote.number}.pdf"`)
  expect(response.headers.get("x-content-type-options")).toBe("nosniff")
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(pdf)
  const [user] = await db.select().from(users).where(eq(users.email, "elena@exemple.fr"))
  if (!user) throw new Error("Nobody signed up")
  expect(await listHandedInOrders(user.id)).toEqual([])
  await db.update(quotes).set({ userId: user.id, name: null, email: null }).where(eq(quotes.id, quote.id))
  expect(await listHandedInOrders(user.id)).toMatchObject([{ number: quote.number }])
})
