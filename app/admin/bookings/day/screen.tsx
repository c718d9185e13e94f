import { Form, href } from "react-router"
import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import Route from "lucide-react/icons/route"
import { dayLong } from "../../../../domain/day-labels.ts"
import { type Day, addDays } from "../../../../domain/day.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { IconLink } from "../../../ui/icon-link.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { Tabs } from "../../../ui/tabs.tsx"
import { type LoadingList, loadingHref } from "./loading.ts"
import { LoadingLists } from "./loading-list.tsx"
import { StopSteps } from "./stop-steps.tsx"
import { BookingsTabs } from "../tabs.tsx"
import { StopCard, type StopView } from "./stop.tsx"
import { refusalFlash } from "../../kit/booking/field-state.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import type { Flash } from "../../kit/flash.ts"
import { PrintButton } from "../../kit/print-button.tsx"
import { daySheetHref } from "../../kit/booking/bookings-url.ts"
import { screens } from "../../kit/screens.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

type DaySheetScreenProps = {
  day: Day
  today: Day
  now: Date
  isCrew: boolean
  /** False for crew on a day that is not near (D72). */
  isOpen: boolean
  stops: readonly StopView[]
  /** null in the list of stops. */
  loading: LoadingList | null
  flash: Flash | null
  refusal: Refusal | null
}

function emptyText({ isCrew, isOpen }: Pick<DaySheetScreenProps, "isCrew" | "isOpen">): string {
  if (!isOpen) return "Les adresses s’ouvrent la veille. Vos heures sont dans «\u00a0Équipe et missions\u00a0»."
  return isCrew ? "Rien pour vous ce jour-là." : "Rien ne part et rien ne revient ce jour-là."
}

export function DaySheetScreen(view: DaySheetScreenProps) {
  const { day, today, now, isCrew, isOpen, stops, loading, flash, refusal } = view
  const title = dayLong(day)
  const doneCount = stops.filter(({ isDone }) => isDone).length
  const current = day === today ? stops.find(({ isDone }) => !isDone) : undefined
  const departures = stops.filter(({ leg }) => leg === "out").length
  return (
    <>
      <h1 className="title-page">{screens.bookingDay.title}</h1>
      <FlashMessage flash={refusalFlash(refusal) ?? flash} />
      {!isCrew && (
        <div className="no-print stack">
          <BookingsTabs />
          <div className="cluster between items-end">
            <Form action={href("/admin/bookings/jour/:day?")} className="fields-line" key={day}>
              <TextField label="Jour" name="jour" type="date" defaultValue={day} optional="filter" />
              <Button variant="secondary" size="small">
                Afficher
              </Button>
            </Form>
            {stops.length > 0 && (
              <div className="cluster">
                {stops.length > 1 && !loading && (
                  <Form method="post" preventScrollReset>
                    <Button variant="secondary" icon={Route} name="intent" value="proposer">
                      Du plus proche au plus loin
                    </Button>
                  </Form>
                )}
                <PrintButton>{loading ? "Imprimer la liste" : "Imprimer la journée"}</PrintButton>
              </div>
            )}
          </div>
        </div>
      )}
      <section className="stack day-route" aria-labelledby="tournee">
        <header className="cluster between">
          <div>
            <h2 className="title-section" id="tournee">
              {capitalize(title)}
            </h2>
            {stops.length > 0 && (
              <p className="small soft">
                {countLabel(departures, "départ", "départs", "Aucun départ")},{" "}
                {countLabel(stops.length - departures, "retour", "retours", "aucun retour")}
                {doneCount > 0 && `. ${countLabel(doneCount, "fait", "faits", "")}`}
              </p>
            )}
          </div>
          <div className="cluster no-print">
            <IconLink icon={ChevronLeft} label="La veille" to={daySheetHref(addDays(day, -1))} />
            {day !== today && (
              <ButtonLink to={daySheetHref(today)} variant="secondary" size="small">
                Aujourd’hui
              </ButtonLink>
            )}
            <IconLink icon={ChevronRight} label="Le lendemain" to={daySheetHref(addDays(day, 1))} />
          </div>
        </header>
        {departures > 0 && (
          <div className="no-print">
            <Tabs
              label="Cette journée"
              tabs={[
                { label: "Tournée", href: daySheetHref(day), current: loading === null },
                { label: "À charger", href: loadingHref(day), current: loading !== null },
              ]}
            />
          </div>
        )}
        {stops.length === 0 && <p className="soft">{emptyText({ isCrew, isOpen })}</p>}
        {loading ? (
          <LoadingLists list={loading} />
        ) : (
          stops.map((stop, index) => (
            <StopCard key={stop.id} stop={stop} index={index} count={stops.length}>
              {day <= today && (
                <StopSteps day={day} stop={stop} isCurrent={stop.id === current?.id} now={now} refusal={refusal} />
              )}
            </StopCard>
          ))
        )}
      </section>
    </>
  )
}
