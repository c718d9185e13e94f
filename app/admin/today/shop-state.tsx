import { Link, href } from "react-router"
import { timeRangeLabel } from "../../../domain/calendar/unit-timeline.ts"
import { dayInParis } from "../../../domain/day.ts"
import { daysLong, dayMedium, instantLong } from "../../../domain/day-labels.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Notice } from "../../ui/notice.tsx"
import { CountBadge } from "../../ui/count-badge.tsx"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import type { DoubleBooking, TodayView } from "./view.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type AlarmsProps = Pick<
  TodayView,
  | "rights"
  | "failedMails"
  | "lateRows"
  | "lateSeals"
  | "certificateEnds"
  | "activeProducts"
  | "depotMissing"
  | "firstSteps"
  | "doubleBookings"
  | "lateMachines"
  | "lostCalendars"
>

export function Alarms({
  rights,
  failedMails,
  lateRows,
  lateSeals,
  certificateEnds,
  activeProducts,
  depotMissing,
  firstSteps,
  doubleBookings,
  lateMachines,
  lostCalendars,
}: AlarmsProps) {
  return (
    <>
      <LateMachinesNotice machines={lateMachines} />
      <DoubleBookingsNotice conflicts={doubleBookings} />
      {lostCalendars.map(({ name, since }) => (
        <Notice
          key={`${name} ${since.getTime()}`}
          tone="warning"
          title={`L’agenda «\u00a0${name}\u00a0» n’est plus lu`}
        >
          <p>
            Depuis le {instantLong(since)}, ce qui est loué là-bas n’arrive plus ici.{" "}
            <Link to={`${href("/admin/availability/agendas")}#ailleurs`}>Voir pourquoi</Link>
          </p>
        </Notice>
      ))}
      {depotMissing && firstSteps === null && (
        <Notice tone="warning" title="Aucune livraison n’a de prix">
          <p>
            L’adresse du dépôt manque ou n’est pas sur la carte&nbsp;: chaque livraison attend sa distance.{" "}
            <Link to={`${href("/admin/finance")}#warehouseStreet`}>Indiquer le dépôt</Link>
          </p>
        </Notice>
      )}
      {failedMails > 0 && (
        <Notice
          tone="error"
          title={
            failedMails > 1
              ? `${failedMails.toLocaleString("fr-FR")} e-mails n’ont pas pu partir`
              : "Un e-mail n’a pas pu partir"
          }
        >
          <p>
            Le serveur de messagerie {failedMails > 1 ? "les a refusés" : "l’a refusé"} pendant plus de deux jours.{" "}
            <Link to={href("/admin/mails")}>Voir les e-mails</Link>
          </p>
        </Notice>
      )}
      {rights.near > 0 && (
        <Notice
          tone={rights.late > 0 ? "error" : "warning"}
          title={
            rights.late > 0
              ? "Une demande de droits a dépassé son délai"
              : rights.near > 1
                ? `${rights.near} demandes de droits arrivent à leur délai`
                : "Une demande de droits arrive à son délai"
          }
        >
          <p>
            La loi donne un mois pour répondre. <Link to={href("/admin/droits")}>Répondre</Link>
          </p>
        </Notice>
      )}
      {lateRows > 0 && (
        <Notice tone="warning" title="Des tâches automatiques ont du retard">
          <p>
            {lateRows > 1
              ? `${lateRows.toLocaleString("fr-FR")} échéances passées attendent`
              : "Une échéance passée attend"}{" "}
            d’être {lateRows > 1 ? "traitées" : "traitée"} (rappels, délais, avis). Ce que voient vos clients reste
            juste. Si ce message dure, prévenez votre hébergeur.
          </p>
        </Notice>
      )}
      {lateSeals > 0 && (
        <Notice
          tone="warning"
          title={
            lateSeals > 1
              ? `${lateSeals.toLocaleString("fr-FR")} contrats signés ne sont pas scellés`
              : "Un contrat signé n’est pas scellé"
          }
        >
          <p>
            La signature vaut. Le document scellé est retenté, puis part au client. Si ce message dure, prévenez votre
            hébergeur.
          </p>
        </Notice>
      )}
      {certificateEnds && (
        <Notice
          tone="warning"
          title={`Le certificat de vos contrats prend fin le ${dayMedium(dayInParis(certificateEnds))}`}
        >
          <p>Remplacez-le avant cette date, s’il vient de vous. Celui de Guinguette se renouvelle seul.</p>
        </Notice>
      )}
      {activeProducts === 0 && firstSteps === null && (
        <Notice tone="info" title="Votre catalogue est vide">
          <div className="stack gap-3">
            <p>Personne ne peut encore réserver. Ajoutez un produit, puis activez-le.</p>
            <p>
              <ButtonLink to={href("/admin/products")} variant="secondary" size="small">
                Ajouter un produit
              </ButtonLink>
            </p>
          </div>
        </Notice>
      )}
    </>
  )
}

