/** What administrators did to the texts that bind the company. */
export const legalWords: Record<string, string> = {
  "legal.published": "a publié une version d’un texte légal",
  "contract.template-published": "a publié une version du modèle de contrat",
}
