/** Why a card was refused, in the provider's code, as far as it helps whoever holds it. */
export function refusedCardText(failure: string): string {
  return texts[failure] ?? "La banque a refusé ce paiement. Essayez une autre carte, ou payez par virement."
}

const texts: Readonly<Record<string, string>> = {
  insufficient_funds: "Le compte n’est pas assez approvisionné, ou le plafond de la carte est atteint.",
  expired_card: "Cette carte a expiré. Essayez-en une autre.",
  incorrect_cvc: "Le code au dos de la carte n’est pas le bon.",
  authentication_required: "La banque demandait une confirmation, qui n’est pas venue. Reprenez le paiement.",
  payment_intent_authentication_failure: "La confirmation demandée par la banque a échoué. Reprenez le paiement.",
}
