/** What an administrator did, after their name in the journal. */
export const financeWords: Record<string, string> = {
  "finance.exported": "a exporté le chiffre d’affaires en CSV",
  "finance.saved": "a enregistré les réglages des finances",
}
