/** What an administrator did with bookings, after their name: "Camille a confirmé la réservation". */
export const bookingWords: Record<string, string> = {
  "booking.placed": "a saisi une réservation",
  "booking.confirmed": "a confirmé la réservation",
  "booking.refused": "a refusé la demande",
  "booking.cancelled": "a annulé la réservation",
  "booking.restored": "a remis la réservation en attente",
  "booking.confirmation-undone": "a retiré la confirmation de la réservation",
  "booking.refusal-undone": "a retiré le refus de la demande",
  "booking.cancellation-undone": "a retiré l’annulation de la réservation",
  "booking.edited": "a modifié la réservation",
  "booking.noted": "a ajouté une note à la réservation",
  "booking.distance-set": "a indiqué la distance de livraison",
  "booking.exported": "a exporté les réservations en CSV",
  "customer.created": "a créé le compte d’un client",
}
