import { Form, href } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { dayLong } from "../../../../domain/day-labels.ts"
import { type Day, addDays } from "../../../../domain/day.ts"
import { withElision } from "../../../../isomorphic/text/of-name.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { IconLink } from "../../../ui/icon-link.tsx"
import { Tally } from "../../../ui/tally.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { BookingsTabs } from "../tabs.tsx"
import { JobFacts } from "./job-facts.tsx"
import type { JobView } from "./view.ts"
import { PrintButton } from "../../kit/print-button.tsx"
import { screens } from "../../kit/screens.ts"

export function daySheetHref(day: Day): string {
  return href("/admin/bookings/jour/:day?", { day })
}

type DaySheetScreenProps = { day: Day; today: Day; departures: readonly JobView[]; returns: readonly JobView[] }

/** All that leaves and all that comes back on one day, to print and take along. */
export function DaySheetScreen({ day, today, departures, returns }: DaySheetScreenProps) {
  const title = dayLong(day)
  return (
    <>
      <h1 className="title-page">{screens.bookingDay.title}</h1>
      <div className="no-print stack">
        <BookingsTabs />
        <div className="cluster between">
          <div className="cluster">
            <IconLink plain icon={ChevronLeft} label="La veille" to={daySheetHref(addDays(day, -1))} />
            <IconLink plain icon={ChevronRight} label="Le lendemain" to={daySheetHref(addDays(day, 1))} />
            {day !== today && (
              <ButtonLink to={daySheetHref(today)} variant="quiet" size="small">
                Aujourd’hui
              </ButtonLink>
            )}
          </div>
          <Form action={href("/admin/bookings/jour/:day?")} className="cluster items-end" key={day}>
            <TextField label="Jour" name="jour" type="date" defaultValue={day} />
            <Button variant="secondary" size="small">
              Afficher
            </Button>
          </Form>
          {departures.length + returns.length > 0 && <PrintButton>Imprimer la journée</PrintButton>}
        </div>
      </div>
      <h2 className="title-section">{title.charAt(0).toUpperCase() + title.slice(1)}</h2>
      <Jobs id="departs" title="Départs" jobs={departures} none="Rien ne part ce jour-là." />
      <Jobs id="retours" title="Retours" jobs={returns} none="Rien ne revient ce jour-là." />
    </>
  )
}

/** Only confirmed bookings: a request that waits is not loaded into the van. */
function Jobs({ id, title, jobs, none }: { id: string; title: string; jobs: readonly JobView[]; none: string }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h3 className="title-block" id={id}>
        {title} <Tally count={jobs.length} />
      </h3>
      {jobs.length === 0 && <p className="soft">{none}</p>}
      {jobs.map((job) => (
        <article
          key={job.id}
          className="panel stack job job-of-day"
          aria-label={`${job.client.name}, n° ${job.number}`}
        >
          <JobFacts job={job} />
          <p className="no-print">
            <ButtonLink to={href("/admin/bookings/:id/fiche", { id: job.id })} variant="secondary" size="small">
              Fiche complète<span className="sr-only"> {withElision(job.client.name)}</span>
            </ButtonLink>
          </p>
        </article>
      ))}
    </section>
  )
}
