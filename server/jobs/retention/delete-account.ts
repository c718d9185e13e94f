import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type OwnPasswordProblem, verifyOwnPassword } from "../../accounts/auth/own-password.ts"
import { endSession } from "../../accounts/auth/sessions.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import {
  hasBookingsOrAccessFromOthers,
  hasConfirmedEmail,
  isVisibleToAccount,
} from "../../access/account-visibility.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { isErasable } from "./last-activity.ts"
import { lockQuotes, pseudonymiseInTransaction } from "./pseudonymise.ts"

export type DeletionBlocker =
  | { kind: "open-booking"; number: number; productName: string }
  | { kind: "closing"; number: number; productName: string }
  | { kind: "refund"; number: number; amount: number }
  /** Due instalments, or what an ended booking still costs (D53). */
  | { kind: "debt"; number: number; amount: number }
  | { kind: "deposit"; number: number; amount: number }
  /** Unverified: the address may be somebody else's. */
  | { kind: "unverified" }
  | { kind: "staff" }

type Deletion = {
  blockers: DeletionBlocker[]
  retained: RetainedRecords
}

export type RetainedRecords = {
  bookings: number
  signedContracts: number
  invoices: number
  reports: number
  rightsRequests: number
}

export async function previewDeletion({ profile, role }: Visitor, at: Date = new Date()): Promise<Deletion> {
  const blockers = await findBlockers(db, profile.id, at)
  return {
    blockers: role !== null ? [{ kind: "staff" }, ...blockers] : blockers,
    retained: await countRetained(profile.id),
  }
}

async function countRetained(accountId: ProfileId): Promise<RetainedRecords> {
  const { rows } = await db.execute<RetainedRecords>(sql`
    with own as (select id from bookings where user_id = ${accountId} and ${isVisibleToAccount()})
    select (select count(*)::integer from own) as bookings,
      (select count(*)::integer from contracts where booking_id in (select id from own) and signed_at is not null) as "signedContracts",
      (select count(*)::integer from invoices where booking_id in (select id from own)) as invoices,
      (select count(*)::integer from condition_reports where booking_id in (select id from own)) as reports,
      (select count(*)::integer from rights_requests where profile_id = ${accountId}) as "rightsRequests"`)
  return rows[0] ?? { bookings: 0, signedContracts: 0, invoices: 0, reports: 0, rightsRequests: 0 }
}

type DeletionProblem = OwnPasswordProblem | { kind: "blocked"; blockers: DeletionBlocker[] }

/** The returned headers sign the browser out (D31). */
export async function deleteOwnAccount(
  visitor: Visitor,
  password: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<Headers, DeletionProblem>> {
  const { user, profile } = visitor
  const proof = await verifyOwnPassword(user, password, at)
  if (!proof.ok) return proof
  const deleted = await transaction(async (tx): Promise<Result<null, DeletionProblem>> => {
    await lockQuotes(tx, profile.id)
    await tx.execute(sql`select id from profiles where id = ${profile.id} for update`)
    const blockers = await findBlockers(tx, profile.id, at)
    if (visitor.role !== null) blockers.unshift({ kind: "staff" })
    if (blockers.length > 0) return err({ kind: "blocked", blockers })
    const due = sql`select id from profiles where id = ${profile.id} and ${isErasable(at)}`
    const { rows } = await tx.execute<{ bookings: number }>(
      sql`select count(*)::integer as bookings from bookings where user_id = ${profile.id}`,
    )
    await tx.execute(sql`
      update newsletter_subscriptions set status = 'unsubscribed', unsubscribed_at = ${at.toISOString()}::timestamptz
      where email = ${user.email} and status <> 'unsubscribed' and ${user.emailVerified}::boolean`)
    if (!(await pseudonymiseInTransaction(tx, profile.id, at, { due, action: "person.account-deleted" })))
      return err({ kind: "blocked", blockers: [] })
    const name = user.emailVerified ? profile.name : ""
    const to = [{ name, address: user.email }]
    const data = { name, keptYears: periods.orderYears, bookings: rows[0]?.bookings ?? 0 }
    await orderMail(tx, { template: "account-deleted", to, data }, at)
    return ok(null)
  })
  return deleted.ok ? ok(await endSession(request)) : deleted
}

async function findBlockers(executor: Executor, accountId: ProfileId, at: Date): Promise<DeletionBlocker[]> {
  const today = dayInParis(at)
  const { rows: hidden } = await executor.execute(
    sql`select where ${hasBookingsOrAccessFromOthers(accountId)} and not ${hasConfirmedEmail(sql`${accountId}::uuid`)}`,
  )
  if (hidden.length > 0) return [{ kind: "unverified" }]
  const { rows } = await executor.execute<{
    kind: "open-booking" | "closing" | "refund" | "deposit" | "debt"
    number: string
    product: string
    amount: string
  }>(sql`
    select case when status = 'pending' and expires_at <= ${at.toISOString()}::timestamptz then 'closing' else 'open-booking' end as kind,
        number, product_name as product, 0 as amount from bookings
      where user_id = ${accountId} and status in ('pending', 'confirmed') and returns_on >= ${addDays(today, -1)}::date
    union all
    select 'refund', number, product_name, sum(amount) from refunds join bookings on bookings.id = booking_id
      where user_id = ${accountId} and made_at is null and dropped_at is null group by number, product_name
    union all
    select 'deposit', number, product_name, amount from deposits join bookings on bookings.id = booking_id
      where user_id = ${accountId} and means is not null and settled_at is null
    union all
    select 'debt', number, product, owed - paid from (
      select number, product_name as product,
        case when status = 'confirmed' then
            (select coalesce(sum(amount), 0) from instalments_in_force(bookings.id)
              where (due_on is null or due_on <= ${today}::date)
                and exists (select from contracts where booking_id = bookings.id and contracts.status = 'signed'))
          else coalesce((select kept - goodwill_of(booking_id, at) from booking_ends
            where booking_id = bookings.id and undone_at is null order by at desc limit 1), 0)
        end as owed,
        (select coalesce(sum(amount), 0) from payments where booking_id = bookings.id)
          - (select coalesce(sum(amount), 0) from refunds
              where booking_id = bookings.id and kind = 'refund' and made_at is not null) as paid
      from bookings where user_id = ${accountId} and status <> 'pending') money
    where owed > paid
    order by number`)
  return rows.map(({ kind, number, product, amount }) =>
    kind === "open-booking" || kind === "closing"
      ? { kind, number: Number(number), productName: product }
      : { kind, number: Number(number), amount: Number(amount) },
  )
}
