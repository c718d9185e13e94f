import { and, eq, isNull, sql } from "drizzle-orm"
import { normalizeEmail } from "../../../domain/accounts/email.ts"
import { MIN_ADMINISTRATOR_PASSWORD } from "../../../domain/accounts/password.ts"
import type { CarriedTyping } from "../../../domain/booking/carried-typing.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { credentials, profiles, secondFactors, users } from "../../platform/schema/accounts.ts"
import { addressGroup, clientAddress } from "../../platform/request/client-address.ts"
import { type SignedIn, enter } from "./enter.ts"
import { knownDevice } from "./known-device.ts"
import { verifyPassword } from "./password-hash.ts"
import { awaitSecondFactor } from "./pending-sign-in.ts"
import { forgetAttempts, giveBackAttempt, policies, throttle } from "./throttle.ts"

export type SignInProblem =
  | { kind: "wrong-credentials" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }
  /** The password was right, the second factor is wanted too. The answer must carry `headers`. */
  | { kind: "code-needed"; headers: Headers }

/**
 * Opens a new session for who knows the password (D16), unless the account has a second factor (D17). Every try counts
 * before the password is looked at: against the account and the network address it came from, or, from a browser that the
 * account has signed in from before, against that browser alone, so that strangers cannot keep its owner out (D47). The
 * right password forgets them. `carried` waits with it for the second factor. The session that the browser had before is ended, so that a stolen older one dies with it.
 */
export async function signIn(
  given: { email: string; password: string },
  request: Request,
  at: Date = new Date(),
  carried: CarriedTyping | null = null,
): Promise<Result<SignedIn, SignInProblem>> {
  const email = normalizeEmail(given.email)
  const address = addressGroup(clientAddress(request))
  const found = await accountWith(email)
  const device = found && (await knownDevice(request, found.id))
  const counted = device
    ? ([[device, policies.signInDevice]] as const)
    : ([
        [address, policies.signInAddress],
        [email, policies.signInAccount],
      ] as const)
  for (const [subject, policy] of counted) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return err({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }

  const known = await opened(found, given.password)
  if (!known.ok) {
    log.warn("sign-in refused", { reason: known.error.kind, address })
    return known
  }
  const { id, passwordHash } = known.value
  // A browser that is known forgets its own; the guesses of strangers go on counting against them.
  await (device
    ? forgetAttempts(device, policies.signInDevice)
    : Promise.all([forgetAttempts(email, policies.signInAccount), giveBackAttempt(address, policies.signInAddress)]))
  if (given.password.length < MIN_ADMINISTRATOR_PASSWORD) await askForLongerPassword(id)
  return transaction(async (tx) => {
    // Whoever replaces a password or disables an account holds its row: what was true a moment ago may be so no more.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, id)).for("share")
    const account = await accountWithPassword(tx, id, passwordHash)
    if (!account) return err({ kind: "wrong-credentials" })
    if (account.hasSecondFactor)
      return err({ kind: "code-needed", headers: await awaitSecondFactor(tx, id, carried, at) })
    return ok(await enter(tx, { id, email, name: account.name }, request, at))
  })
}

async function accountWith(email: string) {
  const [found] = await db
    .select({ id: users.id, passwordHash: credentials.passwordHash, disabledAt: users.disabledAt })
    .from(users)
    .innerJoin(credentials, eq(credentials.userId, users.id))
    .where(eq(users.email, email))
  return found ?? null
}

/** Whose password that is. That an account is disabled is only said to who knows its password. */
async function opened(found: Awaited<ReturnType<typeof accountWith>>, password: string) {
  const verified = await verifyPassword(password, found?.passwordHash ?? null)
  if (!verified.ok) return verified
  if (!verified.value || !found) return err({ kind: "wrong-credentials" as const })
  return found.disabledAt ? err({ kind: "disabled" as const }) : ok(found)
}

async function accountWithPassword(tx: Transaction, id: ProfileId, passwordHash: string) {
  const [account] = await tx
    .select({ name: users.name, hasSecondFactor: sql<boolean>`${secondFactors.confirmedAt} is not null` })
    .from(users)
    .innerJoin(credentials, and(eq(credentials.userId, users.id), eq(credentials.passwordHash, passwordHash)))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .where(and(eq(users.id, id), isNull(users.disabledAt)))
  return account ?? null
}

/**
 * Only here is the length of a password known: an administrator, made one after signing up, whose password is too short
 * for the back office must choose another before it opens (D16).
 */
async function askForLongerPassword(id: ProfileId): Promise<void> {
  const isAdministrator = sql`exists (select 1 from ${profiles} where ${profiles.id} = ${users.id} and ${profiles.role} = 'admin')`
  await db
    .update(users)
    .set({ passwordRenewalDue: true })
    .where(and(eq(users.id, id), isAdministrator))
}
