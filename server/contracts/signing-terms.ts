import { and, asc, eq } from "drizzle-orm"
import type { PostalAddress } from "../../domain/booking/booking.ts"
import { clientAddressOf, proposedHome } from "../../domain/booking/home.ts"
import { needsEarlyPerformance, withdrawalPeriod } from "../../domain/booking/withdrawal.ts"
import { changedParagraphs } from "../../domain/content/changed-paragraphs.ts"
import type { Day } from "../../domain/day.ts"
import type { Booking } from "../booking-record/booking.ts"
import { loadCurrentFacts, filledText } from "../shop/content/freeze-legal.ts"
import { freezeCurrentTerms, readLegalText } from "../shop/content/legal.ts"
import { db } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { readClientType } from "../booking-record/client-type.ts"
import type { Contract } from "./versions.ts"

export type SigningTerms = {
  client: {
    name: string
    isConsumer: boolean
    /** null while the home must be asked (D70). */
    address: PostalAddress | null
    /** Proposed while it is asked. */
    proposedAddress: PostalAddress | null
  }
  ticksNeeded: boolean
  withdrawUntil: Day | null
  terms: {
    version: string | null
    number: number | null
    /** Differences from the terms of the request; null when they are equal (D59). */
    changes: { number: number; added: string[]; removed: string[] } | null
  }
}

export async function readSigningTerms(booking: Booking, contract: Contract, at: Date): Promise<SigningTerms> {
  const [[client], clientType, [first], version] = await Promise.all([
    db.select().from(profiles).where(eq(profiles.id, booking.userId)),
    readClientType(db, booking.id),
    db
      .select({ signedAt: contracts.signedAt })
      .from(contracts)
      .where(and(eq(contracts.bookingId, booking.id), eq(contracts.status, "signed")))
      .orderBy(asc(contracts.version))
      .limit(1),
    freezeCurrentTerms(),
  ])
  const rule = { clientType, withdrawalDays: contract.agreement.withdrawalDays }
  const concludedAt = first?.signedAt ?? at
  const hasTicks = booking.earlyPerformanceRequestedAt !== null && booking.withdrawalLossAcknowledgedAt !== null
  return {
    client: {
      name: client?.name ?? "",
      isConsumer: clientType === "individual",
      address: client ? clientAddressOf(client, booking) : null,
      proposedAddress: client ? proposedHome(client, booking.address) : null,
    },
    ticksNeeded: !hasTicks && needsEarlyPerformance(booking.firstDay, concludedAt, rule),
    withdrawUntil: withdrawalPeriod(concludedAt, rule)?.lastDay ?? null,
    terms: { version, number: termsNumber(version), changes: await diffTerms(booking.termsVersion, version) },
  }
}

async function diffTerms(acceptedVersion: string | null, currentVersion: string | null) {
  const [before, after] = [termsNumber(acceptedVersion), termsNumber(currentVersion)]
  if (before === null || after === null || before === after) return null
  const [old, current] = await Promise.all([renderTerms(before), renderTerms(after)])
  if (old === null || current === null) return null
  return { number: before, ...changedParagraphs(old, current) }
}

async function renderTerms(version: number): Promise<string | null> {
  const [text, factsAt] = await Promise.all([readLegalText("cgv", version), loadCurrentFacts()])
  return text && filledText(text, factsAt)
}

export function termsNumber(version: string | null): number | null {
  const number = /^cgv-([1-9]\d*)$/.exec(version ?? "")?.[1]
  return number === undefined ? null : Number(number)
}
