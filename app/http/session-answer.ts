/** What /api/session answers: the session as the specification's section 3 shows it, less its tokens (D16). */
export type SessionAnswer = {
  user: {
    id: string
    email: string
    name: string
    isAdmin: boolean
    identities: { provider: string }[]
    /** Verified second factors. */
    factors: { factor_type: "totp" | "phone"; status: "verified" }[]
  } | null
  /** Seconds since 1970, and seconds from now; null without a session. */
  expires_at: number | null
  expires_in: number | null
  error?: string
}
