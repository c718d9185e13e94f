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
  "availability.blocked": "«\u00a0Libérer\u00a0» ces jours, ici ou dans Disponibilités",
  "product.removed": fromJournal,
  "product.archived": "Produits, filtre Archivés, «\u00a0Désarchiver\u00a0»",
  "option.removed": fromJournal,
  "faq.removed": fromJournal,
  "testimonial.removed": fromJournal,
  "carousel.image-removed": fromJournal,
  "product.picture-removed": fromJournal,
  "contact.archived": "Messages, Archivés, «\u00a0Remettre dans la boîte\u00a0»",
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
