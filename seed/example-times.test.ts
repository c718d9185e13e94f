import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { freshDatabase } from "../tests/harness/database.ts"
import { db } from "../server/platform/database.server.ts"
import { financeSettings } from "../server/platform/schema/settings.ts"
import { catalogue } from "./catalog.ts"
import { insertProducts } from "./products.ts"
import { insertCustomers } from "./seed.ts"
import { placeExampleBookings } from "./place-example-bookings.ts"

beforeEach(freshDatabase)

test.each([0, 12])("the demonstration's rentals occupy the time that they name, from %d h on", async (hour) => {
  const settings = { ...catalogue.financeSettings, cancellationTiers: [...catalogue.financeSettings.cancellationTiers] }
  await db.update(financeSettings).set({ ...settings, rentalDayStartsAt: hour })
  const at = new Date()
  await placeExampleBookings(await insertProducts(new Map(), at), await insertCustomers(at), at)
  const { rows } = await db.execute<{ rentals: number; other: number }>(sql`
    select count(*)::integer as rentals, count(*) filter (where during <> occupied)::integer as other
    from rentals join (select booking_id, rental, range_agg(rented) as occupied from occupancy group by 1, 2) held
      on held.booking_id = rentals.booking_id and rental = position`)
  expect(rows[0]?.rentals).toBeGreaterThan(3)
  expect(rows[0]?.other).toBe(0)
})
