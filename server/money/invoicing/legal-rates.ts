import { asc, sql } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { dayInParis } from "../../../domain/day.ts"
import {
  type LegalRate,
  MAX_LEGAL_RATE,
  firstLegalRate,
  nextHalfYear,
  startOfHalfYear,
} from "../../../domain/invoicing/legal-interest.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Executor, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { financeSubject } from "../../shop/settings/save-settings.ts"
import { legalRates } from "../../platform/schema/settings.ts"

export async function readLegalRates(executor: Executor = db): Promise<LegalRate[]> {
  const { since, basisPoints } = legalRates
  const recorded: LegalRate[] = await executor.select({ since, basisPoints }).from(legalRates).orderBy(asc(since))
  const rates = recorded.some((rate) => rate.since === firstLegalRate.since) ? recorded : [firstLegalRate, ...recorded]
  return rates.toSorted((one, other) => (one.since < other.since ? -1 : 1))
}

/** `not-yet`: the half-year after next, whose rate nobody can know. */
export async function recordLegalRate(
  actor: Staff,
  { since, basisPoints }: LegalRate,
  at: Date = new Date(),
): Promise<Result<LegalRate, { kind: "not-a-rate" | "not-a-half-year" | "not-yet" }>> {
  if (!Number.isInteger(basisPoints) || basisPoints < 0 || basisPoints > MAX_LEGAL_RATE)
    return err({ kind: "not-a-rate" })
  if (startOfHalfYear(since) !== since || since < firstLegalRate.since) return err({ kind: "not-a-half-year" })
  if (since > nextHalfYear(dayInParis(at))) return err({ kind: "not-yet" })
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
