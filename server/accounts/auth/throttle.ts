import { createHash } from "node:crypto"
import { and, eq, gt, sql } from "drizzle-orm"
import { type Executor, db } from "../../platform/database.server.ts"
import { log } from "../../platform/log.ts"
import { throttles } from "../../platform/schema/accounts.ts"

/** `free` attempts in a window pass at once; each one after them makes the next wait twice as long as before. */
export type ThrottlePolicy = {
  /** Part of the stored key, so that two policies never count together. */
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

/**
 * What is throttled, and by how much (D16); a verb that needs it adds its line. A network address may be a whole office:
 * it gets more than an account.
 */
export const policies = {
  signInAccount: policy("sign-in-account", 5, quarterHour),
  signInAddress: policy("sign-in-address", 25, quarterHour),
  /** Counted by browser and account, where that account has signed in before: strangers count elsewhere (D47). */
  signInDevice: policy("sign-in-device", 10, quarterHour),
  /** Questions to a device, counted by network address: each is a row until it is answered or too old. */
  passkeyAddress: policy("passkey-address", 50, quarterHour),
  /** The present password of who is signed in, asked again before what would keep them out. */
  ownPassword: policy("own-password", 5, quarterHour),
  /** Wishes for another mail address, counted by account. */
  emailChange: policy("email-change", 5, day),
  /** And by the address that is wished for: nobody is written to because somebody types their address. */
  emailChangeRecipient: {
    name: "email-change-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Copies of one's own data, counted by account: each is a file to make and to keep. */
  dataExport: { name: "data-export", free: 3, windowSeconds: day, firstDelaySeconds: hour, longestDelaySeconds: day },
  /** Requests about one's rights, counted by account. */
  rightsRequest: {
    name: "rights-request",
    free: 5,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Readings of one calendar's address: calendars ask a few times a day. */
  calendarFeed: policy("calendar-feed", 60, quarterHour),
  /** What one key of the API asks: a tool that reads all day stays below. */
  apiKey: policy("api-key", 900, quarterHour),
  /** Accounts looked for by their address, to share one's own with them: nobody lists accounts by it (D19). */
  sharing: { name: "sharing", free: 10, windowSeconds: day, firstDelaySeconds: 60, longestDelaySeconds: day },
  sharingAddress: {
    name: "sharing-address",
    free: 30,
    windowSeconds: day,
    firstDelaySeconds: 60,
    longestDelaySeconds: day,
  },
  /** Changes of what somebody may do with an account, counted by account: each is a mail to both. */
  sharingChange: {
    name: "sharing-change",
    free: 10,
    windowSeconds: day,
    firstDelaySeconds: 60,
    longestDelaySeconds: day,
  },
  /** Files handed in by a link, counted by booking: each is read whole, kept, and stays in the record. */
  handIn: { name: "hand-in", free: 10, windowSeconds: hour, firstDelaySeconds: 60, longestDelaySeconds: hour },
  /** Codes of the second factor, counted by account: there are only a million of them. */
  secondFactor: policy("second-factor", 5, quarterHour),
  signUpAddress: policy("sign-up-address", 10, hour),
  passwordLinkAddress: policy("password-link-address", 10, hour),
  contactAddress: policy("contact-address", 5, hour),
  newsletterAddress: policy("newsletter-address", 10, hour),
  /** Asked while an address is typed: a person who types fast for a quarter of an hour does not come near it. */
  addressCompletion: policy("address-completion", 300, quarterHour),
  deliveryQuote: policy("delivery-quote", 200, quarterHour),
  datesCheck: policy("dates-check", 300, quarterHour),
  datesHold: policy("dates-hold", 120, quarterHour),
  /** Counted by account, wherever the days are held from: the wizard, the cart, the procedure (D40). */
  accountHold: policy("account-hold", 60, quarterHour),
  /** Counted per recipient: nobody is written to again and again because somebody else types their address. */
  newsletterRecipient: {
    name: "newsletter-recipient",
    free: 2,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Counted per recipient too: an administrator who insists does not fill somebody's mailbox. */
  verificationRecipient: {
    name: "verification-recipient",
    free: 2,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Links to confirm an address, asked for by who says that it is theirs: by sender and recipient, as for passwords. */
  verificationAsked: {
    name: "verification-asked",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
  verificationAddress: policy("verification-address", 10, hour),
  /** And by recipient, whoever asked: beyond these none is sent while the last one's link is still good. */
  verificationAskedRecipient: {
    name: "verification-asked-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /**
   * Counted per sender and recipient together: anyone who did not find the first mail asks again at once, whoever asks for
   * somebody else soon waits, and nobody uses up what the owner of an address may ask for (D47).
   */
  passwordLinkAsked: {
    name: "password-link-asked",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
  /** Codes to sign with, counted by account: who looks at the wrong mailbox asks again, a machine soon waits. */
  signingCodeRecipient: {
    name: "signing-code-recipient",
    free: 5,
    windowSeconds: hour,
    firstDelaySeconds: 60,
    longestDelaySeconds: hour,
  },
  /**
   * Codes to withdraw with, counted by contract: anyone who holds a link of one keeps nobody from signing another, nor from
   * withdrawing from it.
   */
  withdrawalCode: {
    name: "withdrawal-code",
    free: 5,
    windowSeconds: hour,
    firstDelaySeconds: 60,
    longestDelaySeconds: hour,
  },
  /** Links in the place of one that has ended, counted by booking: whoever holds the old one fills nobody's mailbox. */
  freshLink: { name: "fresh-link", free: 3, windowSeconds: day, firstDelaySeconds: hour, longestDelaySeconds: day },
  /** Mails to one recipient, whoever asked: beyond these none is sent while the last one's link is still good. */
  passwordLinkRecipient: {
    name: "password-link-recipient",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: hour,
    longestDelaySeconds: day,
  },
  /** Those that an administrator sends, counted per recipient and apart from those that strangers ask for. */
  passwordLinkOffered: {
    name: "password-link-offered",
    free: 3,
    windowSeconds: day,
    firstDelaySeconds: quarterHour,
    longestDelaySeconds: day,
  },
} as const satisfies Record<string, ThrottlePolicy>

export type Admission = { allowed: true } | { allowed: false; retryAfterSeconds: number }

/**
 * Counts an attempt by `subject` (an account, an address) and tells whether it may go on. One statement decides, so
 * that attempts sent together, from any number of processes, are counted one after the other. An attempt that is told
 * to wait is not counted: insisting does not lengthen the wait.
 */
export async function throttle(
  subject: string,
  policy: ThrottlePolicy,
  at: Date = new Date(),
  on: Executor = db,
): Promise<Admission> {
  const key = keyOf(subject, policy)
  const counted = await on.execute(sql`
    with rule as (
      select ${at.toISOString()}::timestamptz as now, ${sql.param(waitsOf(policy))}::int[] as waits,
        make_interval(secs => ${policy.windowSeconds}::int) as memory)
    insert into throttles as known (key, attempts, window_ends_at, blocked_until)
    select ${key}, 1, now + memory + make_interval(secs => waits[1]),
      now + make_interval(secs => nullif(waits[1], 0))
    from rule
    on conflict (key) do update set (attempts, window_ends_at, blocked_until) = (
      select attempt,
        case when attempt > 1 and wait = 0 then known.window_ends_at else now + memory + make_interval(secs => wait) end,
        now + make_interval(secs => nullif(wait, 0))
      from rule,
        lateral (select case when known.window_ends_at <= now then 1 else known.attempts + 1 end as attempt) as counting,
        lateral (select waits[least(attempt, cardinality(waits))] as wait) as waiting)
    where known.blocked_until is null or known.blocked_until <= (select now from rule)
    returning attempts`)
  if (counted.rows.length > 0) return { allowed: true }

  const [row] = await on.select({ until: throttles.blockedUntil }).from(throttles).where(eq(throttles.key, key))
  const retryAfterSeconds = Math.max(1, Math.ceil(((row?.until?.getTime() ?? 0) - at.getTime()) / 1000))
  log.warn("throttled", { policy: policy.name, retryAfterSeconds })
  return { allowed: false, retryAfterSeconds }
}

/**
 * The seconds to wait after each attempt: none while they are free, then 1, 2, 4 … up to the longest, which stays. Free
 * attempts share the window of the first; once there is a wait, it is remembered for a whole window after its end.
 */
function waitsOf({ free, firstDelaySeconds, longestDelaySeconds }: ThrottlePolicy): number[] {
  const waits = Array<number>(free - 1).fill(0)
  for (let wait = firstDelaySeconds; wait < longestDelaySeconds; wait *= 2) waits.push(wait)
  return [...waits, longestDelaySeconds]
}

/** Forgets what was counted: the person has shown who they are. */
export async function forgetAttempts(subject: string, policy: ThrottlePolicy, on: Executor = db): Promise<void> {
  await on.delete(throttles).where(eq(throttles.key, keyOf(subject, policy)))
}

/** Takes one attempt back, when it turned out not to count against an address that several people may share. */
export async function giveBackAttempt(subject: string, policy: ThrottlePolicy, on: Executor = db): Promise<void> {
  const row = eq(throttles.key, keyOf(subject, policy))
  await on.delete(throttles).where(and(row, eq(throttles.attempts, 1)))
  await on
    .update(throttles)
    .set({ attempts: sql`${throttles.attempts} - 1`, blockedUntil: null })
    .where(and(row, gt(throttles.attempts, 1)))
}

/** Hashed: what was typed as an address, right or wrong, is nobody's business in a table of attempts. */
function keyOf(subject: string, policy: ThrottlePolicy): string {
  return `${policy.name}:${createHash("sha256").update(subject).digest("base64url")}`
}
