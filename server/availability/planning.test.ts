import { sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { capacityByDay } from "../../domain/calendar/capacity.ts"
import { type Day, addDays, eachDay } from "../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeOrder,
  makeProduct,
  now,
  rawLines,
  usualTerms,
} from "../../tests/factories.ts"
import { confirmBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { holdDays } from "../bookings/cart/hold.ts"
import { listActiveProducts, readProductForRent } from "../catalog/queries.ts"
import { db, pool, transaction } from "../platform/database.server.ts"
import { blockDays } from "./block.ts"
import { previewClosing } from "./booked-days.ts"
import {
  type Span,
  listClosedDays,
  readDailyUse,
  listOccupiedRanges,
  findPlannedBookings,
  listPlanningProducts,
  readCapacityByDay,
} from "./planning.ts"
import { readOfferedCalendars, readProductCalendars } from "./queries.ts"

const day = "2027-06-12"
const to = "2027-06-14"
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)

async function rentable(values: Parameters<typeof makeProduct>[0] = {}) {
  const product = await readProductForRent((await makeProduct(values)).id)
  if (!product) throw new Error("The product is not for rent")
  return product
}

async function book(productId: ProductId, days: Day[], name = "Lila Morel") {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name })),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  return placed.value.booking
}

describe("the planning", () => {
  test("the planning shows each unit's occupant: booking, preparation, live hold or closed day", async () => {
    const product = await rentable({ stock: 3, preparationDaysAfter: 1 })
    const booking = await book(product.id, [day])
    await holdDays({ party: ownAccountParty(await makeCustomer()), product, days: [day], at: now })
    const administrator = await makeAdministrator()
    await blockDays(
      { kind: "administrator", id: administrator.id, name: "Camille" },
      { productId: product.id, days: [to], reason: "Révision" },
      now,
    )
    const span: Span = { productIds: [product.id], from: day, to }
    const range = { start: "2027-06-12T00:00", end: "2027-06-14T00:00", rentedEnd: "2027-06-13T00:00", firstDay: day }
    expect(await listOccupiedRanges(span, now)).toMatchObject([
      { ...range, unit: 1, kind: "booking", bookingId: booking.id, lastDay: day },
      { ...range, unit: 2, kind: "hold", bookingId: null, lastDay: day },
    ])
    expect((await listOccupiedRanges(span, minutes(31))).filter(({ kind }) => kind === "hold")).toEqual([])
    expect(await listClosedDays(span)).toEqual([{ productId: product.id, day: to, reason: "Révision" }])
    expect(await readDailyUse(span, now)).toEqual([
      { productId: product.id, day, rented: 1, prepared: 0, inRepair: 0, outsideUnits: 0, held: 1 },
      { productId: product.id, day: "2027-06-13", rented: 0, prepared: 1, inRepair: 0, outsideUnits: 0, held: 1 },
    ])
    expect((await findPlannedBookings([booking.id, booking.id], now)).get(booking.id)).toMatchObject({
      number: booking.number,
      clientName: "Lila Morel",
      status: "pending",
      dates: [day],
    })
  })

  test("the counts by day equal the counts by product, whatever is booked, closed, over or removed", async () => {
    const owner = await makeAdministrator()
    const camille = { kind: "administrator" as const, id: owner.id, name: "Camille" }
    const [one, few, fewer] = [
      await rentable({ stock: 1, preparationDaysAfter: 1 }),
      await rentable({ stock: 3, preparationDaysBefore: 1 }),
      await rentable({ stock: 3 }),
    ]
    await book(one.id, [day])
    for (const days of [[day], [day, "2027-06-13"], ["2027-06-16"]] as Day[][]) await book(few.id, days)
    for (let unit = 1; unit <= 3; unit++) await book(fewer.id, ["2027-06-15"])
    await book(fewer.id, [day])
    const [homeless] = [await book(few.id, ["2027-06-14"]), await book(few.id, ["2027-06-14"])]
    await db.execute(sql`update occupancy set unit_id = null where booking_id = ${homeless.id}`)
    await db.execute(sql`update products set stock = 1 where id = ${fewer.id}`)
    await holdDays({ party: ownAccountParty(await makeCustomer()), product: few, days: ["2027-06-17"], at: now })
    for (const productId of [few.id, fewer.id])
      await blockDays(camille, { productId, days: ["2027-06-18"], reason: "Salon" }, now)
    await blockDays(camille, { productId: one.id, days: ["2027-06-18", "2027-06-19"] }, now)
    await db.execute(
      sql`insert into available_dates (product_id, date, is_available) values (${few.id}, '2027-06-16', false)`,
    )
    const requestedIds = new Set<string>([one.id, few.id, fewer.id])
    // Now, after the hold has expired, and once unanswered requests have expired.
    for (const at of [now, minutes(31), minutes(8 * 1440)])
      for (const ids of [requestedIds, new Set([few.id]), new Set([fewer.id]), new Set<string>()]) {
        const products = (await listPlanningProducts("2027-06-01")).filter(({ id }) => ids.has(id))
        const span: Span = { productIds: products.map(({ id }) => id), from: "2027-06-10", to: "2027-06-20" }
        const closed = await listClosedDays(span)
        const byProduct = capacityByDay(products, eachDay(span.from, span.to), await readDailyUse(span, at), closed)
        expect(await readCapacityByDay(products, span, closed, at)).toEqual(byProduct)
        if (at > minutes(31)) expect(byProduct.get(day)?.busy).toBe(0)
      }
  })

  test("the planning shows a booking's state at that moment, before any sweep has recorded it", async () => {
    const product = await rentable({ stock: 2 })
    const [waiting, unsigned] = [await book(product.id, [day]), await book(product.id, [day])]
    const { id } = await makeAdministrator()
    expect((await confirmBooking({ kind: "administrator", id, name: "Camille" }, unsigned.id, now)).ok).toBe(true)
    await db.execute(sql`update bookings set contract_due_at = ${minutes(60).toISOString()} where id = ${unsigned.id}`)
    const statuses = async (at: Date) => {
      const planned = await findPlannedBookings([waiting.id, unsigned.id], at)
      return [waiting, unsigned].map(({ id }) => planned.get(id)?.status)
    }
    expect(await statuses(now)).toEqual(["pending", "confirmed"])
    expect(await statuses(minutes(8 * 1440))).toEqual(["refused", "cancelled"])
  })

  test("the planning leaves out an archived product, unless it has a future booking", async () => {
    const [gone, booked] = [await rentable(), await rentable()]
    await book(booked.id, [day])
    await db.execute(
      sql`update products set is_active = false, archived_at = now() where id in (${gone.id}, ${booked.id})`,
    )
    const listed = await listPlanningProducts("2027-05-01")
    expect(listed.find(({ id }) => id === booked.id)).toMatchObject({ isArchived: true, units: 1 })
    expect(listed.some(({ id }) => id === gone.id)).toBe(false)
    expect((await listPlanningProducts("2027-06-13")).some(({ id }) => id === booked.id)).toBe(false)
  })
})

