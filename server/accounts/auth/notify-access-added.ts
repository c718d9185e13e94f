import { eq } from "drizzle-orm"
import type { ProfileId } from "../../../domain/id.ts"
import type { Transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import type { AddedAccess } from "../../platform/mail/mails.ts"
import { isStaff } from "./back-office-access.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"

/** Skips unconfirmed customer addresses: they may be a stranger's. */
export async function notifyAccessAdded(
  tx: Transaction,
  userId: ProfileId,
  added: { access: AddedAccess; called: string },
  at: Date,
): Promise<void> {
  const [user] = await tx
    .select({ name: users.name, email: users.email, emailVerified: users.emailVerified, isStaff })
    .from(users)
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(eq(users.id, userId))
  if (!user || !(user.emailVerified || user.isStaff)) return
  const { name, email } = user
  await orderMail(tx, { template: "access-added", to: [{ name, address: email }], data: { name, ...added } }, at)
}
