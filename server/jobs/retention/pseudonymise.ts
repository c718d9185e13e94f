import { type SQL, eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { system } from "../../../domain/accounts/party.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { provenAddress } from "./proven-address.ts"
import { eraseExports } from "../../reports/data-exports/erase.ts"
import { eraseDetailsOf } from "./erase.ts"
import { eraseMailDetails } from "../../outside/mails/keep-ledger.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { retentionRuns } from "../../platform/schema/retention.ts"
import { scrubBookings } from "./scrub-bookings.ts"

/** What an erased account is called where its bookings are listed. */
export const ERASED_NAME = "Compte effacé"

/**
 * Ends an account that `due` still selects: nobody can sign in to it, and nothing of it names anybody any more (D31). Its
 * bookings stay for the years that the law asks for, without street, notes and reasons; signed contracts stay whole. True
 * when it did.
 */
export async function pseudonymise(id: ProfileId, at: Date, due: SQL): Promise<boolean> {
  return transaction((tx) => pseudonymiseIn(tx, id, at, { due, action: "person.pseudonymised" }))
}

type Ending = {
  /** Selects the ids of the accounts that may end. */
  due: SQL
  /** Why it ends: nobody used it, or its owner asks for it. */
  action: "person.pseudonymised" | "person.account-deleted"
}

/** The same in a transaction that does more. */
export async function pseudonymiseIn(
  tx: Transaction,
  id: ProfileId,
  at: Date,
  { due, action }: Ending,
): Promise<boolean> {
  await tx.execute(sql`select id from profiles where id = ${id} for update`)
  const { rows } = await tx.execute(sql`select id from (${due}) due where id = ${id}`)
  if (rows.length === 0) return false
  await eraseExports(tx, sql`select id from data_exports where user_id = ${id}`)
  // First: what the record says of them, and what was written to them, is found by their address.
  const address = await provenAddress(tx, id)
  await eraseDetailsOf(tx, system, id, at)
  await scrubBookings(tx, sql`select id from bookings where user_id = ${id}`)
  if (address !== null)
    await eraseMailDetails(
      tx,
      sql`select mail_id from mail_details
          where exists (select from jsonb_array_elements(recipients) recipient where lower(recipient ->> 'address') = ${address})`,
    )
  await tx.execute(sql`delete from customer_notes where profile_id = ${id}`)
  await tx.execute(sql`delete from booking_drafts where user_id = ${id}`)
  await tx.execute(sql`delete from carts where user_id = ${id}`)
  await tx.execute(sql`delete from shared_accounts where owner_id = ${id} or shared_with_id = ${id}`)
  // With its sessions, password, links and second factor.
  await tx.delete(users).where(eq(users.id, id))
  await tx
    .update(profiles)
    .set({
      name: ERASED_NAME,
      email: "",
      street: null,
      zipCode: null,
      city: null,
      addressInstructions: null,
      phone: null,
      businessName: null,
      businessSiret: null,
      businessVat: null,
      businessContactName: null,
      lastSignInAt: null,
      erasedAt: at,
    })
    .where(eq(profiles.id, id))
  const { rows: counted } = await tx.execute<{ bookings: number }>(
    sql`select count(*)::integer as bookings from bookings where user_id = ${id}`,
  )
  const bookings = counted[0]?.bookings ?? 0
  await recordEvent(tx, { by: system, action, subject: id, details: { bookings }, at })
  await tx.insert(retentionRuns).values({ at, kind: "accounts", rows: 1 })
  return true
}
