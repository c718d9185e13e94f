import { desc, eq, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { AnnouncedRetention, DepositState, DepositView } from "../../../domain/finance/deposit-state.ts"
import {
  DECISION_DAYS,
  HOLD_DAYS_BEFORE,
  OBSERVATION_HOURS,
  RELEASE_DAYS_AFTER,
  decisionEndsAt,
  decisionOpensAt,
  holdDay,
  releaseDay,
} from "../../../domain/finance/deposit.ts"
import type { BookingId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import type { Booking } from "../../booking-record/booking.ts"
import { db } from "../../platform/database.server.ts"
import { LATE_AFTER_MINUTES } from "../../platform/mail/mails.ts"
import { contracts } from "../../platform/schema/bookings.ts"
import { depositTries, deposits } from "../../platform/schema/deposits.ts"
import { type Deposit, isInHand, readAgreedDeposit } from "./deposit.ts"

type RentedBooking = Pick<Booking, "id" | "status" | "agreement" | "firstDay" | "returnsOn" | "isExample">

export async function readDeposit(booking: RentedBooking, at: Date = new Date()): Promise<DepositView | null> {
  const [deposit] = await db.select().from(deposits).where(eq(deposits.bookingId, booking.id))
  const { firstDay, returnsOn } = booking
  const holdOn = holdDay(firstDay)
  const dates = {
    holdOn,
    releaseBy: releaseDay(returnsOn),
    returnOn: returnsOn,
    goesOn: booking.status === "confirmed",
    holdDue: dayInParis(at) >= holdOn,
  }
  if (!deposit) {
    const amount = await readAgreedDeposit(db, booking)
    if (amount === 0 || booking.status !== "confirmed" || booking.isExample) return null
    const signed = await db.$count(contracts, sql`booking_id = ${booking.id} and status = 'signed'`)
    if (signed === 0) return null
    return { amount, state: { kind: "awaited" }, announced: null, means: null, reportId: null, open: true, ...dates }
  }
  const [hold] = await db
    .select({ captureBefore: depositTries.captureBefore })
    .from(depositTries)
    .where(sql`booking_id = ${booking.id} and status = 'held'`)
    .orderBy(desc(depositTries.madeAt))
    .limit(1)
  return {
    amount: deposit.amount,
    state: toDepositState(deposit, hold?.captureBefore ?? null),
    announced: deposit.closedAt ? null : toAnnouncedRetention(deposit),
    means: deposit.means,
    reportId: deposit.reportId,
    open: deposit.closedAt === null && (dates.goesOn || isInHand(deposit)),
    ...dates,
  }
}

function toDepositState(deposit: Deposit, until: Date | null): DepositState {
  const { means, cardLabel, receivedOn, closedAt, settledAt, kept, trouble, troubleSeenAt, reason, failure } = deposit
  if (closedAt) {
    // A card still needs the provider's answer; a cheque or transfer is settled by the decision.
    const at = settledAt ?? (means === "card" ? null : closedAt)
    if (!at) return { kind: "deciding", retained: kept ?? 0 }
    if (trouble !== null) return { kind: "not-taken", amount: kept ?? 0, isAcknowledged: troubleSeenAt !== null }
    return kept ? { kind: "kept", amount: kept, at, reason } : { kind: "released", at }
  }
  if ((means === "cheque" || means === "transfer") && receivedOn) return { kind: "in-hand", means, receivedOn }
  const card = cardLabel ?? "Carte"
  if (failure !== null && until === null)
    return { kind: "refused", card, authentication: failure === "authentication_required" }
  if (until) return { kind: "held", card, until }
  return means === "card" ? { kind: "saved", card } : { kind: "awaited" }
}

function toAnnouncedRetention({
  announcedAt,
  announcedAmount,
  toldAt,
  reason,
  answer,
  answeredAt,
}: Deposit): AnnouncedRetention | null {
  if (!announcedAt || announcedAmount === null) return null
  return {
    amount: announcedAmount,
    reason: reason ?? "",
    at: announcedAt,
    toldAt,
    answer,
    answeredAt,
    opensAt: decisionOpensAt({ toldAt, answeredAt }),
    endsAt: decisionEndsAt({ announcedAt, toldAt }),
  }
}

export type DepositMatter = {
  bookingId: BookingId
  number: number
  clientName: string
  amount: Cents
  kind: "refused" | "missing" | "to-check" | "to-give-back" | "to-tell" | "to-decide" | "not-taken"
  dueOn: Day
  late: boolean
  hasMail: boolean
}

export async function listDepositMatters(at: Date): Promise<DepositMatter[]> {
  const today = dayInParis(at)
  const { rows } = await db.execute<{
    id: BookingId
    number: string
    name: string
    amount: Cents
    kind: DepositMatter["kind"]
    due_on: Day
    has_mail: boolean
  }>(sql`
    select id, number, name, amount, kind, due_on, has_mail from (
      select booking.id, number, profiles.name, trim(profiles.email) <> '' and not profiles.is_example as has_mail, amount, case
        when trouble is not null and trouble_seen_at is null then 'not-taken'
        when closed_at is not null or not goes_on and not in_hand then null
        when answered_at is not null or told_at <= ${at.toISOString()}::timestamptz - ${OBSERVATION_HOURS} * interval '1 hour'
          then 'to-decide'
        when announced_at is not null and told_at is null then case when not exists (
          select from mails where mails.id = announced_mail and state = 'waiting'
            and ordered_at > ${at.toISOString()}::timestamptz - ${LATE_AFTER_MINUTES} * interval '1 minute') then 'to-tell' end
        when announced_at is not null then null
        when not goes_on then 'to-give-back'
        when returns_on < ${today}::date and (in_hand or held) then 'to-check'
        when returns_on < ${today}::date or held and failed_at is null then null
        when failed_at is not null then 'refused'
        when means is null and first_day - ${HOLD_DAYS_BEFORE}::integer <= ${today}::date then 'missing'
      end as kind, to_char(case
        when trouble is not null then (settled_at at time zone 'Europe/Paris')::date + 7
        when announced_at is not null then (coalesce(told_at, announced_at) at time zone 'Europe/Paris')::date + ${DECISION_DAYS}::integer
        when not goes_on then least(returns_on, (ended_at at time zone 'Europe/Paris')::date) + ${RELEASE_DAYS_AFTER}::integer
        when returns_on < ${today}::date then returns_on + ${RELEASE_DAYS_AFTER}::integer
        else first_day end, 'YYYY-MM-DD') as due_on
      from deposits
      join bookings booking on booking.id = booking_id
      join profiles on profiles.id = booking.user_id
      cross join lateral (
        select exists (select from deposit_tries where booking_id = booking.id and status = 'held') as held,
          coalesce(means in ('cheque', 'transfer'), false) as in_hand, booking.status = 'confirmed' as goes_on,
          (select max(at) from booking_ends where booking_id = booking.id and undone_at is null) as ended_at) facts
      where settled_at is null or trouble is not null and trouble_seen_at is null
    ) open where kind is not null
    order by due_on, number`)
  return rows.map(({ id, name, number, due_on: dueOn, has_mail: hasMail, ...row }) => ({
    ...row,
    bookingId: id,
    number: Number(number),
    clientName: name,
    dueOn,
    hasMail,
    late: dueOn < today,
  }))
}
