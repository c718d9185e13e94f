import { type SQL, sql } from "drizzle-orm"
import { integer, pgView, text } from "drizzle-orm/pg-core"
import type { BookingId, CartId, CartItemId, ProductId } from "../domain/id.ts"
import { db } from "../server/platform/database.server.ts"
import { day, id, instant } from "../server/platform/schema/columns.ts"

/** The occupied units, day by day. */
export const unitDays = pgView("unit_days", {
  productId: id<ProductId>("product_id").notNull(),
  unit: integer("unit").notNull(),
  day: day("day").notNull(),
  kind: text("kind", { enum: ["hold", "booking", "quote", "outside", "repair"] }).notNull(),
  role: text("role", { enum: ["rental", "preparation"] }).notNull(),
  cartId: id<CartId>("cart_id"),
  cartItemId: id<CartItemId>("cart_item_id"),
  bookingId: id<BookingId>("booking_id"),
  holdEndsAt: instant("hold_ends_at"),
  outsideEventId: id("outside_event_id"),
}).existing()

/** A statement that occupies one unit for one day; in repair, unless `columns` say otherwise. */
export function occupyDay(
  productId: SQL | string,
  day: SQL | string,
  {
    unit = 1,
    kind = "repair",
    ...columns
  }: { unit?: number; kind?: string; [column: string]: SQL | number | string } = {},
): SQL {
  const names = Object.keys(columns).map((name) => sql`, ${sql.identifier(name)}`)
  const values = Object.values(columns).map((value) => sql`, ${value}`)
  return sql`
    insert into occupancy (unit_id, product_id, during, rented, kind${sql.join(names)})
    select id, product_id, rental_range(${day}::date, ${day}::date, rental_hour()),
      case when ${kind} in ('hold', 'booking') then rental_range(${day}::date, ${day}::date, rental_hour()) end, ${kind}${sql.join(values)}
    from units where product_id = ${productId} and number = ${unit}`
}

/** The units that nobody has on a closed day. */
export async function readClosedUnits(productId: ProductId): Promise<string[]> {
  const { rows } = await db.execute<{ closed: string }>(sql`
    select date || ' ' || number as closed from available_dates join units using (product_id)
    where product_id = ${productId} and not is_available and retired_on is null
      and not exists (select from unit_days where unit_days.product_id = units.product_id and unit = number and day = date)
    order by date, number`)
  return rows.map(({ closed }) => closed)
}
