import type { UndoableAction } from "../../../domain/journal/acts.ts"

/** How long the message that tells an act offers to take it back, in seconds. */
export const UNDO_SECONDS = 10

const answered = "«\u00a0Remettre en attente\u00a0» dans la fiche de la réservation, tant que ses dates sont libres"
const confirmed = "«\u00a0Annuler la réservation\u00a0» dans sa fiche, puis «\u00a0Remettre en attente\u00a0»"
const fromJournal = "Journal, «\u00a0Remettre en place\u00a0»"

/** The acts that can be taken back, by what the record calls them, and how to come back once the message has gone. */
const afterwards: Readonly<Record<UndoableAction, string>> = {
  "booking.confirmed": confirmed,
  "booking.refused": answered,
  "booking.cancelled": `${answered}\u00a0; un contrat déjà signé est alors à signer de nouveau`,
  "booking.unit-moved": "«\u00a0Déplacer\u00a0» depuis le planning",
  "booking.units-swapped": "«\u00a0Échanger\u00a0» depuis le planning",
  "booking.price-adjusted": "«\u00a0Retirer\u00a0» à côté de la ligne, dans la fiche de la réservation",
  "booking.money-given-back":
    "«\u00a0Noter un paiement\u00a0» si le client vous rend cet argent, dans la fiche de la réservation",
  "availability.blocked": "«\u00a0Libérer\u00a0» ces jours, ici ou dans Disponibilités",
  "availability.opened": "«\u00a0Bloquer\u00a0» ces jours, ici ou dans Disponibilités",
  "product.removed": fromJournal,
  "product.archived": "Produits, filtre Archivés, «\u00a0Désarchiver\u00a0»",
  "option.removed": fromJournal,
  "manual.saved": `${fromJournal}, tant que la notice n’a pas changé de nouveau`,
  "faq.removed": fromJournal,
  "testimonial.removed": fromJournal,
  "carousel.image-removed": fromJournal,
  "product.picture-removed": fromJournal,
  "contact.archived": "Messages, Archivés, «\u00a0Remettre dans la boîte\u00a0»",
  "person.disabled": "«\u00a0Réactiver le compte\u00a0» dans sa fiche",
}

export function isUndoable(action: string): action is UndoableAction {
  return Object.hasOwn(afterwards, action)
}

/** What the message of a picture that was replaced or removed says: the picture is kept for that many days (server/images/remove-unused.ts). */
export function pictureUndoHint(days: number): string {
  return `Ensuite\u00a0: ${fromJournal}, pendant ${days}\u00a0jours.`
}

/** "Annulable pendant dix secondes. Après : …": said by the question before the act. */
export function undoHint(act: UndoableAction): string {
  return `Annulable pendant dix secondes. Après\u00a0: ${lateUndoHint(act)}`
}

/** "Ensuite : …": said by the message that tells the act, which counts the seconds itself. */
export function undoHintLater(act: UndoableAction): string {
  return `Ensuite\u00a0: ${lateUndoHint(act)}`
}

/** How to come back when it is too late for the button. */
export function lateUndoHint(act: UndoableAction): string {
  return `${afterwards[act]}.`
}
