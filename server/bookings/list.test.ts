import { asc, desc, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import {
  makeCustomer,
  makeOrder,
  makeProduct,
  now,
  rawLines,
  usualTerms,
  rentInsertedBookings,
} from "../../tests/factories.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { vacuum } from "../../tests/harness/vacuum.ts"
import { db, pool } from "../platform/database.server.ts"
import { PAGE_SIZE } from "../platform/pagination.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { matchesBooking } from "../booking-record/search-bookings.ts"
import { type BookingFilter, type BookingSort, bookingSorts, exportBookings, listBookings } from "./list.ts"
import { placeBooking } from "./place.ts"
import { capturePlans } from "./plans.fixture.ts"

const all: BookingFilter = { search: "", status: null, productId: null, from: null, until: null }
const byDate = { sort: "date" as BookingSort, descending: false, page: 1 }
let productId: ProductId

/** As `npm run seed -- --large` makes them: 5,000 bookings of 3,000 clients, over two years. */
beforeAll(async () => {
  productId = (await makeProduct({ name: "Photomaton bois", stock: 9 })).id
  await makeProduct({ name: "Borne" })
  await db.execute(sql`
    insert into profiles (id, email, name)
    select gen_random_uuid(), 'client-' || n || '@exemple.example', (array['Élodie','Bruno','Zoé','Chloë','Inès'])[1 + n % 5] || ' ' || (array['Lœuf','Martin','Àvila'])[1 + n % 3] || ' ' || n
    from generate_series(1, 3000) n`)
  await db.execute(sql`
    insert into bookings (user_id, product_id, dates, first_day, last_day, returns_on, status, product_name, total, is_delivery, address, idempotency_key, requested_at, answer_due_at, created_at, price_lines, agreement)
    select p.id, q.id, array[d], d, d, d, (array['pending','confirmed','confirmed','refused','cancelled'])[1 + n % 5], q.name,
      10000 + (n * 7919) % 90000, false,
      jsonb_build_object('street', n || ' rue du Bal', 'zipCode', '94130', 'city', (array['Nogent-sur-Marne','Créteil','Paris'])[1 + n % 3], 'instructions', ''),
      gen_random_uuid(), now(), now(), now() - n * interval '1 hour', ${sql.raw(rawLines("10000 + (n * 7919) % 90000"))},
      case when n % 5 in (1, 2) then ${JSON.stringify(usualTerms)}::jsonb end
    from generate_series(1, 5000) n
      cross join lateral (select date '2026-01-01' + n % 730 as d) day
      join (select id, row_number() over (order by email) as place from profiles) p on p.place = 1 + n % 3000
      join (select id, name, price, row_number() over (order by name) as place from products) q on q.place = 1 + n % 2`)
  await rentInsertedBookings()
  await vacuum(pool)
})

async function searchNumbers(search: string) {
  return (await listBookings({ ...all, search }, byDate, now)).rows
}

describe("the list of all bookings", () => {
  test("the list finds by name, mail, town and number, without accents or case", async () => {
    const customer = await makeCustomer({ name: "Maëlle Œstreich", email: "maelle@guinguette.example" })
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(productId, ["2027-06-12"], {
        address: { street: "1 rue", zipCode: "59000", city: "Saint-Étienne-du-Bois", instructions: "" },
      }),
      at: now,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    const { id, number } = placed.value.booking
    for (const search of [
      "maelle oestreich",
      "MAËLLE",
      "maelle@guinguette",
      "saint-etienne-du-bois",
      `n° ${number} maelle`,
      "oestreich 59000",
    ]) {
      expect(
        (await searchNumbers(search)).map((row) => row.id),
        search,
      ).toEqual([id])
    }
    expect((await searchNumbers(String(number))).map((row) => row.id)).toContain(id)
    expect(await searchNumbers("maelle creteil")).toEqual([])
    await db
      .update(profiles)
      .set({ name: "Madame Héloïse" })
      .where(sql`id = ${customer.id}`)
    expect((await searchNumbers("heloise")).map((row) => row.id)).toEqual([id])
    expect(await searchNumbers("oestreich")).toEqual([])
  })

  test("the list filters by status, product and period @C-bookings-product", async () => {
    const confirmed = await listBookings(
      { ...all, status: "confirmed", productId, from: "2026-03-01", until: "2026-03-31" },
      byDate,
      now,
    )
    expect(confirmed.total).toBeGreaterThan(10)
    for (const row of confirmed.rows)
      expect(row).toMatchObject({
        status: "confirmed",
        productName: "Photomaton bois",
        firstDay: expect.stringMatching(/^2026-03/),
      })
    expect((await listBookings({ ...all, productId: "1001" }, byDate, now)).total).toBe(0)
  })

  test("the list is sorted as requested, and each booking is on one page", async () => {
    const pages = await Promise.all(
      [1, 2, 3].map((page) => listBookings(all, { sort: "total", descending: true, page }, now)),
    )
    const rows = pages.flatMap((page) => page.rows)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(3 * PAGE_SIZE)
    expect(rows.map(({ total }) => total)).toEqual(rows.map(({ total }) => total).toSorted((a, b) => b - a))
    const names = (
      await listBookings({ ...all, search: "creteil" }, { sort: "client", descending: false, page: 1 }, now)
    ).rows.map(({ clientName }) => clientName)
    expect(names[0]).toMatch(/^Bruno/)
    expect((await listBookings(all, { ...byDate, page: 9_999 }, now)).page).toBe(Math.ceil(5001 / PAGE_SIZE))
  })

  test.each([
    // First a frequent term, for which PostgreSQL walks the list, then rare ones.
    ["creteil", 1_600],
    ["94130", 5_000],
    ["elodie loeuf", 300],
    ["client-77", 10],
  ])("a search for %s keeps the order of the list, on every page", async (search, atLeast) => {
    const orders = { date: bookings.firstDay, total: bookings.total, depot: bookings.createdAt }
    for (const [sort, column] of Object.entries(orders))
      for (const descending of [false, true]) {
        const by = descending ? desc : asc
        const expected = await db
          .select({ id: bookings.id })
          .from(bookings)
          .where(matchesBooking(search))
          .orderBy(by(column), by(bookings.number))
        const pages = Math.ceil(expected.length / PAGE_SIZE)
        expect(expected.length).toBeGreaterThanOrEqual(atLeast)
        for (const page of [1, 2, Math.ceil(pages / 2), pages, pages + 1]) {
          const result = await listBookings({ ...all, search }, { sort: sort as BookingSort, descending, page }, now)
          const from = (Math.min(page, pages) - 1) * PAGE_SIZE
          expect(result.rows.map(({ id }) => id)).toEqual(expected.slice(from, from + PAGE_SIZE).map(({ id }) => id))
          expect(result).toMatchObject({ total: expected.length, page: Math.min(page, pages), pages })
        }
      }
  })

  test("a search for a frequent town reads no more than its page needs", async () => {
    const order = { sort: "depot", descending: true, page: 1 } as const
    const read = async (search: string) =>
      (await capturePlans(() => listBookings({ ...all, search }, order, now), "analyze")).find((plan) =>
        plan.includes("CTE walked"),
      )
    expect(await read("creteil")).toMatch(/bookings_pkey.*\(never executed\)/)
    expect(await read("client-77")).toMatch(/bookings_pkey.*\(actual/)
  })

  test.each<[string, Partial<BookingFilter>]>([
    ["nothing", {}],
    ["a name", { search: "élodie lœuf" }],
    ["a town", { search: "créteil" }],
    ["a number", { search: "3456" }],
    ["a status", { status: "pending" }],
    ["a product", { productId: "of-the-shop" }],
    ["a month", { from: "2026-03-01", until: "2026-03-31" }],
    [
      "all at once",
      { search: "zoe", status: "confirmed", productId: "of-the-shop", from: "2026-03-01", until: "2026-05-31" },
    ],
  ])("the list filtered by %s scans no whole table of bookings, in any order", async (_, filter) => {
    const fullFilter = { ...all, ...filter, ...(filter.productId ? { productId } : {}) }
    for (const sort of bookingSorts) {
      for (const descending of [false, true]) {
        const plans = await capturePlans(() => listBookings(fullFilter, { sort, descending, page: 1 }, now))
        expect(plans).toHaveLength(2)
        for (const plan of plans) expect(plan, `${sort} ${descending}`).not.toMatch(/Seq Scan on bookings/)
      }
    }
  })
})

describe("the export of bookings", () => {
  test("the export has all the bookings of the list, however many, the newest first @R-bookings-csv @C-bookings-product", async () => {
    const rows = []
    for await (const batch of exportBookings({ ...all, search: "nogent", status: "confirmed" }, now))
      rows.push(...batch)
    expect(rows).toHaveLength(
      (await listBookings({ ...all, search: "nogent", status: "confirmed" }, byDate, now)).total,
    )
    expect(rows.map(({ number }) => number)).toEqual(rows.map(({ number }) => number).toSorted((a, b) => b - a))
    let batches = 0
    for await (const batch of exportBookings(all, now)) batches += batch.length > 0 ? 1 : 0
    expect(batches).toBe(6)
  })
})
