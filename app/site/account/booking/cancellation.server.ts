import { statusLabels } from "../../../../domain/booking/status.ts"
import { cancellationSentences } from "../../../../domain/finance/cancellation-labels.ts"
import type { CancelProblem, CancellationPreview } from "../../../../server/bookings/cancel.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { ownerOnlyMessage } from "./date-request-problem.ts"
import type { CancellationTermsView } from "./cancellation-terms.tsx"

export function cancellationTerms(
  { signed, settlement, withdrawal }: CancellationPreview,
  { booking, withdraw }: { booking: Booking; withdraw: string },
): CancellationTermsView {
  return {
    signed,
    ...settlement,
    tiers: cancellationSentences(booking.agreement?.cancellationTiers ?? []),
    // Withdrawing never costs more than cancelling, and few customers know the difference.
    withdraw:
      withdrawal.kind === "open" ? { href: withdraw, lastDay: withdrawal.period.lastDay, owed: withdrawal.owed } : null,
  }
}

export function cancelProblemText(problem: CancelProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return ownerOnlyMessage
    case "ended":
      return `Cette réservation est déjà ${statusLabels[problem.status].toLowerCase()}\u00a0: il n’y a rien à annuler.`
    case "begun":
      return "La location a commencé\u00a0: appelez-nous."
    case "settlement-changed":
      return "Ce que coûte l’annulation vient de changer. Rien n’est annulé\u00a0: relisez les montants, puis confirmez."
  }
}
