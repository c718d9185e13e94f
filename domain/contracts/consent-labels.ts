/** Legal wording (D33, D39). */
export const consentLabels = {
  terms: "J’ai lu et j’accepte les conditions générales de vente.",
  earlyPerformance: "Je demande expressément que la prestation commence avant la fin de mon délai de rétractation.",
  withdrawalLoss: "Je reconnais que je perdrai mon droit de rétractation une fois la prestation pleinement exécutée.",
} as const
