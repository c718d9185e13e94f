import { href } from "react-router"
import { accentOf } from "../../isomorphic/color/accent.ts"
import { openingHoursOf } from "../../domain/content/business-facts.ts"
import { shownClaim, shownConformity } from "../../domain/content/claims.ts"
import { dayInParis } from "../../domain/day.ts"
import type { Site } from "../../server/shop/content/site.ts"
import { pictureOf } from "../../server/platform/images/queries.ts"
import type { SiteIdentity } from "./site-identity.ts"

/** What every page shows of the company: never the whole row, and never a gap where a fact is missing. */
export function siteOf(site: Site): SiteIdentity {
  return {
    companyName: site.companyName,
    logo: site.logo && pictureOf(site.logo, site.companyName),
    icon: site.companyIcon,
    phone: site.companyPhone,
    email: site.companyEmail,
    address: site.companyAddress,
    siret: site.companySiret,
    instagramUrl: site.instagramUrl,
    hostingNotice: site.hostingNotice,
    phoneHelp: shownClaim(site, "phoneHelp"),
    setupTime: shownClaim(site, "setupTime"),
    openingHours: openingHoursOf(site),
    conformity: shownConformity(site),
    isDemonstration: site.exampleClaims.length > 0,
    year: Number(dayInParis(new Date()).slice(0, 4)),
    title: site.siteTitle ?? site.companyName,
    description: site.siteDescription ?? "",
  }
}

/** Where a company's own colour comes from, and whether it is close to the one of danger; null: the house's coral. */
export function accentHead(color: string | null): { stylesheet: string; nearDanger: boolean } | null {
  const accent = color === null ? null : accentOf(color)
  return accent && color !== null
    ? { stylesheet: `${href("/theme.css")}?couleur=${color.slice(1)}`, nearDanger: accent.nearDanger }
    : null
}
