import { Link, href } from "react-router"
import Mail from "lucide-react/icons/mail"
import Phone from "lucide-react/icons/phone"
import { siretLabel } from "../../../domain/printed-numbers.ts"
import { phoneLabel } from "../../../domain/phone.ts"
import { Icon } from "../../ui/icon.tsx"
import { Brand } from "../../kit/brand.tsx"
import { telephoneHref } from "../../kit/contact-links.ts"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { legalPath } from "../../http/legal-path.ts"

type Group = { title: string; links: readonly (readonly [to: string, label: string])[] }

/** The law requires the conformity state next to this link. */
const accessibilityPath = legalPath("accessibility")

const groups: readonly Group[] = [
  {
    title: "Navigation",
    links: [
      [href("/"), "Accueil"],
      [href("/catalog"), "Catalogue"],
      [href("/services"), "Services"],
      [href("/about"), "À propos"],
      [href("/faq"), "FAQ"],
      [href("/contact"), "Contact"],
      [href("/sitemap"), "Plan du site"],
    ],
  },
  {
    title: "Informations légales",
    links: [
      [legalPath("mentions-legales"), "Mentions légales"],
      [legalPath("cgv"), "Conditions générales de vente"],
      [legalPath("terms"), "Conditions d’utilisation"],
      [legalPath("privacy"), "Politique de confidentialité"],
    ],
  },
  {
    title: "Conformité",
    links: [
      [legalPath("rgpd"), "RGPD"],
      [legalPath("data-protection"), "Protection des données"],
      [accessibilityPath, "Accessibilité"],
      [legalPath("cookies"), "Préférences cookies"],
    ],
  },
]

type SiteFooterProps = {
  site: SiteIdentity
  year: number
}

export function SiteFooter({ site, year }: SiteFooterProps) {
  return (
    <footer className="site-footer">
      <div className="on-night">
        <div className="page site-footer-columns">
          <div>
            <Brand site={site} />
            <address className="mt-3 not-italic">
              {site.address && <p className="soft">{site.address}</p>}
              {site.phone && (
                <p>
                  <a href={telephoneHref(site.phone)}>
                    <Icon icon={Phone} size="small" />
                    {phoneLabel(site.phone)}
                  </a>
                </p>
              )}
              {site.email && (
                <p>
                  <a href={`mailto:${site.email}`}>
                    <Icon icon={Mail} size="small" />
                    {site.email}
                  </a>
                </p>
              )}
              {site.instagramUrl && (
                <p>
                  <a href={site.instagramUrl} rel="noopener">
                    Instagram
                  </a>
                </p>
              )}
            </address>
          </div>
          {groups.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2>{title}</h2>
              <ul>
                {links.map(([to, label]) => (
                  <li key={to}>
                    <Link to={to}>{to === accessibilityPath ? `${label}\u00a0: ${site.conformity}` : label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="page">
          <div className="site-footer-end">
            <p>
              © {year} {site.companyName}
              {site.siret && `, SIRET\u00a0${siretLabel(site.siret)}`}
            </p>
            {site.hostingNotice && <p>{site.hostingNotice}</p>}
          </div>
        </div>
      </div>
    </footer>
  )
}
