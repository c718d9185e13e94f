import { useRouteLoaderData } from "react-router"
import { periods } from "../../domain/retention/periods.ts"
import { legalPath } from "../http/legal-path.ts"
import type { SiteIdentity } from "../http/site-identity.ts"

const years = (count: number) => `${count}\u00a0ans`

/** Summarises the privacy page (RGPD, art. 13). */
const uses = {
  account: {
    why: "pour ouvrir et tenir votre compte",
    until: `jusqu’à sa suppression, ou ${years(periods.accountYears)} après votre dernière activité`,
  },
  "sign-in": {
    why: "pour vous reconnaître et protéger votre compte",
    until: `tant que votre compte existe, ou ${years(periods.accountYears)} après votre dernière activité`,
  },
  contact: {
    why: "pour vous répondre, et pour rien d’autre",
    until: `${years(periods.contactYears)} après le dernier échange`,
  },
  price: {
    why: "pour vous envoyer ce prix et en suivre la demande",
    until: `${periods.shownPriceDays}\u00a0jours`,
  },
  sharing: {
    why: "pour ouvrir votre compte à cette personne et vous prévenir tous deux",
    until: "tant que vous partagez votre compte avec elle",
  },
  newsletter: {
    why: "pour vous annoncer nos nouveautés, avec votre accord",
    until: `jusqu’à votre désinscription, puis ${years(periods.newsletterLeftYears)} comme preuve`,
  },
  booking: {
    why: "pour livrer et facturer votre location",
    until: `${years(periods.orderYears)} avec la réservation, ou ${periods.draftDays}\u00a0jours si vous n’envoyez pas la demande`,
  },
  insurance: {
    why: "pour savoir que la location est assurée",
    until: `${periods.insuranceDays}\u00a0jours après son dernier jour, ou le temps de régler une retenue sur la caution`,
  },
  order: {
    why: "pour répondre à votre commande",
    until: `${years(periods.contactYears)} après le dernier échange, ou avec la réservation`,
  },
  deposit: {
    why: "pour décider de la caution, et en garder la preuve",
    until: `${years(periods.orderYears)} avec la réservation`,
  },
  rights: {
    why: "pour répondre à votre demande, comme la loi le veut",
    until: `${years(periods.rightsYears)} après la réponse`,
  },
  signature: {
    why: "pour conclure le contrat et en garder la preuve, avec l’heure, l’adresse IP et le navigateur",
    until: `${years(periods.orderYears)} après la signature`,
  },
} as const

type DataUse = keyof typeof uses

export function DataNote({ use }: { use: DataUse }) {
  const root = useRouteLoaderData<{ site: SiteIdentity }>("root")
  const { why, until } = uses[use]
  return (
    <details className="fine soft">
      <summary>Vos données</summary>
      <p>
        {root?.site.companyName ?? "Notre équipe"} utilise ces données {why}, et les garde {until}. Vos droits&nbsp;:{" "}
        <a href={legalPath("privacy")} target="_blank" rel="noopener">
          politique de confidentialité
          <span className="sr-only"> (nouvelle fenêtre)</span>
        </a>
        .
      </p>
    </details>
  )
}
