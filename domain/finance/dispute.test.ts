import { expect, test } from "vitest"
import { disputeEvidence, disputeReasonLabel, disputedName } from "./dispute.ts"

test("a reason that the bank gives is said, another is not guessed", () => {
  expect(disputeReasonLabel("duplicate")).toBe("le client dit avoir payé deux fois")
  expect(disputeReasonLabel("general")).toBe("la banque ne dit pas pourquoi")
  expect([disputedName(false), disputedName(true)]).toEqual(["Paiement contesté", "Retenue sur la caution contestée"])
})

test.each([
  ["product_not_received", "la preuve de la remise du matériel, avec photos"],
  ["product_unacceptable", "la preuve de la remise du matériel, avec photos"],
  ["credit_not_processed", "l’historique de la réservation, avec les dates d’annulation et de remboursement"],
  ["subscription_canceled", "l’historique de la réservation, avec les dates d’annulation et de remboursement"],
  ["duplicate", "les écritures de la réservation, une par paiement"],
  ["fraudulent", "vos échanges avec le client"],
])("%s is answered by the contract, the terms and what proves the rest", (reason, proof) => {
  const evidence = disputeEvidence(reason, { ofDeposit: false })
  expect(evidence.slice(0, 2)).toEqual([
    "le contrat signé (PDF), avec sa page de preuve",
    "les conditions générales acceptées",
  ])
  expect(evidence.at(-1)).toBe(proof)
  expect(new Set(evidence).size).toBe(evidence.length)
})

test("what was kept of a deposit is answered by the condition reports, whatever the reason", () => {
  const kept = disputeEvidence("duplicate", { ofDeposit: true })
  expect(kept).toEqual(disputeEvidence("fraudulent", { ofDeposit: true }))
  expect(kept).toHaveLength(5)
  expect(kept).toContain("les états des lieux de départ et de retour, avec photos")
})
