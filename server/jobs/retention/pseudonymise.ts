import { type SQL, eq, sql } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import { system } from "../../../domain/accounts/party.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { findVerifiedAddress } from "./verified-address.ts"
import { eraseExports } from "../../reports/data-exports/erase.ts"
import { deleteQuotes } from "../../quotes/delete-quotes.ts"
import { eraseEventDetails } from "./erase-event-details.ts"
import { eraseMailDetails } from "../../outside/mails/maintain-ledger.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { retentionRuns } from "../../platform/schema/retention.ts"
import { scrubBookings } from "./scrub-bookings.ts"

export const ERASED_NAME = "Compte effacé"

/** Does nothing unless `due` still selects the account (D31). */
export async function pseudonymise(id: ProfileId, at: Date, due: SQL): Promise<boolean> {
  return transaction(async (tx) => {
    await lockQuotes(tx, id)
    return pseudonymiseInTransaction(tx, id, at, { due, action: "person.pseudonymised" })
  })
}

/** Before the profile, as an acceptance locks them. */
export async function lockQuotes(tx: Transaction, id: ProfileId): Promise<void> {
  const address = await findVerifiedAddress(tx, id)
  await tx.execute(sql`${selectQuotes(id, address)} order by id for update`)
}

function selectQuotes(id: ProfileId, address: string | null): SQL {
  return sql`select id from quotes where user_id = ${id} or user_id is null and lower(email) = ${address}`
}

type Erasure = {
  due: SQL
  action: "person.pseudonymised" | "person.account-deleted"
}

export async function pseudonymiseInTransaction(
  tx: Transaction,
  id: ProfileId,
  at: Date,
  { due, action }: Erasure,
): Promise<boolean> {
  await tx.execute(sql`select id from profiles where id = ${id} for update`)
  const { rows } = await tx.execute(sql`select id from (${due}) due where id = ${id}`)
  if (rows.length === 0) return false
  await eraseExports(tx, sql`select id from data_exports where user_id = ${id}`)
  // First: events and mails are found by the address.
  const address = await findVerifiedAddress(tx, id)
  await eraseEventDetails(tx, system, id, at)
  await scrubBookings(tx, sql`select id from bookings where user_id = ${id}`)
  if (address !== null)
    await eraseMailDetails(
      tx,
      sql`select mail_id from mail_details
          where exists (select from jsonb_array_elements(recipients) recipient where lower(recipient ->> 'address') = ${address})`,
    )
  await tx.execute(sql`delete from customer_notes where profile_id = ${id}`)
  await tx.execute(sql`delete from booking_drafts where user_id = ${id}`)
  await deleteQuotes(tx, selectQuotes(id, address))
  await tx.execute(sql`delete from carts where user_id = ${id}`)
  await tx.execute(sql`delete from shown_prices where user_id = ${id} or lower(email) = ${address}`)
  await tx.execute(sql`delete from leads where user_id = ${id} or lower(email) = ${address}`)
  await tx.execute(sql`delete from shared_accounts where owner_id = ${id} or shared_with_id = ${id}`)
  // Cascades to sessions, password, links and second factor.
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
      placeName: null,
      homeStreet: null,
      homeZipCode: null,
      homeCity: null,
      phone: null,
      businessName: null,
      businessSiret: null,
      businessVat: null,
      businessContactName: null,
      heardFrom: "",
      campaign: "",
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
