import { instantLong } from "../../../domain/day-labels.ts"
import type { RestoredBooking } from "../../../server/bookings/undo-answer.ts"

/** A deadline that passed meanwhile is not extended, so the message says what follows. */
export function restoredBookingMessage({ booking, units }: RestoredBooking, now: Date): string {
  const status = booking.status === "confirmed" ? "de nouveau confirmée" : "de nouveau en attente"
  const machine = units
    ? ` Son exemplaire est pris entre-temps\u00a0: elle est maintenant sur ${unitLabel(units)}.`
    : ""
  return `N°\u00a0${booking.number}, ${status}, avec ses dates et ses délais d’avant.${machine}${lateLabel(booking, now)}`
}

function unitLabel(units: readonly number[]): string {
  return units.length === 1 ? `l’exemplaire ${units[0]}` : `les exemplaires ${units.join(" et ")}`
}

function lateLabel({ status, answerDueAt, contractDueAt }: RestoredBooking["booking"], now: Date): string {
  if (status === "confirmed") {
    return contractDueAt && contractDueAt <= now
      ? ` Le délai de signature est passé le ${instantLong(contractDueAt)} et n’est pas prolongé\u00a0: voyez avec le client, ou annulez-la.`
      : ""
  }
  return answerDueAt <= now
    ? ` La réponse était promise pour le ${instantLong(answerDueAt)}\u00a0: elle est en retard.`
    : ""
}
