import { asc, sql } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import {
  type LegalRate,
  MAX_LEGAL_RATE,
  firstLegalRate,
  halfYearAfter,
  halfYearOf,
} from "../../../domain/invoicing/legal-interest.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { financeSubject } from "../../shop/settings/save-settings.ts"
import { legalRates } from "../../platform/schema/settings.ts"

/** The rates of interest that are known, in the order of their half-years. One that was noted wins over ours. */
export async function readLegalRates(executor: Executor = db): Promise<LegalRate[]> {
  const { since, basisPoints } = legalRates
  const noted: LegalRate[] = await executor.select({ since, basisPoints }).from(legalRates).orderBy(asc(since))
  const known = noted.some((rate) => rate.since === firstLegalRate.since) ? noted : [firstLegalRate, ...noted]
  return known.toSorted((one, other) => (one.since < other.since ? -1 : 1))
}

/**
 * Notes the rate that was published for a half-year, or corrects it. Invoices that were made keep theirs. `not-yet`: it
 * begins after the next one, and nobody can know it.
 */
export async function noteLegalRate(
  actor: Administrator,
  { since, basisPoints }: LegalRate,
  at: Date = new Date(),
): Promise<Result<LegalRate, { kind: "not-a-rate" | "not-a-half-year" | "not-yet" }>> {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_LEGAL_RATE)
    return err({ kind: "not-a-rate" })
  if (halfYearOf(since) !== since || since < firstLegalRate.since) return err({ kind: "not-a-half-year" })
  // The next one is published in the weeks before it begins.
  if (since > halfYearAfter(dayInParis(at))) return err({ kind: "not-yet" })
  return transaction(async (tx) => {
    const values = { basisPoints, notedAt: at, notedBy: actor.id }
    const written = await tx
      .insert(legalRates)
      .values({ since, ...values })
      .onConflictDoUpdate({
        target: legalRates.since,
        set: values,
        setWhere: sql`${legalRates.basisPoints} <> ${basisPoints}`,
      })
      .returning({ since: legalRates.since })
    // The same form sent twice says it once.
    if (written.length > 0)
      await recordEvent(tx, {
        by: actor,
        action: "finance.rate-noted",
        subject: financeSubject.id,
        details: { rate: basisPoints, since },
        at,
      })
    return ok({ since, basisPoints })
  })
}