function LateMachinesNotice({ machines }: { machines: TodayView["lateMachines"] }) {
  if (machines.length === 0) return null
  return (
    <Notice tone="error" title={machines.length > 1 ? "Machines en retard" : "Machine en retard"}>
      <ul className="stack gap-1">
        {machines.map(({ productName, unit, number, clientName, nextNumber }) => (
          <li key={`${productName} ${unit}`}>
            {productName} n°&nbsp;{unit}, en retard pour{" "}
            <Link to={bookingPageHref(nextNumber)}>n°&nbsp;{nextNumber}</Link>. Elle est chez {clientName},{" "}
            <Link to={bookingPageHref(number)}>n°&nbsp;{number}</Link>.
          </li>
        ))}
      </ul>
    </Notice>
  )
}

const MAX_CONFLICTS = 5

/** Rented through an outside calendar on days when every unit is booked here. */
function DoubleBookingsNotice({ conflicts }: { conflicts: readonly DoubleBooking[] }) {
  if (conflicts.length === 0) return null
  const more = conflicts.length - MAX_CONFLICTS
  return (
    <Notice tone="error" title="Pris ailleurs et réservé ici">
      <ul className="stack gap-1">
        {conflicts.slice(0, MAX_CONFLICTS).map(({ calendarName, productName, days, hours, bookings }, place) => (
          <li key={place}>
            {productName}, {hours ? timeRangeLabel(hours) : daysLong(days)}&nbsp;: «&nbsp;{calendarName}&nbsp;» et{" "}
            {bookings.map(({ number, clientName }, index) => (
              <span key={number}>
                {index > 0 && ", "}
                <Link to={bookingPageHref(number)}>
                  {clientName} (n°&nbsp;{number})
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
      {more > 0 && <p>{more > 1 ? `Et ${more} autres.` : "Et un autre."}</p>}
      <p>Il manque un exemplaire. Changez les dates d’une réservation, ou libérez le produit sur l’autre site.</p>
    </Notice>
  )
}

export function MessagesPanel({ count }: { count: number }) {
  return (
    <section className="panel stack" aria-labelledby="messages">
      <h2 className="title-block" id="messages">
        Messages à lire <CountBadge count={count} />
      </h2>
      {count === 0 ? (
        <p className="small soft">Aucun message n’attend.</p>
      ) : (
        <p className="small">
          <Link to={href("/admin/messages")}>
            {count > 1 ? `Lire les ${count.toLocaleString("fr-FR")} messages` : "Lire le message"}
          </Link>
        </p>
      )}
    </section>
  )
}

export function BankPanel({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <section className="panel stack" aria-labelledby="banque">
      <h2 className="title-block" id="banque">
        Relevés bancaires <CountBadge count={count} />
      </h2>
      <p className="small">
        <Link to={href("/admin/finance/releves")}>
          {count > 1
            ? `Rapprocher les ${count.toLocaleString("fr-FR")} lignes qui attendent`
            : "Rapprocher la ligne qui attend"}
        </Link>
      </p>
    </section>
  )
}

export function MissingPanel({ missing, legalGapCount }: Pick<TodayView, "missing" | "legalGapCount">) {
  return (
    <section className="panel stack" aria-labelledby="manque">
      <h2 className="title-block" id="manque">
        À compléter <CountBadge count={missing.length} />
      </h2>
      {legalGapCount > 0 && (
        <Notice tone="warning" title="Votre boutique est ouverte au public">
          La loi veut ces mentions sur ses pages.
        </Notice>
      )}
      {missing.length === 0 ? (
        <p className="small soft">Rien ne manque.</p>
      ) : (
        <ul className="list-disc pl-5 small">
          {missing.map(({ label, href }) => (
            <li key={label}>
              <Link to={href} className="link-alone">
                {capitalize(label)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
