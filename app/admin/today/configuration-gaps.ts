import { href } from "react-router"
import type { MissingFact } from "../../../domain/content/missing-facts.ts"

type Gap = { label: string; href: string }

/** What the configuration is judged by. */
type Configured = {
  /** What the law or the product wants and nobody gave (`missingFacts`). */
  facts: readonly MissingFact[]
  /** Facts that are given with the finances; all others are the site's. */
  isOfFinance: (fact: MissingFact["fact"]) => boolean
  hasOpeningHours: boolean
  /** The depot has an address and no place on the map. */
  depotUnplaced: boolean
  /** The list of the first day stands, and names all of this itself. */
  hasFirstSteps: boolean
  /** Others reach the shop: the law does not wait for its first booking. */
  isOpenToTheWorld: boolean
}

/** What the owner has not given, and how many of it the law wants at once. */
export function configurationGaps({
  facts,
  isOfFinance,
  hasOpeningHours,
  depotUnplaced,
  hasFirstSteps,
  isOpenToTheWorld,
}: Configured): { lawWants: number; missing: Gap[] } {
  const wanted = facts.map(({ fact, label }) => ({
    label,
    href: `${isOfFinance(fact) ? href("/admin/finance") : href("/admin/site-config")}#${fact}`,
  }))
  const lawWants = isOpenToTheWorld ? facts.length : 0
  if (hasFirstSteps) return { lawWants, missing: isOpenToTheWorld ? wanted : [] }
  return {
    lawWants,
    missing: [
      ...wanted,
      ...(hasOpeningHours ? [] : [{ label: "horaires", href: `${href("/admin/site-config")}#opensAt` }]),
      ...(depotUnplaced
        ? [{ label: "dépôt à placer sur la carte", href: `${href("/admin/finance")}#warehouseStreet` }]
        : []),
    ],
  }
}
