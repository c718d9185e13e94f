import type { ReactNode } from "react"
import Clock from "lucide-react/icons/clock"
import Mail from "lucide-react/icons/mail"
import MapPin from "lucide-react/icons/map-pin"
import Phone from "lucide-react/icons/phone"
import { hourInLabel } from "../../../domain/clock.ts"
import { phoneLabel } from "../../../domain/phone.ts"
import { Icon, type LucideIcon } from "../../ui/icon.tsx"
import { postalLines } from "../frame/postal-address.ts"
import { telephoneHref } from "../../kit/contact-links.ts"
import type { SiteIdentity } from "../../http/site-identity.ts"

type Details = Pick<SiteIdentity, "companyName" | "phone" | "phoneHelp" | "email" | "address" | "openingHours">

export function hasContactDetails({ phone, email, address }: Pick<Details, "phone" | "email" | "address">): boolean {
  return [phone, email, address].some(Boolean)
}

export function CompanyDetails({ site }: { site: Details }) {
  return (
    <address className="stack gap-5 not-italic">
      <p className="title-card">{site.companyName}</p>
      <dl className="stack gap-5">
        {site.phone && (
          <Detail icon={Phone} name="Téléphone">
            <a href={telephoneHref(site.phone)}>{phoneLabel(site.phone)}</a>
            {site.phoneHelp && <span className="small soft block">{site.phoneHelp}</span>}
          </Detail>
        )}
        {site.email && (
          <Detail icon={Mail} name="Adresse e-mail">
            <a className="wrap-anywhere" href={`mailto:${site.email}`}>
              {site.email}
            </a>
          </Detail>
        )}
        {site.address && (
          <Detail icon={MapPin} name="Adresse">
            {postalLines(site.address).map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Detail>
        )}
        {site.openingHours && (
          <Detail icon={Clock} name="Horaires">
            Tous les jours, de {hourInLabel(site.openingHours.opens)} à {hourInLabel(site.openingHours.closes)}
          </Detail>
        )}
      </dl>
    </address>
  )
}

function Detail({ icon, name, children }: { icon: LucideIcon; name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="small flex items-center gap-2 soft">
        <Icon icon={icon} size="small" />
        {name}
      </dt>
      <dd className="mt-1">{children}</dd>
    </div>
  )
}
