import { href } from "react-router"
import { deriveAccent } from "../../isomorphic/color/accent.ts"
import { toOpeningHours } from "../../domain/content/business-facts.ts"
import { claimLabel, conformityLabel } from "../../domain/content/claims.ts"
import { dayInParis } from "../../domain/day.ts"
import type { Site } from "../../server/shop/content/site.ts"
import { pictureOf } from "../../server/platform/images/queries.ts"
import type { SiteIdentity } from "./site-identity.ts"

export function toSiteIdentity(site: Site): SiteIdentity {
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
    phoneHelp: claimLabel(site, "phoneHelp"),
    setupTime: claimLabel(site, "setupTime"),
    openingHours: toOpeningHours(site),
    conformity: conformityLabel(site),
    isDemonstration: site.exampleClaims.length > 0,
    year: Number(dayInParis(new Date()).slice(0, 4)),
    title: site.siteTitle ?? site.companyName,
    description: site.siteDescription ?? "",
  }
}

export function accentHead(color: string | null): { stylesheet: string; nearDanger: boolean } | null {
  const accent = color === null ? null : deriveAccent(color)
  return accent && color !== null
    ? { stylesheet: `${href("/theme.css")}?couleur=${color.slice(1)}`, nearDanger: accent.nearDanger }
    : null
}
