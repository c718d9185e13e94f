import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { withRentals } from "../booking-record/rentals.ts"
import type { BookingId } from "../../domain/id.ts"
import {
  hours,
  contractAt,
  signingForm,
  minutes,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { makeCustomer, now, withoutTriggers } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { signContract } from "../contracts/sign.ts"
import { listAccountDocuments } from "../accounts/customers/documents.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { images } from "../platform/schema/content.ts"
import { readBookingPage } from "./booking-page.ts"
import { previewWithdrawal } from "./withdraw.ts"
import { OWN_PAGE_SIZE, listOwnBookings } from "./own-list.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"

beforeEach(freshDatabase)

const readPage = async (id: BookingId, at: Date) => {
  const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
  if (!row) throw new Error("There is no such booking")
  return readBookingPage(await withRentals(row), at)
}

test("each booking in the list matches its own page, at every state", async () => {
  const camille = await shopWithTemplate()
  const { elena, booking, contract, secret } = await makeSentContract(camille)
  const bothAt = async (at: Date) => {
    const [listed] = (await listOwnBookings(elena.id, 1, at)).rows
    return [listed?.next, (await readPage(booking.id, at)).journey.next] as const
  }
  for (const [at, kind] of [
    [minutes(1), "sign"],
    [hours(49), "ended"],
  ] as const) {
    const [listed, ownPage] = await bothAt(at)
    expect(listed).toEqual(ownPage)
    expect(listed?.kind).toBe(kind)
  }
  expect((await listAccountDocuments(elena.id, 1)).rows).toMatchObject([
    { kind: "contract", booking: booking.number, version: 1, signed: false },
  ])
  expect((await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))).ok).toBe(true)
  const [listed, ownPage] = await bothAt(hours(2))
  expect(listed).toEqual(ownPage)
  expect(listed).toMatchObject({ kind: "pay", amount: 7_500 })
  expect((await listAccountDocuments(elena.id, 1)).rows).toMatchObject([{ signed: true, at: hours(1) }])
  expect(await listAccountDocuments((await makeCustomer()).id, 1)).toMatchObject({ rows: [], total: 0 })
})

test("each booking has the picture of its product, if there is one @C-bookings-user", async () => {
  const camille = await shopWithTemplate()
  const { elena, booking } = await makeSentContract(camille)
  const readPicture = async () => (await listOwnBookings(elena.id, 1, now)).rows[0]?.picture
  expect(await readPicture()).toBeNull()
  const url = "/files/products/1795884308742-9181114f05a13811.jpg"
  const file = { bucket: "products", path: "1795884308742-9181114f05a13811.jpg", mimetype: "image/jpeg" }
  await db.insert(images).values({
    url,
    ...file,

    size: 1,
    width: 1200,
    height: 900,
    widths: [480],
    placeholder: "",
  })
  await db.update(products).set({ imageUrl: url, imageAlt: "Une cabine" }).where(eq(products.id, booking.productId))
  expect(await readPicture()).toMatchObject({ alt: "Une cabine", width: 1200, height: 900 })
})

test("two hundred bookings appear page by page, each once, and a page too far is the last", async () => {
  const camille = await shopWithTemplate()
  const { elena, booking } = await makeSentContract(camille)
  await withoutTriggers(sql`
    insert into bookings (user_id, product_id, dates, first_day, last_day, returns_on, status, product_name, total, is_delivery, address, idempotency_key, answer_due_at, requested_at, price_lines, created_at)
    select user_id, product_id, dates, first_day, last_day, returns_on, 'refused', product_name, total, is_delivery, address, gen_random_uuid(), answer_due_at, requested_at, price_lines, created_at
    from bookings, generate_series(1, 199) where bookings.id = ${booking.id}`)
  const numbersSoFar = new Set<number>()
  const first = await listOwnBookings(elena.id, 1, now)
  expect([first.total, first.pages, first.rows.length]).toEqual([200, 20, OWN_PAGE_SIZE])
  for (let page = 1; page <= first.pages; page++)
    for (const { number } of (await listOwnBookings(elena.id, page, now)).rows) numbersSoFar.add(number)
  expect(numbersSoFar.size).toBe(200)
  expect((await listOwnBookings(elena.id, 99, now)).page).toBe(20)
})

test("changing the client type after signing neither adds nor removes a consumer's rights", async () => {
  const camille = await shopWithTemplate()
  for (const [before, after] of [
    ["business", "individual"],
    ["individual", "business"],
  ] as const) {
    const { elena, booking, secret } = await makeSentContract(camille, { clientType: before })
    const contract = await contractAt(booking.id, 1)
    expect((await signContract({ by: "link", secret }, signingForm(contract), visit, hours(1))).ok).toBe(true)
    const rightNow = async () => (await previewWithdrawal(ownAccountParty(elena), booking.id, hours(2))).ok
    const right = await rightNow()
    expect(right).toBe(before === "individual")
    await db.update(profiles).set({ clientType: after }).where(eq(profiles.id, elena.id))
    expect(await rightNow()).toBe(right)
  }
})
