import { expect, test } from "vitest"
import { disputeEvidence, disputeReasonLabel, disputedName } from "./dispute.ts"

test("a bank's reason has a label, an unknown one is not guessed", () => {
  const labels = {
    fraudulent: "le titulaire de la carte dit ne pas avoir payé",
    product_not_received: "le client dit n’avoir rien reçu",
    product_unacceptable: "le client dit que le matériel n’allait pas",
    duplicate: "le client dit avoir payé deux fois",
    credit_not_processed: "le client attend un remboursement",
    subscription_canceled: "le client dit avoir annulé",
    unrecognized: "le client ne reconnaît pas ce paiement",
  }
  for (const [reason, label] of Object.entries(labels)) expect(disputeReasonLabel(reason)).toBe(label)
  expect(disputeReasonLabel("general")).toBe("la banque ne dit pas pourquoi")
  expect([disputedName(false), disputedName(true)]).toEqual(["Paiement contesté", "Retenue sur la caution contestée"])
})

const handedOver = ["vos échanges avec le client", "la preuve de la remise du matériel, avec photos"]
const ended = ["l’historique de la réservation, avec les dates d’annulation et de remboursement"]

test.each([
  ["product_not_received", handedOver],
  ["product_unacceptable", handedOver],
  ["credit_not_processed", ended],
  ["subscription_canceled", ended],
  ["duplicate", ["les écritures de la réservation, une par paiement"]],
  ["fraudulent", ["l’historique de la réservation", "vos échanges avec le client"]],
])("the evidence against %s is the contract, the terms and specific proof", (reason, proofs) => {
  const evidence = disputeEvidence(reason, { ofDeposit: false })
  expect(evidence.slice(0, 2)).toEqual([
    "le contrat signé (PDF), avec sa page de preuve",
    "les conditions générales acceptées",
  ])
  expect(evidence.slice(2)).toEqual(proofs)
})

test("the evidence for a captured deposit is the condition reports, whatever the reason", () => {
  const evidence = disputeEvidence("duplicate", { ofDeposit: true })
  expect(evidence).toEqual(disputeEvidence("fraudulent", { ofDeposit: true }))
  expect(evidence.slice(2)).toEqual([
    "l’historique de la réservation, avec le jour où le client a enregistré sa carte pour la caution",
    "les états des lieux de départ et de retour, avec photos",
    "la retenue annoncée au client, son motif et sa réponse",
  ])
})
