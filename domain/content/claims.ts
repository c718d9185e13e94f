import type { Day } from "../day.ts"

/** Claims a shop must have earned (D25, D51). */
const claimNames = ["ratingLabel", "phoneHelp", "setupTime", "accessibilityPercent"] as const
export type ClaimName = (typeof claimNames)[number]

export type Claims = {
  ratingLabel: string
  phoneHelp: string
  setupTime: string
  accessibilityPercent: number
  accessibilityAuditedOn: Day | null
  accessibilityAuditedBy: string | null
  exampleClaims: readonly ClaimName[]
}

export function claimLabel(claims: Claims, name: Exclude<ClaimName, "accessibilityPercent">): string | null {
  const claim = claims[name].trim()
  return claim === "" ? null : markExample(claims, name, claim)
}

export function conformityLabel(claims: Omit<Claims, "ratingLabel" | "phoneHelp" | "setupTime">): string {
  return isAudited(claims)
    ? markExample(claims, "accessibilityPercent", conformityLevel(claims.accessibilityPercent))
    : notAudited
}

type Audit = Pick<Claims, "accessibilityAuditedOn" | "accessibilityAuditedBy">

export function isAudited<Some extends Audit>(
  claims: Some,
): claims is Some & { [Part in keyof Audit]: NonNullable<Audit[Part]> } {
  return claims.accessibilityAuditedOn !== null && Boolean(claims.accessibilityAuditedBy?.trim())
}

const notAudited = "non audité"

function markExample({ exampleClaims }: Pick<Claims, "exampleClaims">, name: ClaimName, claim: string): string {
  return exampleClaims.includes(name) ? `${claim} (exemple)` : claim
}

type Conformity = "totalement conforme" | "partiellement conforme" | "non conforme"

/** Terms of RGAA 4.1. */
export function conformityLevel(percent: number): Conformity {
  if (percent >= 100) return "totalement conforme"
  return percent >= 50 ? "partiellement conforme" : "non conforme"
}
