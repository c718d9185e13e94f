import { sql } from "drizzle-orm"
import { ownAccountParty } from "../domain/accounts/party.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { addDays } from "../domain/day.ts"
import { db, transaction } from "../server/platform/database.server.ts"
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

/** Ranges that overlap without being equal, by plain SQL, without the product's lock. */
export async function raceWithoutLock(clients: number): Promise<number> {
  const product = await makeProduct()
  const insertIfFree = (index: number) =>
    transaction(
      async (tx) => {
        const during = sql`rental_range(${addDays(day, -(index % 4))}, ${addDays(day, index % 3)}, 0)`
        const taken = await tx.execute(sql`
          select 1 from occupancy where product_id = ${product.id} and during && ${during}`)
        if (taken.rows.length > 0) throw new Error("days-taken")
        await tx.execute(sql`
          insert into occupancy (unit_id, product_id, during, kind)
          select id, product_id, ${during}, 'repair' from units where product_id = ${product.id}`)
      },
      { retries: 0 },
    )
  const answers = await Promise.allSettled(Array.from({ length: clients }, (_, index) => insertIfFree(index)))
  return answers.filter(({ status }) => status === "fulfilled").length
}

/** Drops the constraint against two occupants of one unit at a time. */
export async function dropOccupancyKey(): Promise<void> {
  await db.execute(sql`alter table occupancy drop constraint occupancy_one_occupant`)
}

export async function restoreOccupancyKey(): Promise<void> {
  await db.execute(sql`truncate occupancy`)
  await db.execute(sql`
    alter table occupancy add constraint occupancy_one_occupant exclude using gist (unit_id with =, during with &&)`)
}
