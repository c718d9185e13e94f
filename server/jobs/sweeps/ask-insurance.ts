import { type SQL, eq, sql } from "drizzle-orm"
import { INSURANCE_REMINDER_DAYS } from "../../../domain/booking/insurance.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { insuranceUrl, newBookingLink } from "../../access/capability-links.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { NOT_DUE, type Sweep, fromHour, instant, noteOnce } from "../../platform/queue/sweep.ts"

const FROM_HOUR = 9

/** Of products that ask for it, by their days, and those whose certificate was asked for by itself. */
const mayBeAsked = (today: Day) => sql`
  select id from bookings
  where product_id = any(array(select id from products where asks_insurance)) and first_day >= ${today}::date
  union select booking_id from insurance_certificates where asked`

/**
 * What is to be written about each certificate that is asked for and is not there: `asked` once the contract is signed,
 * `reminder` a week before the first day to whom that was written two days before or longer.
 */
function missing(at: Date): SQL {
  const today = dayInParis(at)
  const noted = (about: string) => sql`select from booking_notices
    where booking_notices.booking_id = booking.id and kind = 'insurance' and about = ${about}`
  return sql`
    select booking.id, stage
    from bookings booking
      join products on products.id = booking.product_id
      left join insurance_certificates certificate on certificate.booking_id = booking.id
      cross join lateral (select case
        when not exists (${noted("asked")}) then 'asked'
        when first_day <= ${addDays(today, INSURANCE_REMINDER_DAYS)}::date and ${fromHour(at, FROM_HOUR)}
          and exists (${noted("asked")} and at <= ${instant(at)} - interval '2 days')
          and not exists (${noted("reminder")}) then 'reminder' end as stage) staged
    where booking.id in (${mayBeAsked(today)}) and booking.status = 'confirmed' and not is_example and first_day >= ${today}::date
      and coalesce(certificate.asked, asks_insurance) and certificate.file_key is null
      and exists (select from contracts where contracts.booking_id = booking.id and contracts.status = 'signed')
      and stage is not null`
}

export const askInsurance: Sweep = {
  schedule: "*/10 * * * *",
  description: "Asks for the certificate of insurance once the contract is signed, and again a week before the rental.",
  lateAfterMinutes: 120,
  due: (at) => sql`select id from (${missing(at)}) missing`,
  async run(id, at) {
    return transaction(async (tx) => {
      const [booking] = await tx.select().from(bookings).where(eq(bookings.id, id)).for("update")
      const stage = booking && (await stageOf(tx, id, at))
      if (!booking || !stage || !(await noteOnce(tx, id, "insurance", stage, at))) return NOT_DUE
      const { secret } = await newBookingLink(tx, booking, "insurance", at)
      const extra = { insuranceUrl: insuranceUrl(secret), again: stage === "reminder", firstDay: booking.firstDay }
      await orderBookingMail(tx, { kind: "insurance-asked", bookingId: id, extra, at })
      return stage
    })
  },
}

async function stageOf(tx: Transaction, id: Id, at: Date): Promise<"asked" | "reminder" | null> {
  const { rows } = await tx.execute<{ stage: "asked" | "reminder" }>(
    sql`select stage from (${missing(at)}) missing where id = ${id}`,
  )
  return rows[0]?.stage ?? null
}
