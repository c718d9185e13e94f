const NBSP = "\u00a0"

type ClauseCause = "no-show" | "unpaid"

/** Appear in contracts and terms of sale (D68). */
export const endClauses: Readonly<Record<ClauseCause, string>> = {
  "no-show":
    "Si personne n’est là le premier jour pour recevoir ou retirer le matériel, et que nos appels restent sans réponse, nous pouvons mettre fin au contrat. Nous gardons alors la part que le barème prévoit pour ce jour-là, dans les mêmes limites.",
  unpaid: `Si une somme échue reste impayée huit jours après une mise en demeure écrite qui cite cette clause, nous pouvons mettre fin au contrat (article 1225 du code civil). Nous gardons alors la part que le barème prévoit pour le jour de cette mise en demeure, dans les mêmes limites${NBSP}; nous ne demandons pas d’indemnité de plus.`,
}

/** Contracts frozen before a clause existed do not have it. */
export function namedCauses(content: string | null): ClauseCause[] {
  return (["no-show", "unpaid"] as const).filter((cause) => content?.includes(endClauses[cause]))
}
