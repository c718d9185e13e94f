import { createHash } from "node:crypto"
import { and, eq, gt, sql } from "drizzle-orm"
import { type Executor, db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { throttles } from "../../platform/schema/accounts.ts"

export type ThrottlePolicy = {
  name: string
  free: number
  windowSeconds: number
  firstDelaySeconds: number
  longestDelaySeconds: number
}

const quarterHour = 15 * 60
const hour = 60 * 60

const day = 24 * hour

const policy = (name: string, free: number, windowSeconds: number): ThrottlePolicy => ({
  name,
  free,
  windowSeconds,
  firstDelaySeconds: 1,
  longestDelaySeconds: quarterHour,
})

/** An address may be a whole office (D16). */
export const policies = {
  signInAccount: policy("sign-in-account", 5, quarterHour),
  signInAddress: policy("sign-in-address", 25, quarterHour),
  signInDevice: policy("sign-in-device", 10, quarterHour),
  passkeyAddress: policy("passkey-address", 50, quarterHour),
  ownPassword: policy("own-password", 5, quarterHour),
  emailChange: policy("email-change", 5, day),
  emailChangeRecipient: {
    name: "email-change-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  dataExport: { name: "data-export", free: 3, windowSeconds: day, firstDelaySeconds: hour, longestDelaySeconds: day },
  rightsRequest: {
    name: "rights-request",
    free: 5,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  calendarFeed: policy("calendar-feed", 60, quarterHour),
  apiKey: policy("api-key", 900, quarterHour),
  /** Keeps accounts from being listed by address (D19). */
  sharing: { name: "sharing", free: 10, windowSeconds: day, firstDelaySeconds: 60, longestDelaySeconds: day },
  sharingAddress: {
    name: "sharing-address",
    free: 30,
    windowSeconds: day,
    firstDelaySeconds: 60,
    longestDelaySeconds: day,
  },
  sharingChange: {
    name: "sharing-change",
    free: 10,
    windowSeconds: day,
    firstDelaySeconds: 60,
    longestDelaySeconds: day,
  },
  testMail: policy("test-mail", 5, quarterHour),
  handIn: { name: "hand-in", free: 10, windowSeconds: hour, firstDelaySeconds: 60, longestDelaySeconds: hour },
  secondFactor: policy("second-factor", 5, quarterHour),
  signUpAddress: policy("sign-up-address", 10, hour),
  passwordLinkAddress: policy("password-link-address", 10, hour),
  contactAddress: policy("contact-address", 5, hour),
  shownPriceAddress: policy("shown-price-address", 10, hour),
  shownPriceRequest: {
    name: "shown-price-asked",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
  shownPriceRecipient: {
    name: "shown-price-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  newsletterAddress: policy("newsletter-address", 10, hour),
  addressCompletion: policy("address-completion", 300, quarterHour),
  deliveryQuote: policy("delivery-quote", 200, quarterHour),
  datesCheck: policy("dates-check", 300, quarterHour),
  datesHold: policy("dates-hold", 120, quarterHour),
  /** Counts wizard, cart and procedure together (D40). */
  accountHold: policy("account-hold", 60, quarterHour),
  newsletterRecipient: {
    name: "newsletter-recipient",
    free: 2,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  verificationRecipient: {
    name: "verification-recipient",
    free: 2,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  verificationRequest: {
    name: "verification-asked",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
  verificationAddress: policy("verification-address", 10, hour),
  verificationRequestRecipient: {
    name: "verification-asked-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Strangers cannot exhaust the owner's requests (D47). */
  passwordLinkRequest: {
    name: "password-link-asked",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
  signingCodeRecipient: {
    name: "signing-code-recipient",
    free: 5,
    windowSeconds: hour,
    firstDelaySeconds: 60,
    longestDelaySeconds: hour,
  },
  /** Abuse of one link must not block other contracts. */
  withdrawalCode: {
    name: "withdrawal-code",
    free: 5,
    windowSeconds: hour,
    firstDelaySeconds: 60,
    longestDelaySeconds: hour,
  },
  freshLink: { name: "fresh-link", free: 3, windowSeconds: day, firstDelaySeconds: hour, longestDelaySeconds: day },
  passwordLinkRecipient: {
    name: "password-link-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  passwordLinkOffer: {
    name: "password-link-offered",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
} as const satisfies Record<string, ThrottlePolicy>

type Admission = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/** One statement counts concurrent attempts in turn. */
export async function throttle(
  subject: string,
  policy: ThrottlePolicy,
  at: Date = new Date(),
  executor: Executor = db,
): Promise<Admission> {
  const key = throttleKey(subject, policy)
  const counted = await executor.execute(sql`
    with rule as (
      select ${at.toISOString()}::timestamptz as now, ${sql.param(waitSteps(policy))}::int[] as waits,
        make_interval(secs => ${policy.windowSeconds}::int) as memory)
    insert into throttles as existing (key, attempts, window_ends_at, blocked_until)
    select ${key}, 1, now + memory + make_interval(secs => waits[1]),
      now + make_interval(secs => nullif(waits[1], 0))
    from rule
    on conflict (key) do update set (attempts, window_ends_at, blocked_until) = (
      select attempt,
        case when attempt > 1 and wait = 0 then existing.window_ends_at else now + memory + make_interval(secs => wait) end,
        now + make_interval(secs => nullif(wait, 0))
      from rule,
        lateral (select case when existing.window_ends_at <= now then 1 else existing.attempts + 1 end as attempt) as counting,
        lateral (select waits[least(attempt, cardinality(waits))] as wait) as waiting)
    where existing.blocked_until is null or existing.blocked_until <= (select now from rule)
    returning attempts`)
  if (counted.rows.length > 0) return { allowed: true }

  const [row] = await executor.select({ until: throttles.blockedUntil }).from(throttles).where(eq(throttles.key, key))
  const retryAfterSeconds = Math.max(1, Math.ceil(((row?.until?.getTime() ?? 0) - at.getTime()) / 1000))
  log.warn("throttled", { policy: policy.name, retryAfterSeconds })
  return { allowed: false, retryAfterSeconds }
}

function waitSteps({ free, firstDelaySeconds, longestDelaySeconds }: ThrottlePolicy): number[] {
  const waits = Array<number>(free - 1).fill(0)
  for (let wait = firstDelaySeconds; wait < longestDelaySeconds; wait *= 2) waits.push(wait)
  return [...waits, longestDelaySeconds]
}

export async function clearAttempts(subject: string, policy: ThrottlePolicy, executor: Executor = db): Promise<void> {
  await executor.delete(throttles).where(eq(throttles.key, throttleKey(subject, policy)))
}

export async function uncountAttempt(subject: string, policy: ThrottlePolicy): Promise<void> {
  const row = eq(throttles.key, throttleKey(subject, policy))
  await db.delete(throttles).where(and(row, eq(throttles.attempts, 1)))
  await db
    .update(throttles)
    .set({ attempts: sql`${throttles.attempts} - 1`, blockedUntil: null })
    .where(and(row, gt(throttles.attempts, 1)))
}

/** Hashed: the table must not store what people typed. */
function throttleKey(subject: string, policy: ThrottlePolicy): string {
  return `${policy.name}:${createHash("sha256").update(subject).digest("base64url")}`
}
