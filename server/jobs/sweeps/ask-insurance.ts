import { type SQL, sql } from "drizzle-orm"
import { INSURANCE_REMINDER_DAYS } from "../../../domain/booking/insurance.ts"
import { type Day, addDays, dayInParis } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { insuranceUrl, createBookingLink } from "../../access/capability-links.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { asksInsurance } from "../../bookings/insurance/read-certificate.ts"
import { orderBookingMail } from "../../booking-record/booking-mails.ts"
import { NOT_DUE, type Sweep, isHourReached, instant, recordNoticeOnce } from "../../platform/queue/sweep.ts"
import { lockBooking } from "../../booking-record/lock-booking.ts"

const FROM_HOUR = 9

const insuranceCandidates = (today: Day) => sql`
  select bookings.id from bookings join rented_products on booking_id = bookings.id
  where rented_products.product_id = any(array(select id from products where asks_insurance)) and first_day >= ${today}::date
  union select booking_id from insurance_certificates where asked`

function missingCertificates(at: Date): SQL {
  const today = dayInParis(at)
  const sentNotice = (about: string) => sql`select from booking_notices
    where booking_notices.booking_id = booking.id and kind = 'insurance' and about = ${about}`
  return sql`
    select booking.id, stage
    from bookings booking
      left join insurance_certificates certificate on certificate.booking_id = booking.id
      cross join lateral (select case
        when not exists (${sentNotice("asked")}) then 'asked'
        when first_day <= ${addDays(today, INSURANCE_REMINDER_DAYS)}::date and ${isHourReached(at, FROM_HOUR)}
          and exists (${sentNotice("asked")} and at <= ${instant(at)} - interval '2 days')
          and not exists (${sentNotice("reminder")}) then 'reminder' end as stage) staged
    where booking.id in (${insuranceCandidates(today)}) and booking.status = 'confirmed' and not is_example and first_day >= ${today}::date
      and coalesce(certificate.asked, ${asksInsurance(sql`booking.id`)}) and certificate.file_key is null
      and exists (select from contracts where contracts.booking_id = booking.id and contracts.status = 'signed')
      and stage is not null`
}

export const askInsurance: Sweep = {
  schedule: "*/10 * * * *",
  description: "Asks for the certificate of insurance once the contract is signed, and again a week before the rental.",
  lateAfterMinutes: 120,
  due: (at) => sql`select id from (${missingCertificates(at)}) missing`,
  async run(id, at) {
    return transaction(async (tx) => {
      const booking = await lockBooking(tx, id)
      const stage = booking && (await findStage(tx, id, at))
      if (!booking || !stage || !(await recordNoticeOnce(tx, { bookingId: id, kind: "insurance", about: stage, at })))
        return NOT_DUE
      const { secret } = await createBookingLink(tx, { booking, purpose: "insurance", at })
      const extra = { insuranceUrl: insuranceUrl(secret), again: stage === "reminder", firstDay: booking.firstDay }
      await orderBookingMail(tx, { kind: "insurance-asked", bookingId: id, extra, at })
      return stage
    })
  },
}

async function findStage(tx: Transaction, id: Id, at: Date): Promise<"asked" | "reminder" | null> {
  const { rows } = await tx.execute<{ stage: "asked" | "reminder" }>(
    sql`select stage from (${missingCertificates(at)}) missing where id = ${id}`,
  )
  return rows[0]?.stage ?? null
}
