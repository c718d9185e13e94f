import { data, isRouteErrorResponse, redirect } from "react-router"
import { z } from "zod"
import { dayInParis, isDay } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { isStopId, stopId } from "../../../../domain/booking/route.ts"
import { listJobsOfDay } from "../../../../server/bookings/job-sheets.ts"
import { moveStop, suggestRoute } from "../../../../server/bookings/route.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { findOwnStops } from "../../../../server/booking-record/shifts.ts"
import { isDayOfCrew, jobFor } from "../../kit/own-stops.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { DaySheetScreen } from "./screen.tsx"
import { livePage } from "../../../http/live.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { listLoadedItems } from "../../../../server/bookings/loading.ts"
import { estimateTravel } from "../../../../server/bookings/travel-times.ts"
import { loadingList } from "./loading.ts"
import { stopActs } from "./stop-acts.server.ts"
import { daySheetHref } from "../../kit/booking/bookings-url.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const live = await livePage(context, ["bookings"])
  const requestedDay = url.searchParams.get("jour")
  const now = new Date()
  const today = dayInParis(now)
  if (params.day === undefined)
    throw redirect(daySheetHref(requestedDay !== null && isDay(requestedDay) ? requestedDay : today))
  if (!isDay(params.day)) throw data(null, { status: 404 })
  const day = params.day
  const isLoading = url.searchParams.get("liste") === "chargement"
  const isCrew = visitor.role === "crew"
  const isOpen = !isCrew || isDayOfCrew(day, now)
  const [stops, loaded] = isOpen
    ? await loadScreen("Error loading bookings", async () => {
        const isOwn = await findOwnStops({ person: visitor.profile, at: now })
        const all = await listJobsOfDay(day, now)
        const own = all.filter(({ job, leg }) => isOwn({ bookingId: job.id, leg }))
        return [own, isLoading ? await listLoadedItems(day) : null] as const
      })
    : [[], null]
  const travel = day === today && !isLoading ? await estimateTravel(stops) : null
  const { flash, headers } = await takeFlash(request)
  return data(
    {
      day,
      today,
      now,
      live,
      isCrew,
      isOpen,
      stops: stops.map((stop) => {
        const id = stopId(stop.job.id, stop.leg)
        return { id, travelMinutes: travel?.get(id) ?? null, ...stop, job: jobFor(visitor, stop.job) }
      }),
      loading: loaded && loadingList(stops, loaded),
      flash,
    },
    { headers },
  )
}

const StopMove = z.object({ id: z.string().refine(isStopId) })

export async function action({ params, request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  if (params.day === undefined || !isDay(params.day)) throw data(null, { status: 404 })
  const day = params.day
  const dayHref = daySheetHref(day)
  const redirectAfterOrdering = (outcome: Awaited<ReturnType<typeof moveStop>>) =>
    redirectWith(outcome.ok ? { kind: "success", title: "Ordre enregistré" } : stopGone, dayHref)
  const failure = {
    log: "Error ordering a day",
    failed: "L’ordre n’a pas pu être enregistré. Réessayez dans un instant.",
  }
  const move = (direction: "up" | "down") =>
    act(StopMove, async ({ id }) => redirectAfterOrdering(await moveStop(editor, { day, id, direction })), failure)
  return handleForm(request, {
    monter: move("up"),
    descendre: move("down"),
    ...stopActs(editor, day),
    proposer: act(z.object({}), async () => redirectAfterOrdering(await suggestRoute(editor, day)), failure),
  })
}

/** A press waits for a server that is away; the page stays. */
export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const isPress = (await request.clone().formData()).has("presse")
  try {
    return await serverAction()
  } catch (thrown) {
    if (isPress && isRouteErrorResponse(thrown) && thrown.status >= 500) return data(null, { status: 503 })
    throw thrown
  }
}

const stopGone: Flash = {
  kind: "error",
  title: "Cette étape n’est plus de cette journée",
  text: "La réservation a changé entre-temps. Rien n’a été déplacé.",
}

const { title } = screens.bookingDay

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `${title}, ${dayLong(loaderData.day)}` : title,
    canonical: null,
  })

export default function BookingDay({ loaderData, actionData }: Route.ComponentProps) {
  const { live, ...view } = loaderData
  const refusal = actionData && "errors" in actionData ? actionData : null
  return (
    <>
      <DaySheetScreen key={view.day} {...view} refusal={refusal} />
      <Live live={live} shiftsPage isPaused={refusal !== null} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone title={title} message="Ce jour n’existe pas" to={screens.bookingDay.to} label="Voir aujourd’hui" />
    )
  }
  return <BookingsUnreadable />
}
