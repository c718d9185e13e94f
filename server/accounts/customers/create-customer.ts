import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { readPhone } from "../../../domain/phone.ts"
import type { Account, Actor } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { invitePassword } from "../auth/password-link.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { lockByName } from "../../platform/revisions/edits.ts"
import { createProfile, readProfile } from "./profiles.ts"

/** `id` comes from the form, so that a repeated post creates one customer. */
export type CustomerToCreate = { id: ProfileId; name: string; email: string; phone: string }
export type CustomerProblem = { kind: "email-taken"; id: ProfileId; name: string }

/** Without an address nothing is mailed (D17). */
export async function createCustomer(
  tx: Transaction,
  actor: Actor,
  input: CustomerToCreate,
  at: Date,
): Promise<Result<Account, CustomerProblem>> {
  const { id, name, email, phone } = {
    id: input.id,
    name: input.name.trim(),
    email: normalizeEmail(input.email),
    phone: readPhone(input.phone) ?? "",
  }
  await lockByName(tx, `customer ${id}`)
  if (await readProfile(id, tx)) return ok({ id, name })
  if (email !== "") {
    const [existing] = await tx
      .select({ id: profiles.id, name: profiles.name })
      .from(profiles)
      .where(eq(profiles.email, email))
      .limit(1)
    if (existing) return err({ kind: "email-taken", ...existing })
    const [created] = await tx
      .insert(users)
      .values({ id, name, email })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!created) {
      const [account] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email))
      if (!account) throw new Error("An account was there, then gone")
      // Restores an account's missing profile (specification, section 8).
      await createProfile({ ...account, email }, {}, tx)
      return err({ kind: "email-taken", ...account })
    }
  }
  await createProfile({ id, name, email }, {}, tx)
  if (phone !== "") await tx.update(profiles).set({ phone }).where(eq(profiles.id, id))
  if (email !== "") await invitePassword(tx, id, at)
  await recordEvent(tx, { by: actor, action: "customer.created", subject: id, personal: { name }, at })
  return ok({ id, name })
}