describe("a large data set without full table scans", () => {
  const years = { from: "2024-01-01", to: "2027-12-31" }
  let products: ProductId[]

  beforeAll(async () => {
    const customer = await makeCustomer()
    products = (await Promise.all(Array.from({ length: 15 }, () => makeProduct({ stock: 3 })))).map(({ id }) => id)
    await transaction(async (tx) => {
      // Their open matters are computed in bulk afterwards.
      await tx.execute(sql`alter table bookings disable trigger bookings_matters_new`)
      await tx.execute(sql`
      insert into bookings (user_id, product_id, dates, first_day, last_day, returns_on, status, product_name,
        total, is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement)
      select ${customer.id}, product, array[first, first + 1], first, first + 1, first + 1, 'confirmed', 'Photomaton', 50000, false,
        '{"street": "12 quai de la Marne", "zipCode": "94130", "city": "Nogent-sur-Marne"}', gen_random_uuid(), now(), now(), ${sql.raw(rawLines("50000"))}, ${JSON.stringify(usualTerms)}::jsonb
      from unnest(${sql.param(products)}::uuid[]) product,
        lateral (select generate_series(${years.from}::date, ${years.to}::date - 2, interval '4 days')::date first) each`)
      await tx.execute(sql`alter table bookings enable trigger bookings_matters_new`)
      await tx.execute(sql`select keep_open_matters(array(select id from bookings where user_id = ${customer.id}))`)
    })
    await db.execute(sql`
      insert into occupancy (unit_id, product_id, during, rented, kind, booking_id, rental)
      select units.id, product_id, rented, rented, 'booking', bookings.id, 1
      from bookings join units using (product_id), rental_range(first_day, last_day, 0) rented
      where user_id = ${customer.id} and units.number = 1`)
    await db.execute(sql`vacuum analyze occupancy, units, bookings, available_dates, products, profiles`)
  })

  /** PostgreSQL counts these scans on every connection. */
  async function sequentialScans(): Promise<Record<string, number>> {
    await Promise.all(
      Array.from({ length: pool.totalCount }, () => pool.query("select pg_sleep(0.05), pg_stat_force_next_flush()")),
    )
    const { rows } = await db.execute<{ relname: string; seq_scan: number }>(sql`
      select relname, seq_scan from pg_stat_user_tables where relname in ('occupancy', 'bookings') order by relname`)
    return Object.fromEntries(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]))
  }

  const year: Pick<Span, "from" | "to"> = { from: "2026-01-01", to: "2026-12-31" }
  const weeks: Pick<Span, "from" | "to"> = { from: "2026-06-01", to: "2026-07-12" }

  test.each([
    [
      "a month or a year",
      async (productIds: ProductId[]) => {
        const [month, all] = [
          await readDailyUse({ productIds, ...weeks }, now),
          await readDailyUse({ productIds, ...year }, now),
        ]
        await listClosedDays({ productIds, ...year })
        expect(month.length).toBeGreaterThanOrEqual(20 * productIds.length)
        expect(all.length).toBeGreaterThanOrEqual(180 * productIds.length)
      },
    ],
    [
      "the planning",
      async (productIds: ProductId[]) => {
        const occupied = await listOccupiedRanges({ productIds, ...weeks }, now)
        const plannedBookings = await findPlannedBookings(
          occupied.flatMap(({ bookingId }) => bookingId ?? []),
          now,
        )
        expect(plannedBookings.size).toBeGreaterThanOrEqual(10 * productIds.length)
        await listPlanningProducts(weeks.from)
      },
    ],
    [
      "a customer's calendar and the search by date",
      async (productIds: ProductId[]) => {
        const viewer = { customerId: null, at: now }
        const rentables = (await listActiveProducts()).filter(({ id }) => productIds.includes(id))
        const calendars = await readProductCalendars(rentables, weeks.from, weeks.to, viewer)
        for (const { busy } of calendars.values()) expect(busy.length).toBeGreaterThanOrEqual(10)
        expect((await readOfferedCalendars("2026-06-13", viewer)).size).toBeGreaterThanOrEqual(products.length)
      },
    ],
    [
      "the preview of closing a summer's Mondays",
      async (productIds: ProductId[]) => {
        const mondays = Array.from({ length: 13 }, (_, week) => addDays("2026-06-01", 7 * week))
        expect((await previewClosing(productIds, mondays, now)).bookings.length).toBeGreaterThanOrEqual(
          3 * productIds.length,
        )
      },
    ],
  ])("the planning scans no table for %s, of one product or of all", async (_, read) => {
    const before = await sequentialScans()
    // After several runs PostgreSQL settles on a generic plan.
    for (let time = 0; time < 7; time++) {
      await read(products.slice(0, 1))
      await read(products)
    }
    expect(await sequentialScans()).toEqual(before)
  })

  test("the counter would notice a full scan", async () => {
    const before = await sequentialScans()
    await db.execute(sql`select count(*) from unit_days where role = 'rental'`)
    expect(await sequentialScans()).not.toEqual(before)
  })
})
