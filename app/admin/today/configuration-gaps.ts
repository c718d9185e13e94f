import { href } from "react-router"
import type { MissingFact } from "../../../domain/content/missing-facts.ts"

type Gap = { label: string; href: string }

type Configuration = {
  facts: readonly MissingFact[]
  isOfFinance: (fact: MissingFact["fact"]) => boolean
  hasOpeningHours: boolean
  /** The depot has an address but no coordinates. */
  isDepotUnplaced: boolean
  /** The first-steps list is displayed and already names these gaps. */
  hasFirstSteps: boolean
  /** On a public shop the legal notices are required before the first booking. */
  isPublic: boolean
}

export function configurationGaps({
  facts,
  isOfFinance,
  hasOpeningHours,
  isDepotUnplaced,
  hasFirstSteps,
  isPublic,
}: Configuration): { legalGapCount: number; missing: Gap[] } {
  const factGaps = facts.map(({ fact, label }) => ({
    label,
    href: `${isOfFinance(fact) ? href("/admin/finance") : href("/admin/site-config")}#${fact}`,
  }))
  const legalGapCount = isPublic ? facts.length : 0
  if (hasFirstSteps) return { legalGapCount, missing: isPublic ? factGaps : [] }
  return {
    legalGapCount,
    missing: [
      ...factGaps,
      ...(hasOpeningHours ? [] : [{ label: "horaires", href: `${href("/admin/site-config")}#opensAt` }]),
      ...(isDepotUnplaced
        ? [{ label: "dépôt à placer sur la carte", href: `${href("/admin/finance")}#warehouseStreet` }]
        : []),
    ],
  }
}
