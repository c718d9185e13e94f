import { APIError } from "better-auth/api"
import { and, eq, sql } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import { administratorPasswordMinimum } from "../../domain/accounts/password.ts"
import { type Result, done, refused } from "../../domain/result.ts"
import { db } from "../database.server.ts"
import { log } from "../log.ts"
import { profiles, users } from "../schema/accounts.ts"
import { accountDisabled, authentication, sessionCookie } from "./auth.ts"
import { addressGroup, clientAddress } from "./client-address.ts"
import { endSession } from "./sessions.ts"
import { forgetAttempts, giveBackAttempt, policies, throttle } from "./throttle.ts"

export type Account = { id: string; email: string; name: string }
/** `headers` holds the Set-Cookie of the new session: the answer to the browser must carry it. */
export type SignedIn = { account: Account; headers: Headers }

export type SignInProblem =
  | { kind: "wrong-credentials" }
  | { kind: "disabled" }
  | { kind: "throttled"; retryAfterSeconds: number }

/**
 * Opens a new session for who knows the password (D16). Every try counts against the account and against the network
 * address it came from, before the password is looked at; the right password forgets them. The session that the
 * browser had before is ended, so that a stolen older one dies with it.
 */
export async function signIn(
  given: { email: string; password: string },
  request: Request,
  at: Date = new Date(),
): Promise<Result<SignedIn, SignInProblem>> {
  const email = normalizeEmail(given.email)
  const address = addressGroup(clientAddress(request))
  for (const [subject, policy] of [
    [address, policies.signInAddress],
    [email, policies.signInAccount],
  ] as const) {
    const admission = await throttle(subject, policy, at)
    if (!admission.allowed) return refused({ kind: "throttled", retryAfterSeconds: admission.retryAfterSeconds })
  }

  const opened = await openSession({ email, password: given.password }, request)
  if (!opened.ok) {
    log.warn("sign-in refused", { reason: opened.error.kind, address })
    return opened
  }
  await Promise.all([
    forgetAttempts(email, policies.signInAccount),
    giveBackAttempt(address, policies.signInAddress),
    endSession(request),
  ])
  await noteSignIn(opened.value.account, at)
  if (given.password.length < administratorPasswordMinimum) await askForLongerPassword(opened.value.account.id)
  log.info("signed in", { userId: opened.value.account.id, address })
  return opened
}

/** Without throttling or records: for whoever has just proved who they are. */
export async function openSession(
  body: { email: string; password: string },
  request: Request,
): Promise<Result<SignedIn, Exclude<SignInProblem, { kind: "throttled" }>>> {
  const { auth } = await authentication()
  try {
    const { headers, response } = await auth.api.signInEmail({ body, headers: request.headers, returnHeaders: true })
    const { id, name } = response.user
    return done({ account: { id, email: body.email, name }, headers: sessionCookieOf(headers) })
  } catch (error) {
    if (!(error instanceof APIError)) throw error
    if (error.body?.code === accountDisabled) return refused({ kind: "disabled" })
    if (error.statusCode >= 400 && error.statusCode < 500) return refused({ kind: "wrong-credentials" })
    throw error
  }
}

/** The cookie of the session alone: better-auth also clears some that we never set. */
export function sessionCookieOf(headers: Headers): Headers {
  const kept = new Headers()
  for (const cookie of headers.getSetCookie())
    if (cookie.startsWith(`${sessionCookie}=`)) kept.append("set-cookie", cookie)
  return kept
}

/**
 * Only here is the length of a password known: an administrator, made one after signing up, whose password is too short
 * for the back office must choose another before it opens (D16).
 */
async function askForLongerPassword(id: string): Promise<void> {
  const isAdministrator = sql`exists (select 1 from ${profiles} where ${profiles.id} = ${users.id} and ${profiles.role} = 'admin')`
  await db
    .update(users)
    .set({ passwordRenewalDue: true })
    .where(and(eq(users.id, id), isAdministrator))
}

/** Also makes the profile again when it is missing (specification, section 4). */
async function noteSignIn({ id, email, name }: Account, at: Date): Promise<void> {
  await db
    .insert(profiles)
    .values({ id, email, name, lastSignInAt: at })
    .onConflictDoUpdate({ target: profiles.id, set: { lastSignInAt: at } })
}
