/** What an administrator did, after their name in the journal. */
export const financeWords: Record<string, string> = {
  "finance.saved": "a enregistré les réglages des finances",
}
