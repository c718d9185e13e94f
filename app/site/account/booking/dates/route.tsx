import { Link, redirect } from "react-router"
import { z } from "zod"
import { isDay } from "../../../../../domain/day.ts"
import { MAX_RENTAL_DAYS } from "../../../../../domain/availability/limits.ts"
import { readPosition } from "../../../../../domain/whole-number.ts"
import { datesOrHoursLabel } from "../../../../../domain/rental/rental-times.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import { MAX_DATE_NOTE, requestDates } from "../../../../../server/bookings/request-dates.ts"
import { list } from "../../../../http/form-fields.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import { Notice } from "../../../../ui/notice.tsx"
import { accountBookingPaths } from "../paths.ts"
import { dateRequestProblemText } from "../date-request-problem.ts"
import { readBookingView, requireAccessibleBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import { DatesForm } from "./form.tsx"
import { readDatesView } from "./load.server.ts"
import type { DatesView } from "./view.ts"
import calendarSheet from "../../../../styles/calendar-pages.css?url"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [
  { rel: "stylesheet", href: calendarSheet },
  { rel: "stylesheet", href: stylesheet },
]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Demander d’autres dates", canonical: null })

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const { booking, party, access } = await requireAccessibleBooking(context, params.number)
  const paths = accountBookingPaths(booking.number)
  const at = new Date()
  return loadScreen("Error loading the dates of a booking", async () => {
    const { acts, dateRequest, when } = await readBookingView(booking, { party, access, paths, at })
    // The booking's page explains why no dates can be requested now.
    if (acts.requestDates === null) throw redirect(paths.page)
    const view = await readDatesView(booking, url.searchParams, at)
    if (!view) throw redirect(paths.page)
    return {
      number: booking.number,
      productName: booking.productName,
      back: paths.page,
      when,
      requestedPeriod: dateRequest?.when ?? null,
      maxLength: MAX_DATE_NOTE,
      view,
    }
  })
}

const days = list(z.array(z.string().refine(isDay)).max(MAX_RENTAL_DAYS * 2))

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  const ask = act(
    z.object({ date: days, note: z.string().optional(), location: z.string().optional() }),
    async ({ date, note = "", location }, form) => {
      const rental = readPosition(location)
      const result = await requestDates(party, booking.id, { days: date.filter(isDay), note, rental })
      if (result.ok) return redirect(`${accountBookingPaths(booking.number).page}?fait=dates`, 303)
      const { error } = result
      const text = dateRequestProblemText(error)
      const lostDays = error.kind === "days-taken" || error.kind === "outside-window" ? error.days : []
      return form.refuseWith({ lostDays }, error.kind === "note-too-long" ? { note: text } : { form: text })
    },
    {
      log: "Error asking for other dates",
      details: () => ({ bookingId: booking.id }),
      failed: "Votre demande n’a pas pu être envoyée. Rien n’est perdu\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, ask)
}

function wayToChoose(plan: DatesView["plans"][number]): string {
  if (plan?.kind === "hours") return "Choisissez le jour que vous préférez. Les heures restent les mêmes."
  if (plan?.kind === "fixed") return "Choisissez le premier jour que vous préférez."
  return "Cochez les dates que vous préférez."
}

export default function RequestDates({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, back, when, requestedPeriod, maxLength, view } = loaderData
  const rental = Array.isArray(view) ? null : view.rental
  const plan = Array.isArray(view) || view.plans.length > 1 ? null : (view.plans[0] ?? null)
  const ownDates = { ...(rental?.when ?? when), plan }
  return (
    <BookingSheet title="Demander d’autres dates" number={number} back={back}>
      <p className="lead soft">
        {rental?.productName ?? productName}, {datesOrHoursLabel(ownDates)}
      </p>
      <p>
        {wayToChoose(Array.isArray(view) ? null : (view.plans[0] ?? null))} Votre réservation ne change pas avant notre
        réponse. Ces dates ne sont pas encore gardées.
      </p>
      {requestedPeriod && (
        <Notice tone="info">Cette demande remplacera la précédente ({rentalLabel(requestedPeriod)}).</Notice>
      )}
      {Array.isArray(view) ? (
        <nav aria-label="La location à déplacer" className="stack gap-3">
          <p>Vos locations ont des dates différentes. Laquelle voulez-vous déplacer&nbsp;?</p>
          <ul className="stack gap-3">
            {view.map(({ position, productName: name, when: own }) => (
              <li key={position}>
                <Link to={`?location=${position}`} replace preventScrollReset className="link-alone">
                  {name}
                </Link>
                <span className="small soft block">{datesOrHoursLabel(own)}</span>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <DatesForm view={view} back={back} maxLength={maxLength} refusal={actionData ?? null} />
      )}
    </BookingSheet>
  )
}
