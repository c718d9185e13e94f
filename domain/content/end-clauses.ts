const NBSP = "\u00a0"

/** The causes of an end that a contract names, beside its customer’s wish. */
type Named = "no-show" | "unpaid"

/** The clauses by which the company may end a signed contract, as contracts and terms of sale carry them (D68). */
export const endClauses: Readonly<Record<Named, string>> = {
  "no-show":
    "Si personne n’est là le premier jour pour recevoir ou retirer le matériel, et que nos appels restent sans réponse, nous pouvons mettre fin au contrat. Nous gardons alors la part que le barème prévoit pour ce jour-là, dans les mêmes limites.",
  unpaid: `Si une somme échue reste impayée huit jours après une mise en demeure écrite qui cite cette clause, nous pouvons mettre fin au contrat (article 1225 du code civil). Nous gardons alors la part que le barème prévoit pour le jour de cette mise en demeure, dans les mêmes limites${NBSP}; nous ne demandons pas d’indemnité de plus.`,
}

/** Which causes a contract names: one that was frozen without a clause does not have it. */
export function namedCauses(content: string | null): Named[] {
  return (["no-show", "unpaid"] as const).filter((cause) => content?.includes(endClauses[cause]))
}
