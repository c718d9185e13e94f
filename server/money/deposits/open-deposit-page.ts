import { createHmac } from "node:crypto"
import { and, eq, inArray, ne } from "drizzle-orm"
import { href } from "react-router"
import { addDays, dayInParis, startOfDayInParis } from "../../../domain/day.ts"
import { holdDay } from "../../../domain/finance/deposit.ts"
import { depositLabel } from "../../../domain/finance/payment-label.ts"
import type { BookingId, Id } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { authSecret } from "../../platform/secrets/secret.ts"
import { digestOf } from "../../platform/secrets/secret-token.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { log } from "../../platform/log.ts"
import { cardProvider, findDepositProvider } from "../payments/current.server.ts"
import type { DepositProvider, DepositSession } from "../payments/deposit-provider.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"
import { depositTries } from "../../platform/schema/deposits.ts"
import { type Deposit, type DepositAttempt, ensureDeposit } from "./deposit.ts"
import { settleDepositPage } from "./settle-deposit-page.ts"

/** The provider's page lives one day; its return address must work a little longer. */
const RETURN_DAYS = 3
const MIN_MINUTES = 5

export type DepositPageProblem = { kind: "no-cards" } | { kind: "nothing-asked" } | { kind: "provider-away" }

/** Close to the rental the page also authorises, while the customer can confirm to the bank. */
export async function openDepositPage(
  bookingId: BookingId,
  at: Date = new Date(),
): Promise<Result<DepositAttempt, DepositPageProblem>> {
  const name = cardProvider()?.name
  const provider = name ? findDepositProvider(name) : null
  if (!provider) return err({ kind: "no-cards" })
  try {
    for (let round = 0; round < 4; round++) {
      const request = await transaction((tx) => requestAuthorisation(tx, bookingId, provider, at))
      if (!request) return err({ kind: "nothing-asked" })
      if (request.stale) await settleDepositPage(request.attempt.id, { at, close: true })
      else return ok(await openAtProvider(request.attempt, provider))
    }
    throw new Error("What was open before could not be closed")
  } catch (error) {
    log.warn("A deposit's page could not be opened", { bookingId, error })
    return err({ kind: "provider-away" })
  }
}

async function requestAuthorisation(
  tx: Transaction,
  bookingId: BookingId,
  provider: DepositProvider,
  at: Date,
): Promise<{ attempt: DepositAttempt; stale: boolean } | null> {
  const deposit = await ensureDeposit(tx, bookingId, at)
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, bookingId))
  if (!deposit || !takesCard(deposit) || booking?.status !== "confirmed") return null
  const kind = dayInParis(at) >= holdDay(booking.firstDay) ? "on-session" : "save"
  const [open] = await tx
    .select()
    .from(depositTries)
    .where(
      and(
        eq(depositTries.bookingId, bookingId),
        ne(depositTries.kind, "off-session"),
        inArray(depositTries.status, ["opening", "open"]),
      ),
    )
  if (open) {
    const isStillOpen = open.endsAt === null || open.endsAt.getTime() > at.getTime() + MIN_MINUTES * 60_000
    return { attempt: open, stale: !(open.provider === provider.name && open.kind === kind && isStillOpen) }
  }
  const [attempt] = await tx
    .insert(depositTries)
    .values({ bookingId, provider: provider.name, kind, amount: deposit.amount, madeAt: at })
    .returning()
  if (!attempt) throw new Error("The attempt was not returned")
  await tx.insert(bookingLinks).values({
    bookingId,
    purpose: "deposit",
    digest: digestOf(await deriveReturnSecret(attempt.id)),
    madeAt: at,
    endsAt: startOfDayInParis(addDays(dayInParis(at), RETURN_DAYS)),
  })
  return { attempt, stale: false }
}

export function takesCard({ means, closedAt }: Pick<Deposit, "means" | "closedAt">): boolean {
  return closedAt === null && (means === null || means === "card")
}

/** Derived rather than random, so that a retried provider request is identical. */
async function deriveReturnSecret(id: string): Promise<string> {
  return createHmac("sha256", await authSecret())
    .update(`deposit:${id}`)
    .digest("hex")
    .slice(0, 36)
}

async function openAtProvider(attempt: DepositAttempt, provider: DepositProvider): Promise<DepositAttempt> {
  if (attempt.status === "open") return attempt
  const [booking] = await db
    .select({ number: bookings.number, name: bookings.productName, email: profiles.email })
    .from(bookings)
    .innerJoin(profiles, eq(profiles.id, bookings.userId))
    .where(eq(bookings.id, attempt.bookingId))
  if (!booking) throw new Error("The booking is not there any more")
  const returnUrl =
    environment.origin + href("/caution/:secret/retour", { secret: await deriveReturnSecret(attempt.id) })
  const { sessionId, url, endsAt } = await provider.openPage({
    id: attempt.id,
    kind: attempt.kind as DepositSession["kind"],
    amount: attempt.amount,
    label: depositLabel(booking.number, booking.name),
    bookingNumber: booking.number,
    email: booking.email.trim() || null,
    paidUrl: `${returnUrl}?essai=${attempt.id}`,
    cancelledUrl: `${returnUrl}?essai=${attempt.id}&issue=abandon`,
    madeAt: attempt.madeAt,
  })
  const [opened] = await db
    .update(depositTries)
    .set({ status: "open", sessionId, url, endsAt })
    .where(and(eq(depositTries.id, attempt.id), eq(depositTries.status, "opening")))
    .returning()
  const current = opened ?? (await findDepositAttempt(attempt.bookingId, attempt.id))
  if (current && current.status !== "closed") return current
  // Closed while the request ran: its address must not be handed out.
  await provider.closePage(sessionId, attempt.kind as DepositSession["kind"], attempt.madeAt)
  throw new Error("The page was closed while it was opened")
}

export async function findDepositAttempt(bookingId: BookingId, id: Id): Promise<DepositAttempt | null> {
  const [row] = await db
    .select()
    .from(depositTries)
    .where(and(eq(depositTries.id, id), eq(depositTries.bookingId, bookingId)))
  return row ?? null
}

export async function findOpenDepositAttempt(bookingId: BookingId): Promise<DepositAttempt | null> {
  const [open] = await db
    .select()
    .from(depositTries)
    .where(
      and(eq(depositTries.bookingId, bookingId), ne(depositTries.kind, "off-session"), eq(depositTries.status, "open")),
    )
  return open ?? null
}
