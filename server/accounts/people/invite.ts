import { eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type BackOfficeRole, roleColumns } from "../../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { users } from "../../platform/schema/accounts.ts"
import { inviteStaffMember } from "../auth/password-link.ts"
import { createProfile } from "../customers/profiles.ts"

type Invitation = { name: string; email: string; role: BackOfficeRole }
type InvitationProblem = { kind: "email-taken"; id: ProfileId; name: string }

/** Makes the account with its role and mails the link that chooses its password. */
export async function invitePerson(
  actor: Staff,
  { name, email, role }: Invitation,
  at: Date = new Date(),
): Promise<Result<ProfileId, InvitationProblem>> {
  return transaction(async (tx) => {
    const [invited] = await tx
      .insert(users)
      .values({ name, email })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id })
    if (!invited) {
      const [account] = await tx.select({ id: users.id, name: users.name }).from(users).where(eq(users.email, email))
      if (!account) throw new Error("An account was there, then gone")
      return err({ kind: "email-taken", ...account })
    }
    const { id } = invited
    await createProfile({ id, name, email }, roleColumns(role), tx)
    await inviteStaffMember(tx, id, role, at)
    await recordEvent(tx, {
      by: actor,
      action: "person.invited",
      subject: id,
      details: { role },
      personal: { name },
      at,
    })
    return ok(id)
  })
}
