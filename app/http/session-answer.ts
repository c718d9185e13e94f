/** The session of the specification, section 3, without tokens (D16). */
export type SessionAnswer = {
  user: {
    id: string
    email: string
    name: string
    isAdmin: boolean
    /** null once an access has ended (D19). */
    account_id: string | null
    identities: { provider: string }[]
    factors: { factor_type: "totp" | "phone"; status: "verified" }[]
  } | null
  /** Seconds since 1970 and from now. */
  expires_at: number | null
  expires_in: number | null
  error?: string
}

export function sessionOwnerKey({ userId, accountId }: { userId: string; accountId: string | null }): string {
  return userId === accountId ? userId : `${userId} ${accountId ?? "-"}`
}
