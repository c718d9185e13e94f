import { occupiesDays } from "../../../../../domain/booking/status.ts"
import { bookedDatesLabel } from "../../../../../domain/rental/rental-times.ts"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { EmptyState } from "../../../../ui/empty-state.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { bookingsHref, bookingsPath, emptyBookingsUrl } from "../../../kit/booking/bookings-url.ts"
import { useBackOfficeRole } from "../../../kit/back-office-role.tsx"
import { screens } from "../../../kit/screens.ts"
import { JobFacts } from "../job-facts.tsx"
import type { JobSheet } from "../../../../../server/bookings/job-sheets.ts"
import { PrintButton } from "../../../kit/print-button.tsx"

const departureChecklist = [
  "Testé, papier et encre en place",
  "Options chargées",
  "Câbles, rallonge et multiprise",
  "Contrat et état des lieux",
  "Client prévenu de l’heure",
]
const onSiteChecklist = ["Installé et essayé avec le client", "État des lieux signé", "Photo de l’installation"]
const returnChecklist = ["Exemplaires et accessoires comptés", "Dégâts notés", "Photos remises au client"]

/** The printed sheet must fit on one A4 page. */
export function JobSheetScreen({ job }: { job: JobSheet | null }) {
  const isCrew = useBackOfficeRole() === "crew"
  if (!job) {
    return (
      <>
        <h1 className="title-page">Réservation introuvable</h1>
        <div className="panel">
          <EmptyState
            title="Cette réservation n’existe pas"
            action={
              <ButtonLink to={bookingsPath} variant="secondary">
                Voir les réservations
              </ButtonLink>
            }
          >
            Son adresse a changé, ou n’a jamais existé.
          </EmptyState>
        </div>
      </>
    )
  }
  return (
    <>
      <div className="cluster between no-print">
        {isCrew ? (
          <ButtonLink to={screens.bookingDay.to} variant="quiet">
            Retour à la journée
          </ButtonLink>
        ) : (
          <ButtonLink to={bookingsHref(emptyBookingsUrl, { booking: job.id })} aria-haspopup="dialog" variant="quiet">
            Retour à la réservation
          </ButtonLink>
        )}
        <PrintButton>Imprimer la fiche</PrintButton>
      </div>
      {!occupiesDays(job.status) && (
        <Notice tone="warning" title="Cette réservation est annulée ou refusée">
          Rien n’est à livrer.
        </Notice>
      )}
      <article className="panel stack job">
        <header>
          <h1 className="title-section">
            {job.isDelivery ? "Livraison" : "Retrait"}, n°&nbsp;{job.number}
          </h1>
          <p>
            {job.client.name}, {bookedDatesLabel(job)}
          </p>
        </header>
        <JobFacts job={job} />
        <div className="job-checks">
          <Checks title="Avant de partir" items={departureChecklist} />
          <Checks title="Sur place" items={job.isDelivery ? onSiteChecklist : onSiteChecklist.slice(1, 2)} />
          <Checks title="Au retour" items={returnChecklist} />
        </div>
        <div className="job-signature">
          <p>Heure d’arrivée</p>
          <p>Heure de reprise</p>
          <p>Signature du client</p>
        </div>
      </article>
    </>
  )
}

function Checks({ title, items }: { title: string; items: readonly string[] }) {
  return (
    <section>
      <h2 className="title-block">{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>
            <span className="job-box" aria-hidden="true" />
            {item}
          </li>
        ))}
      </ul>
    </section>
  )
}
