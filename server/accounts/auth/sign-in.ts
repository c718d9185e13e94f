import { and, eq, isNull, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { MIN_STAFF_PASSWORD } from "../../../domain/accounts/password.ts"
import type { CarriedDraft } from "../../../domain/booking/carried-draft.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { credentials, profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { isStaff } from "./back-office-access.ts"
import { type CompletedSignIn, completeSignIn } from "./complete-sign-in.ts"
import { rememberedDeviceKey } from "./remembered-device.ts"
import { verifyPassword } from "./password-hash.ts"
import { startPendingSignIn } from "./pending-sign-in.ts"
import { clearAttempts, uncountAttempt, policies, throttle } from "./throttle.ts"

export type SignInProblem =
  | { kind: "wrong-credentials" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }
  /** The response must carry `headers`. */
  | { kind: "code-needed"; headers: Headers }

/** Counts attempts before checking. Remembered browsers count apart, so strangers cannot lock the owner out (D47). */
export async function signIn(
  input: { email: string; password: string },
  request: Request,
  at: Date = new Date(),
  carried: CarriedDraft | null = null,
): Promise<Result<CompletedSignIn, SignInProblem>> {
  const email = normalizeEmail(input.email)
  const address = addressGroup(clientAddress(request))
  const candidate = await findAccount(email)
  const device = candidate && (await rememberedDeviceKey(request, candidate.id))
  const limits = device
    ? ([[device, policies.signInDevice]] as const)
    : ([
        [address, policies.signInAddress],
        [email, policies.signInAccount],
      ] as const)
  for (const [subject, policy] of limits) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }

  const checked = await checkPassword(candidate, input.password)
  if (!checked.ok) {
    log.warn("sign-in refused", { reason: checked.error.kind, address })
    return checked
  }
  const { id, passwordHash } = checked.value
  await (device
    ? clearAttempts(device, policies.signInDevice)
    : Promise.all([clearAttempts(email, policies.signInAccount), uncountAttempt(address, policies.signInAddress)]))
  if (input.password.length < MIN_STAFF_PASSWORD) await requireLongerPassword(id)
  return transaction(async (tx) => {
    // Password changes and disabling lock the row: check again.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("share")
    const account = await rereadAccount(tx, id, passwordHash)
    if (!account) return err({ kind: "wrong-credentials" })
    if (account.hasSecondFactor)
      return err({ kind: "code-needed", headers: await startPendingSignIn(tx, id, carried, at) })
    return ok(await completeSignIn(tx, { id, email, name: account.name }, request, at))
  })
}

async function findAccount(email: string) {
  const [account] = await db
    .select({ id: users.id, passwordHash: credentials.passwordHash, disabledAt: users.disabledAt })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email))
  return account ?? null
}

/** Only those who know the password learn that the account is disabled. */
async function checkPassword(candidate: Awaited<ReturnType<typeof findAccount>>, password: string) {
  const verified = await verifyPassword(password, candidate?.passwordHash ?? null)
  if (!verified.ok) return verified
  if (!verified.value || !candidate) return err({ kind: "wrong-credentials" as const })
  return candidate.disabledAt ? err({ kind: "disabled" as const }) : ok(candidate)
}

async function rereadAccount(tx: Transaction, id: ProfileId, passwordHash: string) {
  const [account] = await tx
    .select({ name: users.name, hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null` })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.passwordHash, passwordHash)))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.disabledAt)))
  return account ?? null
}

/** Only sign-in sees the password: somebody who got a role may have a short one (D16). */
async function requireLongerPassword(id: ProfileId): Promise<void> {
  const hasRole = sql`exists (select 1 from ${profiles} where ${profiles.id} = ${users.id} and ${isStaff})`
  await db
    .update(users)
    .set({ passwordRenewalDue: true })
    .where(and(eq(users.id, id), hasRole))
}
