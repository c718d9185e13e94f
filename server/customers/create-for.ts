import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { invitePassword } from "../auth/password-link.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { profiles, users } from "../schema/accounts.ts"
import { createProfile } from "./profiles.ts"

export type CustomerToCreate = { name: string; email: string; phone: string }

/** Somebody has that address already: their account is the one to use. */
export type CustomerProblem = { kind: "email-taken"; id: ProfileId; name: string }

/**
 * Makes an account for somebody on the phone. It has no password: a mail, ordered in the same transaction, invites its
 * owner to choose one (D17), and nobody can sign in before. An address that has an account already makes none.
 */
export async function createCustomer(
  actor: Administrator,
  given: CustomerToCreate,
  at: Date = new Date(),
): Promise<Result<{ id: ProfileId; name: string }, CustomerProblem>> {
  const { name, email, phone } = {
    name: given.name.trim(),
    email: normalizeEmail(given.email),
    phone: given.phone.trim(),
  }
  return transaction(async (tx) => {
    const id = randomUUID()
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
    await createProfile({ id, name, email }, {}, tx)
    if (phone !== "") await tx.update(profiles).set({ phone }).where(eq(profiles.id, id))
    await invitePassword(tx, id, at)
    await recordEvent(tx, { by: actor, action: "customer.created", subject: id, personal: { name }, at })
    return ok({ id, name })
  })
}
