import type { UndoableAction } from "../../../domain/journal/acts.ts"

export const UNDO_SECONDS = 10

const restoreText = "«\u00a0Remettre en attente\u00a0» dans la fiche de la réservation, tant que ses dates sont libres"
const cancelThenRestoreText =
  "«\u00a0Annuler la réservation\u00a0» dans sa fiche, puis «\u00a0Remettre en attente\u00a0»"
const fromJournal = "Journal, «\u00a0Remettre en place\u00a0»"

const lateUndoTexts: Readonly<Record<UndoableAction, string>> = {
  "booking.confirmed": cancelThenRestoreText,
  "booking.refused": restoreText,
  "booking.cancelled": `${restoreText}\u00a0; un contrat déjà signé est alors à signer de nouveau`,
  "availability.blocked": "«\u00a0Libérer\u00a0» ces jours, ici ou dans Disponibilités",
  "product.removed": fromJournal,
  "product.archived": "Produits, filtre Archivés, «\u00a0Désarchiver\u00a0»",
  "option.removed": fromJournal,
  "plan.removed": fromJournal,
  "rule.removed": fromJournal,
  "zone.removed": fromJournal,
  "faq.removed": fromJournal,
  "testimonial.removed": fromJournal,
  "lead.removed": fromJournal,
  "unit.incident-removed": fromJournal,
  "carousel.image-removed": fromJournal,
  "product.picture-removed": fromJournal,
  "contact.archived": "Messages, Archivés, «\u00a0Remettre dans la boîte\u00a0»",
}

export function undoHint(act: UndoableAction): string {
  return `Annulable pendant dix secondes. Après\u00a0: ${lateUndoHint(act)}`
}

export function undoHintLater(act: UndoableAction): string {
  return `Ensuite\u00a0: ${lateUndoHint(act)}`
}

export function lateUndoHint(act: UndoableAction): string {
  return `${lateUndoTexts[act]}.`
}
