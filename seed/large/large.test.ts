import { addRentals } from "../../server/booking-record/rentals.ts"
import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { toPricedRental } from "../../domain/booking/booking.ts"
import { priceOfRentals } from "../../domain/pricing/price.ts"
import { db } from "../../server/platform/database.server.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { countContactMessages } from "../../server/outside/contact/queries.ts"
import { countSubscriptions } from "../../server/outside/newsletter/queries.ts"
import { dayInParis } from "../../domain/day.ts"
import { makeAdministrator } from "../../tests/factories.ts"
import { publishContractTemplate } from "../../server/contracts/template.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { seedLarge } from "./large.ts"
import { readJobs, readMailOrders } from "../../tests/harness/jobs.ts"

test("a large company is seeded once, with bookings that keep every rule", async () => {
  const counts = {
    customers: 40,
    products: 12,
    activeProducts: 12,
    bookings: 200,
    subscribers: 50,
    messages: 60,
    mails: 70,
  }
  const at = new Date("2027-03-01T10:00:00Z")
  expect(await seedLarge(at, counts)).toBe(true)
  const { rows } = await db.execute(sql`
    select (select count(*) from users) as users, (select count(*) from profiles) as customers, (select count(*) from products) as products,
      (select count(*) from bookings) as bookings,
      (select count(*) from bookings where status in ('pending', 'confirmed') and not exists
        (select from unit_days where booking_id = bookings.id)) as without_days,
      (select sum(cardinality(dates)) from bookings where status in ('pending', 'confirmed')) - (select count(*) from unit_days) as missing_days`)
  expect(rows).toEqual([{ users: 40, customers: 40, products: 12, bookings: 200, without_days: 0, missing_days: 0 }])
  for (const booking of await addRentals(await db.select().from(bookings))) {
    const fee = booking.isDelivery ? booking.deliveryFee : null
    expect(booking.total).toBe(
      priceOfRentals(
        booking.rentals.map((each) => toPricedRental(each, null)),
        { deliveryFee: fee },
      ).total,
    )
    expect(booking.createdAt.getTime()).toBeLessThan(at.getTime())
  }
  expect(await seedLarge(at, counts)).toBe(false)
})

test("a large company has subscribers, messages and old mails, and sends none", async () => {
  const counts = {
    customers: 10,
    products: 3,
    activeProducts: 3,
    bookings: 5,
    subscribers: 100,
    messages: 120,
    mails: 140,
  }
  await freshDatabase()
  await seedLarge(new Date(), counts)
  const people = await countSubscriptions()
  expect(people.confirmed + people.pending + people.unsubscribed).toBe(100)
  const messages = await countContactMessages()
  expect(messages.new + messages.answered + messages.archived).toBe(120)
  for (const count of [...Object.values(people), ...Object.values(messages)]) expect(count).toBeGreaterThan(0)
  const {
    rows: [mailCounts],
  } = await db.execute(sql`
    select count(*)::integer as mails, count(*) filter (where state = 'sent')::integer as sent from mails`)
  expect(mailCounts).toEqual({ mails: 140, sent: 140 })
  expect(await readMailOrders()).toEqual([])
  const {
    rows: [real],
  } = await db.execute(sql`
    select (select count(*) from newsletter_subscriptions where email not like '%@exemple.example') + (select count(*) from contact_messages where email not like '%@exemple.example')
      + (select count(*) from mail_details where recipients -> 0 ->> 'address' not like '%@exemple.example') as addresses`)
  expect(real).toEqual({ addresses: 0 })
})

test("a large company with a template has signed contracts, with instalments that add up and mostly paid", async () => {
  const at = new Date("2027-03-01T10:00:00Z")
  await freshDatabase()
  const template = { title: "Contrat", content: "Réservation n° {{reservation.numero}}" }
  expect(
    (await publishContractTemplate({ kind: "administrator", ...(await makeAdministrator()) }, template, 0, at)).ok,
  ).toBe(true)
  await seedLarge(at, {
    customers: 40,
    products: 12,
    activeProducts: 12,
    bookings: 300,
    subscribers: 1,
    messages: 1,
    mails: 1,
  })
  const {
    rows: [contractCounts],
  } = await db.execute(sql`
    select (select count(*)::integer from bookings where status = 'confirmed') as confirmed,
      (select count(*)::integer from contracts where status = 'signed' and content like 'Réservation n° 1%') as signed,
      (select count(distinct contract_id)::integer from contract_evidence where kind = 'signed') as proved,
      (select count(*)::integer from contracts where total <> (select sum(amount) from instalments where contract_id = contracts.id)) as wrong,
      (select count(*)::integer from bookings where payment_status <> payment_status_of(id, status)) as misjudged,
      (select count(*)::integer from payments where not exists (select from takings where source_id = payments.id)) as unregistered,
      (select count(*)::integer from bookings where status = 'confirmed' and returns_on < ${dayInParis(at)} and payment_status = 'paid') as paid,
      (select count(*)::integer from bookings where status = 'confirmed' and payment_status = 'down_payment_paid') as begun,
      (select count(*)::integer from bookings where status = 'confirmed' and payment_status = 'awaiting') as late`)
  expect(contractCounts).toMatchObject({
    signed: contractCounts?.["confirmed"],
    proved: contractCounts?.["confirmed"],
    wrong: 0,
    misjudged: 0,
    unregistered: 0,
  })
  for (const state of ["confirmed", "paid", "begun", "late"]) expect(contractCounts?.[state]).toBeGreaterThan(0)
  // Nothing waits to be sent, and no contract deadline runs.
  expect((await db.execute("select from contracts where status <> 'signed'")).rows).toEqual([])
  expect(await readJobs()).toEqual([])
})
