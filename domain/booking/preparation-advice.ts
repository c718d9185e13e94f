export function preparationAdvice({ isDelivery }: { isDelivery: boolean }, warehouse: string | null): string[] {
  return isDelivery
    ? [
        "Un emplacement plat, abrité et accessible, avec une prise électrique.",
        "Une personne sur place pour nous accueillir et signer l’état des lieux.",
      ]
    : [
        `Le retrait se fait à notre dépôt${warehouse === null ? "" : `\u00a0: ${warehouse}`}.`,
        "Prévoyez un véhicule adapté\u00a0: le transport se fait sous votre garde.",
      ]
}
