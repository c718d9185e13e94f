import { and, eq, isNull, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { orderMail } from "../../platform/mail/order-mail.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import { profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { isStaff } from "./back-office-access.ts"
import { type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts"
import {
  type MailLinkProblem,
  createMailLink,
  deleteMailLink,
  hasLinkValidForTwentyMinutes,
  lockMailLink,
} from "./mail-link.ts"
import { RESET_LINK_HOURS } from "./password-address.ts"
import { type Throttled, admitLinkRequest } from "./password-link.ts"
import { startPendingSignIn } from "./pending-sign-in.ts"
import { rememberedDeviceKey } from "./remembered-device.ts"
import { policies, throttle } from "./throttle.ts"

const expiryFrom = (at: Date) => new Date(at.getTime() + RESET_LINK_HOURS * 3_600_000)

/** A job looks the address up, so the response reveals nothing (D47). */
export async function requestSignInLink(
  typedEmail: string,
  request: Request,
  returnPath: string | null,
  at: Date = new Date(),
): Promise<Result<null, Throttled>> {
  const email = normalizeEmail(typedEmail)
  const admission = await admitLinkRequest(email, request, at)
  if (!admission.ok) return admission
  await transaction((tx) =>
    enqueue(tx, "sign-in-link", { email, ...(returnPath === null ? {} : { back: returnPath }) }),
  )
  return ok(null)
}

/** Staff sign in with the long password (D16), so get no link. */
export async function sendSignInLink(email: string, at: Date = new Date(), returnPath?: string): Promise<string> {
  return transaction(async (tx) => {
    const [user] = await tx
      .select({
        id: users.id,
        name: users.name,
        emailVerified: users.emailVerified,
        disabledAt: users.disabledAt,
        isStaff,
      })
      .from(users)
      .leftJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.email, email))
    if (!user) return "nobody"
    if (user.disabledAt) return "disabled"
    if (user.isStaff) return "staff"
    const admission = await throttle(email, policies.passwordLinkRecipient, at, tx)
    if (!admission.allowed && (await hasLinkValidForTwentyMinutes(tx, user.id, "sign-in", at)))
      return "sent a moment ago"
    const token = await createMailLink(tx, { userId: user.id, email }, "sign-in", expiryFrom(at))
    // A stranger may have typed an unconfirmed name.
    const name = user.emailVerified ? user.name : ""
    await orderMail(
      tx,
      {
        template: "sign-in-link",
        to: [{ name, address: email }],
        data: { name, token, ...(returnPath === undefined ? {} : { back: returnPath }) },
      },
      at,
    )
    return "ordered"
  })
}

type LinkSignInProblem =
  | MailLinkProblem
  /** The response must carry `headers`. */
  | { kind: "code-needed"; headers: Headers }
  | { kind: "password-needed"; token: string }

/** An unconfirmed account on an unknown device may be a stranger's: a new password first ends their access. */
export async function signInWithLink(
  token: string,
  request: Request,
  at: Date = new Date(),
): Promise<Result<CompletedSignIn, LinkSignInProblem>> {
  return transaction(async (tx) => {
    const link = await lockMailLink(tx, token, "sign-in", at)
    if (!link.ok) return link
    const account = await findLinkAccount(tx, link.value)
    if (!account) return err({ kind: "unknown-link" })
    const { id, email, name } = account
    await deleteMailLink(tx, id, "sign-in")
    if (!account.emailVerified && !(await rememberedDeviceKey(request, id)))
      return err({
        kind: "password-needed",
        token: await createMailLink(tx, { userId: id, email }, "password", expiryFrom(at)),
      })
    if (account.hasSecondFactor)
      return err({ kind: "code-needed", headers: await startPendingSignIn(tx, id, null, at) })
    return ok(await completeSignIn(tx, { id, email, name }, request, at))
  })
}

async function findLinkAccount(tx: Transaction, { userId, email }: { userId: ProfileId; email: string }) {
  const [account] = await tx
    .select({
      id: users.id,
      email: users.email,
      name: users.name,
      emailVerified: users.emailVerified,
      hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null`,
    })
    .from(users)
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, userId), eq(users.email, email), isNull(users.disabledAt)))
  return account ?? null
}
