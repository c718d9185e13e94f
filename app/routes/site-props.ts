import type { Site } from "../../server/content/site.ts"
import { pictureOf } from "../../server/images/queries.ts"
import type { SiteIdentity } from "../components/site/site-identity.ts"

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
    title: site.siteTitle ?? site.companyName,
    description: site.siteDescription ?? "",
  }
}
