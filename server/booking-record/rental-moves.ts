import { type SQL, sql } from "drizzle-orm"

/** Rentals of one booking may depart and return on days of their own (D60), and return after their last day (D61). */
export const departureDay = (period: SQL): SQL => sql`(lower(${period}) at time zone 'Europe/Paris')::date`
export const returnDay = (period: SQL): SQL => sql`collection_day(${period})`

export function hasPeriod(condition: (period: SQL) => SQL): SQL {
  return sql`exists (
    select from rentals, unnest(rentals.during) period
    where rentals.booking_id = bookings.id and ${condition(sql`period`)})`
}

/** Written so that the index on the rental period applies. */
export function movesBetween(from: SQL, to: SQL): SQL {
  return sql`bookings.status = 'confirmed' and daterange(first_day, returns_on, '[]') && daterange(${from}, ${to}, '[]')`
}
