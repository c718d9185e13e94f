import { type Journey, type JourneyFacts, journeyOf } from "../../domain/booking/journey.ts"
import { effectiveStatus } from "../../domain/booking/status.ts"
import type { InstalmentRow } from "../../domain/finance/payment.ts"
import { type Cents, sumAmounts } from "../../domain/money.ts"
import type { Contract } from "../contracts/versions.ts"
import type { Booking } from "../booking-record/booking.ts"

export type JourneyParts = {
  contracts: readonly Pick<Contract, "status" | "signedAt" | "dueAt">[]
  instalments: readonly InstalmentRow[]
  paid: Cents
  end: JourneyFacts["end"]
  datesRequested: boolean
  returnedOn: JourneyFacts["returnedOn"]
}

export function computeJourney(booking: Booking, parts: JourneyParts, at: Date): Journey {
  const { contracts, instalments, paid, end, datesRequested, returnedOn } = parts
  return journeyOf(
    {
      status: effectiveStatus(booking, at),
      requestedAt: booking.requestedAt,
      answerDueAt: booking.answerDueAt,
      expiresAt: booking.expiresAt,
      confirmedAt: booking.confirmedAt,
      firstDay: booking.firstDay,
      returnsOn: booking.returnsOn,
      contract: contractFacts(contracts),
      money: { total: sumAmounts(instalments), paid, instalments },
      end,
      datesRequested,
      returnedOn,
    },
    at,
  )
}

function contractFacts(versions: JourneyParts["contracts"]) {
  const signed = versions.find(({ status }) => status === "signed")
  const waiting = versions.findLast(({ status }) => status === "prepared" || status === "sent")
  return {
    signedAt: signed?.signedAt ?? null,
    waiting: waiting ? { sent: waiting.status === "sent", dueAt: waiting.dueAt } : null,
  }
}
