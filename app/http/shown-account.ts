/** The field in which a form, or what a page posts by itself, says whose account the page shows (D19). */
export const SHOWN_ACCOUNT = "compte"

/** The field, for what is posted beside a form; a stranger's page shows nobody's account. */
export function shownAccount(account: { id: string } | null): Readonly<Record<string, string>> {
  return account ? { [SHOWN_ACCOUNT]: account.id } : {}
}
