import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../../domain/id.ts"
import { type Actor, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
  rawLines,
  usualTerms,
  withoutTriggers,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { confirmBooking } from "../../bookings/answer.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db, pool } from "../../platform/database.server.ts"
import { listFirstMoves, countMovesByDay, readShopCounts, readWaitingCounts } from "./queries.ts"

beforeEach(freshDatabase)

async function makeConfirmed(productId: ProductId, days: Day[]) {
  const { id } = await makeAdministrator()
  const camille: Actor = { kind: "administrator", id, name: "Camille" }
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name: "Elena" })),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const moved = await confirmBooking(camille, placed.value.booking.id, now)
  if (!moved.ok) throw new Error(moved.error.kind)
  return moved.value
}

const moves = async (from: Day, to: Day) =>
  (await countMovesByDay(from, to)).map(({ day: _day, departures, returns, out, preparing }) => [
    departures,
    returns,
    out,
    preparing,
  ])

describe("the owner's tasks around today", () => {
  test("a booking departs on its first day and returns on its last, and a request does neither", async () => {
    const product = await makeProduct({ stock: 3, preparationDaysBefore: 1, preparationDaysAfter: 2 })
    const booking = await makeConfirmed(product.id, ["2027-06-12", "2027-06-13"])
    await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-06-12"]),
      at: now,
    })
    await makeConfirmed(product.id, ["2027-08-01"])
    expect(await moves("2027-06-10", "2027-06-16")).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 1],
      [1, 0, 1, 0],
      [0, 1, 1, 0],
      [0, 0, 0, 1],
      [0, 0, 0, 1],
      [0, 0, 0, 0],
    ])
    const [departure, ...others] = await listFirstMoves("departures", "2027-06-12", 5)
    expect(others).toEqual([])
    expect(departure).toMatchObject({ id: booking.id, clientName: "Elena", isDelivery: booking.isDelivery })
    expect(await listFirstMoves("returns", "2027-06-12", 5)).toEqual([])
    expect(await listFirstMoves("returns", "2027-06-13", 5)).toMatchObject([{ id: booking.id }])
    expect(await listFirstMoves("preparing", "2027-06-15", 5)).toMatchObject([{ id: booking.id }])
    expect(await listFirstMoves("preparing", "2027-06-12", 5)).toEqual([])
  })

  test("a single day departs and returns at once, and two Saturdays do so twice", async () => {
    const product = await makeProduct({ stock: 2 })
    const saturdays = await makeConfirmed(product.id, ["2027-06-12", "2027-06-19"])
    await makeConfirmed(product.id, ["2027-06-19"])
    const week = await moves("2027-06-12", "2027-06-19")
    expect([week[0], week[7]]).toEqual([
      [1, 1, 1, 0],
      [2, 2, 2, 0],
    ])
    expect(week.slice(1, 7)).toEqual(Array.from({ length: 6 }, () => [0, 0, 0, 0]))
    expect(await listFirstMoves("departures", "2027-06-15", 5)).toEqual([])
    expect(await listFirstMoves("departures", "2027-06-19", 1)).toMatchObject([{ id: saturdays.id }])
  })

  test("a rental until noon returns on the morning after its last day", async () => {
    await makeFinanceSettings({ rentalDayStartsAt: 12 })
    const product = await makeProduct()
    const saturday = await makeConfirmed(product.id, ["2027-06-12"])
    const sunday = await makeConfirmed(product.id, ["2027-06-13"])
    expect(await moves("2027-06-12", "2027-06-14")).toEqual([
      [1, 0, 1, 0],
      [1, 1, 1, 0],
      [0, 1, 0, 0],
    ])
    expect(await listFirstMoves("returns", "2027-06-12", 5)).toEqual([])
    expect(await listFirstMoves("returns", "2027-06-13", 5)).toMatchObject([{ id: saturday.id }])
    expect(await listFirstMoves("returns", "2027-06-14", 5)).toMatchObject([{ id: sunday.id }])
  })

  test("a booking counts in the occupancy while its product can be rented", async () => {
    const product = await makeProduct({ stock: 2 })
    await makeConfirmed(product.id, ["2027-06-12"])
    expect(await countMovesByDay("2027-06-12", "2027-06-12")).toMatchObject([{ out: 1, offered: 1 }])
    await db.execute(sql`update products set is_active = false where id = ${product.id}`)
    expect(await countMovesByDay("2027-06-12", "2027-06-12")).toMatchObject([{ out: 1, offered: 0 }])
  })
})

describe("the shop at a glance", () => {
  test("the figures count rentable machines, unread messages and unsent mails", async () => {
    expect(await readShopCounts(now)).toMatchObject({ units: 0, activeProducts: 0, newMessages: 0, failedMails: 0 })
    await makeProduct({ stock: 3 })
    await makeProduct({ stock: 7, isActive: false })
    await db.execute(
      sql`insert into contact_messages (name, email, message, status) values ('A', 'a@exemple.example', 'Bonjour', 'new'), ('B', 'b@exemple.example', 'Merci', 'answered')`,
    )
    await db.execute(
      sql`insert into mails (id, template, message_id, ordered_at, state, settled_at) select gen_random_uuid(), 'booking-refused', state || '@exemple.example', now(), state, case when state <> 'waiting' then now() end from unnest(array['failed', 'waiting', 'sent']) as state`,
    )
    expect(await readShopCounts(now)).toMatchObject({ units: 3, activeProducts: 1, newMessages: 1, failedMails: 1 })
  })
})

describe("the badge of the owner", () => {
  test("the badge counts unanswered requests and unread messages, on every screen", async () => {
    expect(await readWaitingCounts(now)).toEqual({ requests: 0, messages: 0 })
    const product = await makeProduct({ stock: 2 })
    await makeConfirmed(product.id, ["2027-06-12"])
    await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, ["2027-06-12"]),
      at: now,
    })
    await db.execute(
      sql`insert into contact_messages (name, email, message, status) values ('A', 'a@exemple.example', 'Bonjour', 'new'), ('B', 'b@exemple.example', 'Merci', 'answered')`,
    )
    expect(await readWaitingCounts(now)).toEqual({ requests: 1, messages: 1 })
  })
})

describe("the owner's page", () => {
  test("the owner's page reads only the bookings it lists, in a shop with thousands", async () => {
    const [customer, product] = [await makeCustomer(), await makeProduct()]
    await withoutTriggers(sql`
      insert into bookings (user_id, product_id, product_name, dates, first_day, last_day, returns_on, status, payment_status, total,
        is_delivery, address, idempotency_key, requested_at, answer_due_at, price_lines, agreement)
      select ${customer.id}::uuid, ${product.id}::uuid, 'Bois', array[day], day, day, day, 'confirmed', 'paid', 25000, false,
        '{"street": "1 rue", "zipCode": "94130", "city": "Nogent"}', gen_random_uuid(), now(), now(), ${sql.raw(rawLines("25000"))}, ${JSON.stringify(usualTerms)}::jsonb
      from (select date '2020-01-01' + n / 2 as day from generate_series(1, 5000) n) days`)
    await db.execute(sql`analyze bookings`)
    const questions = [
      "select id from bookings where status = 'confirmed' and returns_on >= '2026-06-01' and first_day <= '2026-06-30'",
      "select sum(total) from bookings where status = 'confirmed' and first_day between '2026-06-01' and '2026-06-30'",
      "select id from bookings where status = 'pending' order by created_at",
    ]
    for (const question of questions) {
      const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${question}`)
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan")
    }
  })
})
