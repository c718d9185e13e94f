/** What /api/session answers: the session as the specification's section 3 shows it, less its tokens (D16). */
export type SessionAnswer = {
  user: {
    id: string
    email: string
    name: string
    isAdmin: boolean
    /** Whose account its pages are about (D19): their own, another's, or null once an access has ended. */
    account_id: string | null
    identities: { provider: string }[]
    /** Verified second factors. */
    factors: { factor_type: "totp" | "phone"; status: "verified" }[]
  } | null
  /** Seconds since 1970, and seconds from now; null without a session. */
  expires_at: number | null
  expires_in: number | null
  error?: string
}

/** Who an open page belongs to: a person, and for another account than their own that too. Anything else is another page. */
export function sessionOwnerKey({ userId, accountId }: { userId: string; accountId: string | null }): string {
  return userId === accountId ? userId : `${userId} ${accountId ?? "-"}`
}
