import type { Day } from "../day.ts"

/** What a shop may say of itself and has to have earned (D25, D51). */
const claimNames = ["ratingLabel", "phoneHelp", "setupTime", "accessibilityPercent"] as const
export type ClaimName = (typeof claimNames)[number]

export type Claims = {
  ratingLabel: string
  phoneHelp: string
  setupTime: string
  /** Of the criteria that apply. */
  accessibilityPercent: number
  accessibilityAuditedOn: Day | null
  accessibilityAuditedBy: string | null
  /** Those of the demonstration that nobody has changed. */
  exampleClaims: readonly ClaimName[]
}

/** A claim as a visitor reads it: null where the owner claims nothing, and an example says that it is one. */
export function shownClaim(claims: Claims, name: Exclude<ClaimName, "accessibilityPercent">): string | null {
  const claim = claims[name].trim()
  return claim === "" ? null : marked(claims, name, claim)
}

/** How the accessibility statement and the foot of every page call the site. */
export function shownConformity(claims: Omit<Claims, "ratingLabel" | "phoneHelp" | "setupTime">): string {
  return isAudited(claims)
    ? marked(claims, "accessibilityPercent", conformityOf(claims.accessibilityPercent))
    : notAudited
}

type Audit = Pick<Claims, "accessibilityAuditedOn" | "accessibilityAuditedBy">

export function isAudited<Some extends Audit>(
  claims: Some,
): claims is Some & { [Part in keyof Audit]: NonNullable<Audit[Part]> } {
  return claims.accessibilityAuditedOn !== null && Boolean(claims.accessibilityAuditedBy?.trim())
}

const notAudited = "non audité"

/** "4.9 sur Google (exemple)" */
function marked({ exampleClaims }: Pick<Claims, "exampleClaims">, name: ClaimName, claim: string): string {
  return exampleClaims.includes(name) ? `${claim} (exemple)` : claim
}

type Conformity = "totalement conforme" | "partiellement conforme" | "non conforme"

/**
 * What an accessibility statement has to call a site with that share of the criteria met, in percent: RGAA 4.1 says
 * "totally" of all of them, "partially" of half of them at least.
 */
export function conformityOf(percent: number): Conformity {
  if (percent >= 100) return "totalement conforme"
  return percent >= 50 ? "partiellement conforme" : "non conforme"
}
