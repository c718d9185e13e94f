import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { Account, Administrator } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { invitePassword } from "../auth/password-link.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { lockList } from "../../platform/revisions/edits.ts"
import { createProfile, readProfile } from "./profiles.ts"

/** `id` comes from the form, so that what is sent twice makes one. `email` may be empty. */
export type CustomerToCreate = { id: ProfileId; name: string; email: string; phone: string }
/** Somebody is known by that address already: theirs is the file to use. */
export type CustomerProblem = { kind: "email-taken"; id: ProfileId; name: string }

/**
 * Makes somebody on the phone a customer, in the transaction of what they ask for. With an address they have an account
 * without a password: a mail invites its owner to choose one (D17), and nobody can sign in before. An address that
 * somebody is known by already makes none. Without an address they are known by their bookings alone, and nothing is mailed.
 */
export async function createCustomer(
  tx: Transaction,
  actor: Administrator,
  given: CustomerToCreate,
  at: Date,
): Promise<Result<Account, CustomerProblem>> {
  const { id, name, email, phone } = {
    id: given.id,
    name: given.name.trim(),
    email: normalizeEmail(given.email),
    phone: given.phone.trim(),
  }
  await lockList(tx, `customer ${id}`)
  if (await readProfile(id, tx)) return ok({ id, name })
  if (email !== "") {
    // Somebody may be known by their bookings alone, without an account.
    const [noted] = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(profiles)
      .where(eq(profiles.email, email))
      .limit(1)
    if (noted) return err({ kind: "email-taken", ...noted })
    const [created] = await tx
      .insert(users)
      .values({ id, name, email })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!created) {
      const [known] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email))
      if (!known) throw new Error("An account was there, then gone")
      // An account that lost its profile gets it back (specification, section 8).
      await createProfile({ ...known, email }, {}, tx)
      return err({ kind: "email-taken", ...known })
    }
  }
  await createProfile({ id, name, email }, {}, tx)
  if (phone !== "") await tx.update(profiles).set({ phone }).where(eq(profiles.id, id))
  if (email !== "") await invitePassword(tx, id, at)
  await recordEvent(tx, { by: actor, action: "customer.created", subject: id, personal: { name }, at })
  return ok({ id, name })
}
