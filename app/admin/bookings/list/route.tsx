import { data } from "react-router"
import { listBookings } from "../../../../server/bookings/list.ts"
import { listFilterProducts } from "../../../../server/catalog/queries.ts"
import { bookingsList, readBookingsList, statusOptions } from "../../kit/booking/list-url.ts"
import { BookingsListScreen } from "./screen.tsx"
import { BookingsUnreadable } from "../unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import { livePage } from "../../../http/live.server.ts"
import { Live } from "../../../kit/live/live.tsx"
import { loadScreen } from "../../../http/load.server.ts"
import { labelsOf, listTitle } from "../../kit/list-title.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { toBookingFilter } from "./filter.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const live = await livePage(context, ["bookings"])
  const list = readBookingsList(url.searchParams)
  const [page, products] = await loadScreen("Error loading bookings", () =>
    Promise.all([
      listBookings(toBookingFilter(list), list, new Date()),
      listFilterProducts(list.filters["produit"] ?? ""),
    ]),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ list, page, products, flash, live, now: new Date() }, { headers })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(screens.bookingsList.title, bookingsList, location.search, { etat: labelsOf(statusOptions) }),
    canonical: null,
  })

export default function BookingsList({ loaderData: { live, ...view } }: Route.ComponentProps) {
  return (
    <>
      <BookingsListScreen {...view} />
      <Live live={live} shiftsPage />
    </>
  )
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
