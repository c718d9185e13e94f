export const disputeStages = ["to_answer", "answered", "won", "lost"] as const
export type DisputeStage = (typeof disputeStages)[number]

export const disputeStageLabels: Record<DisputeStage, string> = {
  to_answer: "À contester",
  answered: "Preuves envoyées",
  won: "Gagné",
  lost: "Perdu",
}

const reasons: Readonly<Record<string, string>> = {
  fraudulent: "le titulaire de la carte dit ne pas avoir payé",
  product_not_received: "le client dit n’avoir rien reçu",
  product_unacceptable: "le client dit que le matériel n’allait pas",
  duplicate: "le client dit avoir payé deux fois",
  credit_not_processed: "le client attend un remboursement",
  subscription_canceled: "le client dit avoir annulé",
  unrecognized: "le client ne reconnaît pas ce paiement",
}

export function disputeReasonLabel(reason: string): string {
  return reasons[reason] ?? "la banque ne dit pas pourquoi"
}

export function disputedName(ofDeposit: boolean): string {
  return ofDeposit ? "Retenue sur la caution contestée" : "Paiement contesté"
}

export function disputeEvidence(reason: string, { ofDeposit }: { ofDeposit: boolean }): string[] {
  const common = ["le contrat signé (PDF), avec sa page de preuve", "les conditions générales acceptées"]
  if (ofDeposit)
    return [
      ...common,
      "l’historique de la réservation, avec le jour où le client a enregistré sa carte pour la caution",
      "les états des lieux de départ et de retour, avec photos",
      "la retenue annoncée au client, son motif et sa réponse",
    ]
  switch (reason) {
    case "product_not_received":
    case "product_unacceptable":
      return [...common, "vos échanges avec le client", "la preuve de la remise du matériel, avec photos"]
    case "credit_not_processed":
    case "subscription_canceled":
      return [...common, "l’historique de la réservation, avec les dates d’annulation et de remboursement"]
    case "duplicate":
      return [...common, "les écritures de la réservation, une par paiement"]
    default:
      return [...common, "l’historique de la réservation", "vos échanges avec le client"]
  }
}
