import { type SQL, sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"

export const lastActivity: SQL = sql`greatest(
  profiles.created_at,
  profiles.last_sign_in_at,
  (select max(greatest(bookings.created_at, bookings.returns_on::timestamptz)) from bookings where user_id = profiles.id),
  (select max(signed_at) from contracts join bookings on bookings.id = booking_id where user_id = profiles.id),
  (select max(recorded_at) from payments join bookings on bookings.id = booking_id where user_id = profiles.id))`

export const isErasable = (
  at: Date,
): SQL => sql`profiles.role = 'user' and profiles.staff_role is null and profiles.erased_at is null
  and not exists (select from bookings where user_id = profiles.id and status in ('pending', 'confirmed') and returns_on >= ${addDays(dayInParis(at), -1)}::date)
  and not exists (select from refunds join bookings on bookings.id = booking_id
    where user_id = profiles.id and made_at is null and dropped_at is null)
  and not exists (select from deposits join bookings on bookings.id = booking_id
    where user_id = profiles.id and means is not null and settled_at is null)`
