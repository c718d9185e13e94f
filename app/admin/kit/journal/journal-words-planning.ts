/** What the record of events says of the planning, after the name of who did it. */
export const planningWords: Record<string, string> = {
  "availability.blocked": "a bloqué des jours",
  "availability.opened": "a libéré des jours",
  "availability.undone": "a remis des jours comme avant",
  "booking.unit-moved": "a déplacé une réservation sur un autre exemplaire",
}
