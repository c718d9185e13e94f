import { type SQL, sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import { transaction } from "../../platform/database.server.ts"
import { issueDueInvoices } from "../../money/invoicing/issue.ts"
import { NOT_DUE, type Sweep, instant } from "../../platform/queue/sweep.ts"

const MAX_AGE_DAYS = 370
const UNDO_WINDOW_MINUTES = 10

/** No invoice is due until the company details that the law requires are complete. */
const canInvoice = sql`exists (
  select from site_config, finance_settings
  where length(regexp_replace(coalesce(company_siret, ''), '[^0-9]', '', 'g')) = 14 and btrim(coalesce(company_address, '')) <> ''
    and btrim(company_name) <> '' and (
      coalesce(signed.agreement ->> 'vatMode', booking.agreement ->> 'vatMode', vat_mode) = 'franchise'
      or btrim(coalesce(vat_number, '')) <> ''))`

function addMinutes(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000)
}

function invoiceCandidates(at: Date): SQL {
  const today = dayInParis(at)
  return sql`
    select booking_id from open_matters
    where final_invoice_after < ${today}::date
      and final_invoice_after >= greatest((select day from invoicing_start), ${addDays(today, -MAX_AGE_DAYS)}::date)
    union select booking_id from open_matters where is_uninvoiced
    union select booking_id from refunds where reason = 'goodwill' and dropped_at is null
    union select booking_id from invoices where kind = 'credit-note'
    union select booking_id from booking_ends
    where undone_at is null and at between ${instant(addMinutes(at, -MAX_AGE_DAYS * 1440))} and ${instant(addMinutes(at, -UNDO_WINDOW_MINUTES))}
      and (kept > 0 or exists (select from invoices where invoices.booking_id = booking_ends.booking_id))`
}

/** Must match `invoicesToMake` in the domain. */
function amountToInvoice(charged: SQL): SQL {
  const owed = sql`greatest(0, ${charged} - goodwill)`
  return sql`greatest(0, ${owed} - greatest(0, given_back - goodwill - greatest(0, paid - goodwill - ${owed})))`
}

export const issueInvoices: Sweep = {
  schedule: "*/10 * * * *",
  description: "Makes the invoices of rentals that are over, and what else is due and was not made.",
  lateAfterMinutes: 60,
  due: (at) => {
    const today = dayInParis(at)
    return sql`
      select id from (
        select booking.id, booking.status, returns_on, ended.kept, ended.at as ended_at, paid, set_off, given_back, goodwill, invoiced, has_final, start.day,
          coalesce(signed.total, booking.total) as price,
          signed.total is not null or paid > 0 or not exists (select from contracts where booking_id = booking.id) as concluded
        from invoicing_start start, bookings booking
          left join booking_ends ended on ended.booking_id = booking.id and undone_at is null
          left join lateral (select total, agreement from contracts
            where booking_id = booking.id and contracts.status = 'signed' order by version desc limit 1) signed on true,
          lateral (select coalesce(sum(amount), 0) as paid, coalesce(sum(amount) filter (where means = 'set-off'), 0) as set_off
            from payments where booking_id = booking.id) payments,
          lateral (select coalesce(sum(amount), 0) as given_back, coalesce(sum(amount) filter (
              where reason = 'goodwill' and (ended.at is null or refunds.created_at >= ended.at)), 0) as goodwill
            from refunds
            where booking_id = booking.id and refunds.kind = 'refund' and dropped_at is null
              and (reason <> 'goodwill' or made_at is not null or created_at <= ${instant(addMinutes(at, -UNDO_WINDOW_MINUTES))})) refunds,
          lateral (select coalesce(sum(case kind when 'credit-note' then -amount else amount end), 0) as invoiced,
              count(*) filter (where kind = 'final') > (select count(*) from invoices note
                where note.booking_id = booking.id and note.content -> 'credits' ->> 'kind' = 'final') as has_final
            from invoices where booking_id = booking.id) invoices
        where not is_example and ${canInvoice} and booking.id in (${invoiceCandidates(at)})
          and (booking.status = 'confirmed' and returns_on >= greatest(start.day, ${addDays(today, -MAX_AGE_DAYS)}::date) or booking.status in ('cancelled', 'refused')
            and ended.at between ${instant(addMinutes(at, -MAX_AGE_DAYS * 1440))} and ${instant(addMinutes(at, -UNDO_WINDOW_MINUTES))})
      ) money
      where case
        when status <> 'confirmed' then (ended_at at time zone 'Europe/Paris')::date >= day
          and invoiced <> ${amountToInvoice(sql`kept`)}
        when returns_on < ${today}::date then concluded and price > 0 and (
          not has_final and (given_back < paid or paid < price)
          or has_final and goodwill > 0 and invoiced <> ${amountToInvoice(sql`price`)})
        else least(paid - given_back - case when paid - given_back < price then set_off else 0 end, price) > invoiced end`
  },
  run: (id, at) =>
    transaction(async (tx) => {
      const invoiceCount = await issueDueInvoices(tx, id, at)
      return invoiceCount === 0 ? NOT_DUE : `${invoiceCount} made`
    }),
}
