import { and, asc, eq } from "drizzle-orm"
import { needsEarlyPerformance, withdrawalPeriod } from "../../domain/booking/withdrawal.ts"
import { changedParagraphs } from "../../domain/content/changed-paragraphs.ts"
import type { Day } from "../../domain/day.ts"
import type { Booking } from "../booking-record/booking.ts"
import { presentFacts, wordsOf } from "../shop/content/freeze-legal.ts"
import { currentTermsVersion, readLegalText } from "../shop/content/legal.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { clientTypeOf } from "../booking-record/client-type.ts"
import type { Contract } from "./versions.ts"

/** What the law has asked and told beside a contract that is to be signed. */
export type SigningTerms = {
  client: { name: string; isConsumer: boolean }
  /** D33's two ticks are asked for: something is performed inside the period, and they were not given before. */
  ticksNeeded: boolean
  /** Until when the consumer could withdraw if they signed now, or since they signed first; null where there is no right. */
  withdrawUntil: Day | null
  terms: {
    /** "cgv-3"; null where the shop has published none. */
    version: string | null
    number: number | null
    /** What is not as in the terms of the request, paragraph by paragraph; null where they are the same (D59). */
    since: { number: number; added: string[]; removed: string[] } | null
  }
}

export async function signingTerms(booking: Booking, contract: Contract, at: Date): Promise<SigningTerms> {
  const [[client], clientType, [first], version] = await Promise.all([
    db.select({ name: profiles.name }).from(profiles).where(eq(profiles.id, booking.userId)),
    clientTypeOf(db, booking.id),
    db
      .select({ signedAt: contracts.signedAt })
      .from(contracts)
      .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
      .orderBy(asc(contracts.version))
      .limit(1),
    currentTermsVersion(),
  ])
  const rule = { clientType, withdrawalDays: contract.agreement.withdrawalDays }
  const concluded = first?.signedAt ?? at
  const given = booking.earlyPerformanceRequestedAt !== null && booking.withdrawalLossAcknowledgedAt !== null
  return {
    client: { name: client?.name ?? "", isConsumer: clientType === "individual" },
    ticksNeeded: !given && needsEarlyPerformance(booking.firstDay, concluded, rule),
    withdrawUntil: withdrawalPeriod(concluded, rule)?.lastDay ?? null,
    terms: { version, number: numberOf(version), since: await changedSince(booking.termsVersion, version) },
  }
}

async function changedSince(asked: string | null, now: string | null) {
  const [before, after] = [numberOf(asked), numberOf(now)]
  if (before === null || after === null || before === after) return null
  const [old, current] = await Promise.all([filledTerms(before), filledTerms(after)])
  if (old === null || current === null) return null
  return { number: before, ...changedParagraphs(old, current) }
}

/** A version of the terms of sale as it read; null when there is none. */
async function filledTerms(version: number): Promise<string | null> {
  const [text, factsAt] = await Promise.all([readLegalText("cgv", version), presentFacts()])
  return text && wordsOf(text, factsAt)
}

/** 3, of "cgv-3". */
function numberOf(version: string | null): number | null {
  const number = /^cgv-([1-9]\d*)$/.exec(version ?? "")?.[1]
  return number === undefined ? null : Number(number)
}
