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

/** Returning to pending also needs an administrator and free dates, which callers check (D10). */
const transitions: Record<BookingStatus, readonly BookingStatus[]> = {
  pending: ["confirmed", "refused", "cancelled"],
  confirmed: ["cancelled"],
  refused: ["pending"],
  cancelled: ["pending"],
}

export function canTransition(from: BookingStatus, to: BookingStatus): boolean {
  return transitions[from].includes(to)
}

/** Applies deadlines even before their job runs (D12). `contractDueAt` is null once signed. */
export function effectiveStatus(
  { status, expiresAt, contractDueAt }: { status: BookingStatus; expiresAt: Date | null; contractDueAt: Date | null },
  at: Date,
): BookingStatus {
  if (status === "pending" && expiresAt !== null && expiresAt <= at) return "refused"
  if (status === "confirmed" && contractDueAt !== null && contractDueAt <= at) return "cancelled"
  return status
}

export type OccupyingStatus = Extract<BookingStatus, "pending" | "confirmed">

/** Refused and cancelled bookings free their days at once (D7). */
export function occupiesDays(status: BookingStatus): status is OccupyingStatus {
  return status === "pending" || status === "confirmed"
}

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
