import { sql } from "drizzle-orm"
import { ownAccountParty } from "../domain/accounts/party.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { db } from "../server/platform/database.server.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "./factories.ts"

const day = "2027-06-12"

export async function raceForLastUnit(clients: number): Promise<{ winners: number; refusals: string[] }> {
  await makeFinanceSettings()
  const product = await makeProduct()
  const customers = await Promise.all(Array.from({ length: clients }, () => makeCustomer()))
  const answers = await Promise.all(
    customers.map((customer) =>
      placeBooking({ party: ownAccountParty(customer), order: makeOrder(product.id, [day]), at: now }),
    ),
  )
  return {
    winners: answers.filter(({ ok }) => ok).length,
    refusals: answers.flatMap((answer) => (answer.ok ? [] : [answer.error.kind])),
  }
}

/** Drops the constraint against two occupants of one unit and day. */
export async function dropOccupancyKey(): Promise<void> {
  await db.execute(sql`alter table occupancy drop constraint occupancy_one_occupant`)
}

export async function restoreOccupancyKey(): Promise<void> {
  await db.execute(sql`truncate occupancy`)
  await db.execute(sql`alter table occupancy add constraint occupancy_one_occupant primary key (product_id, day, unit)`)
}
