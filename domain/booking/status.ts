export const bookingStatuses = ["pending", "confirmed", "refused", "cancelled"] as const
export type BookingStatus = (typeof bookingStatuses)[number]

export const paymentStatuses = [
  "none",
  "awaiting",
  "down_payment_paid",
  "paid",
  "refunded",
  "partially_refunded",
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]

/** D10. Back to pending needs an administrator and dates that are still free: the verb checks both. */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ["confirmed", "refused", "cancelled"],
  confirmed: ["cancelled"],
  refused: ["pending"],
  cancelled: ["pending"],
}

export function mayMove(from: BookingStatus, to: BookingStatus): boolean {
  return transitions[from].includes(to)
}

/**
 * What a booking's status comes to at that moment, whether or not a job has written so (D12): a request that nobody
 * answered in time is refused, a confirmation whose contract nobody signed in time is cancelled. `contractDueAt` is null
 * while no contract was sent, and from the first signature on.
 */
export function statusAt(
  { status, expiresAt, contractDueAt }: { status: BookingStatus; expiresAt: Date | null; contractDueAt: Date | null },
  at: Date,
): BookingStatus {
  if (status === "pending" && expiresAt !== null && expiresAt <= at) return "refused"
  if (status === "confirmed" && contractDueAt !== null && contractDueAt <= at) return "cancelled"
  return status
}

export type OccupyingStatus = Extract<BookingStatus, "pending" | "confirmed">

/** Pending and confirmed bookings hold their days; refused and cancelled ones free them at once (D7). */
export function occupiesDays(status: BookingStatus): status is OccupyingStatus {
  return status === "pending" || status === "confirmed"
}

/** Feminine, for "la réservation": En attente, Confirmée, Refusée, Annulée (specification, section 4). */
export const statusLabels: Record<BookingStatus, string> = {
  pending: "En attente",
  confirmed: "Confirmée",
  refused: "Refusée",
  cancelled: "Annulée",
}

export const paymentStatusLabels: Record<PaymentStatus, string> = {
  none: "aucun",
  awaiting: "en attente",
  down_payment_paid: "acompte payé",
  paid: "complété",
  refunded: "remboursé",
  partially_refunded: "remboursé en partie",
}
