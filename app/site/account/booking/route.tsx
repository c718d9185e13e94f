import { redirect } from "react-router"
import { z } from "zod"
import { withdrawDateRequest } from "../../../../server/bookings/request-dates.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { saveHome } from "../../../../server/contracts/save-home.ts"
import { eventStartAct } from "../../kit/event-start-act.server.ts"
import { homeAct } from "../../kit/home-act.server.ts"
import { EVENT_START_INTENT } from "../../../http/event-start.ts"
import { HOME_INTENT } from "../../../http/home-tick.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { livePage } from "../../../http/live.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly } from "../../../http/visitor.server.ts"
import { accountBookingPaths } from "./paths.ts"
import { dateRequestProblemText } from "./date-request-problem.ts"
import { doneLabel } from "./done-label.ts"
import { readBookingView, requireAccessibleBooking } from "./load.server.ts"
import { BookingScreen } from "./screen.tsx"
import stylesheet from "../../../styles/bookings.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `Réservation n°\u00a0${loaderData.view.number}` : "Réservation",
    canonical: null,
  })

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const live = await livePage(context, [`booking.${params.number}`])
  const { booking, party, access } = await requireAccessibleBooking(context, params.number)
  const at = new Date()
  const view = await loadScreen("Error loading a booking", () =>
    readBookingView(booking, { party, access, paths: accountBookingPaths(booking.number), at }),
  )
  return { view, live, done: doneLabel(url.searchParams.get("fait") ?? "", canDeliverMail()) }
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party, access } = await requireAccessibleBooking(context, params.number)
  const { page } = accountBookingPaths(booking.number)
  return handleForm(request, {
    [HOME_INTENT]: homeAct(
      async () => (access === "owner" ? booking : null),
      async (home) => {
        await saveHome({ party, home, onlyIfUnknown: true })
        return redirect(`${page}?fait=adresse`, 303)
      },
    ),
    [EVENT_START_INTENT]: eventStartAct(async () => (access === "owner" ? booking : null), `${page}?fait=debut`),
    "garder-les-dates": act(
      z.object({}),
      async (_fields, form) => {
        const result = await withdrawDateRequest(party, booking.id)
        if (result.ok) return redirect(`${page}?fait=dates-gardees`, 303)
        return form.refuse({ form: dateRequestProblemText(result.error) }, { status: 409 })
      },
      {
        log: "Error keeping the dates of a booking",
        failed: "Votre demande n’a pas pu être retirée. Réessayez dans un instant.",
      },
    ),
  })
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { live, ...screenProps } = loaderData
  return (
    <>
      <BookingScreen {...screenProps} refusal={actionData ?? null} />
      <Live live={live} shiftsPage isPaused={actionData !== undefined} />
    </>
  )
}
