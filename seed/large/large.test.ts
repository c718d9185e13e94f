import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { pricedChoiceOf } from "../../domain/booking/booking.ts"
import { priceOf } from "../../domain/pricing/price.ts"
import { db } from "../../server/database.server.ts"
import { bookings } from "../../server/schema/bookings.ts"
import { seedLarge } from "./large.ts"

test("a large company is added once, with bookings that keep every rule", async () => {
  const counts = { customers: 40, products: 12, bookings: 200 }
  const at = new Date("2027-03-01T10:00:00Z")
  expect(await seedLarge(at, counts)).toBe(true)
  const { rows } = await db.execute(sql`
    select (select count(*) from users) as users, (select count(*) from profiles) as customers, (select count(*) from products) as products,
      (select count(*) from bookings) as bookings,
      (select count(*) from bookings where status in ('pending', 'confirmed') and not exists
        (select from occupancy where booking_id = bookings.id)) as without_days,
      (select sum(cardinality(dates)) from bookings where status in ('pending', 'confirmed')) - (select count(*) from occupancy) as missing_days`)
  expect(rows).toEqual([{ users: 40, customers: 40, products: 12, bookings: 200, without_days: 0, missing_days: 0 }])
  for (const booking of await db.select().from(bookings)) {
    expect(booking.total).toBe(priceOf(pricedChoiceOf(booking)).total)
    expect(booking.createdAt.getTime()).toBeLessThan(at.getTime())
  }
  expect(await seedLarge(at, counts)).toBe(false)
})
