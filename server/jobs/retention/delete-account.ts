import { sql } from "drizzle-orm"
import { addDays, dayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type OwnPasswordProblem, proveOwnPassword } from "../../accounts/auth/own-password.ts"
import { endSession } from "../../accounts/auth/sessions.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { receivedFromOthers, isTrusted, shownToAccount } from "../../access/shown-to-account.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { mayEnd } from "./last-activity.ts"
import { pseudonymiseIn } from "./pseudonymise.ts"

/** What must be settled before an account can go. Amounts in cents. */
export type DeletionBlocker =
  /** Still to be answered, or to come. */
  | { kind: "open-booking"; number: number; productName: string }
  /** Nobody has answered in time: the next sweep writes that it is over, and then it is no obstacle. */
  | { kind: "closing"; number: number; productName: string }
  /** The company owes it. */
  | { kind: "refund"; number: number; amount: number }
  /** The customer owes it: instalments whose day has come, or what an end kept (D53). */
  | { kind: "debt"; number: number; amount: number }
  /** A card is saved, or a cheque or a transfer is held, for a deposit that is neither released nor kept. */
  | { kind: "deposit"; number: number; amount: number }
  /** Something was booked for the address, which nobody has shown to be this account's: it is not told, nor erased. */
  | { kind: "unverified" }
  /** The back office is left by another administrator's act. */
  | { kind: "administrator" }

export type Deletion = {
  blockers: DeletionBlocker[]
  kept: KeptAfterwards
}

/** How much of each kind is kept. Bookings name nobody any more; each of the others stays as it was drawn up. */
export type KeptAfterwards = {
  bookings: number
  signedContracts: number
  /** With credit notes. */
  invoices: number
  reports: number
  rightsRequests: number
}

/** What deleting one's account would come to now. Writes nothing. */
export async function previewDeletion({ profile, isAdmin }: Visitor, at: Date = new Date()): Promise<Deletion> {
  const blockers = await blockersOf(db, profile.id, at)
  return {
    blockers: isAdmin ? [{ kind: "administrator" }, ...blockers] : blockers,
    kept: await keptAfterwards(profile.id),
  }
}

async function keptAfterwards(accountId: ProfileId): Promise<KeptAfterwards> {
  const { rows } = await db.execute<KeptAfterwards>(sql`
    with own as (select id from bookings where user_id = ${accountId} and ${shownToAccount()})
    select (select count(*)::integer from own) as bookings,
      (select count(*)::integer from contracts where booking_id in (select id from own) and signed_at is not null) as "signedContracts",
      (select count(*)::integer from invoices where booking_id in (select id from own)) as invoices,
      (select count(*)::integer from condition_reports where booking_id in (select id from own)) as reports,
      (select count(*)::integer from rights_requests where profile_id = ${accountId}) as "rightsRequests"`)
  return rows[0] ?? { bookings: 0, signedContracts: 0, invoices: 0, reports: 0, rightsRequests: 0 }
}

export type DeletionProblem = OwnPasswordProblem | { kind: "blocked"; blockers: DeletionBlocker[] }

/**
 * Who is signed in, and knows the password, ends their account for good (D31): nobody can sign in to it any more, what
 * the law keeps names nobody but in what was signed or invoiced, and a last mail says so. The headers make the browser forget its session.
 */
export async function deleteOwnAccount(
  visitor: Visitor,
  password: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<Headers, DeletionProblem>> {
  const { user, profile } = visitor
  const known = await proveOwnPassword(user, password, at)
  if (!known.ok) return known
  const deleted = await transaction(async (tx): Promise<Result<null, DeletionProblem>> => {
    await tx.execute(sql`select id from profiles where id = ${profile.id} for update`)
    const blockers = await blockersOf(tx, profile.id, at)
    if (visitor.isAdmin) blockers.unshift({ kind: "administrator" })
    if (blockers.length > 0) return err({ kind: "blocked", blockers })
    const due = sql`select id from profiles where id = ${profile.id} and ${mayEnd(at)}`
    const { rows } = await tx.execute<{ bookings: number }>(
      sql`select count(*)::integer as bookings from bookings where user_id = ${profile.id}`,
    )
    // News are of the address, not of the account: they stop too.
    await tx.execute(sql`
      update newsletter_subscriptions set status = 'unsubscribed', unsubscribed_at = ${at.toISOString()}::timestamptz
      where email = ${user.email} and status <> 'unsubscribed' and ${user.emailVerified}::boolean`)
    if (!(await pseudonymiseIn(tx, profile.id, at, { due, action: "person.account-deleted" })))
      return err({ kind: "blocked", blockers: [] })
    const name = user.emailVerified ? profile.name : ""
    const to = [{ name, address: user.email }]
    const data = { name, keptYears: periods.orderYears, bookings: rows[0]?.bookings ?? 0 }
    await orderMail(tx, { template: "account-deleted", to, data }, at)
    return ok(null)
  })
  return deleted.ok ? ok(await endSession(request)) : deleted
}

async function blockersOf(on: Executor, accountId: ProfileId, at: Date): Promise<DeletionBlocker[]> {
  const today = dayInParis(at)
  const { rows: hidden } = await on.execute(
    sql`select where ${receivedFromOthers(accountId)} and not ${isTrusted(sql`${accountId}::uuid`)}`,
  )
  if (hidden.length > 0) return [{ kind: "unverified" }]
  const { rows } = await on.execute<{
    kind: "open-booking" | "closing" | "refund" | "deposit" | "debt"
    number: string
    product: string
    amount: string
  }>(sql`
    select case when status = 'pending' and expires_at <= ${at.toISOString()}::timestamptz then 'closing' else 'open-booking' end as kind,
        number, product_name as product, 0 as amount from bookings
      where user_id = ${accountId} and status in ('pending', 'confirmed') and last_day >= ${addDays(today, -1)}::date
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
