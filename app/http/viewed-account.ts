export const VIEWED_ACCOUNT_FIELD = "compte"

export function viewedAccountFields(account: { id: string } | null): Readonly<Record<string, string>> {
  return account ? { [VIEWED_ACCOUNT_FIELD]: account.id } : {}
}
