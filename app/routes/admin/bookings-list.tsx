import { data } from "react-router"
import { listBookings } from "../../../server/bookings/list.ts"
import { allProducts } from "../../../server/catalog/queries.ts"
import { bookingsList } from "../../components/admin/bookings-list-url.ts"
import { BookingsListScreen } from "../../components/admin/bookings-list-screen.tsx"
import { BookingsUnreadable } from "../../components/admin/bookings-unreadable.tsx"
import { readListUrl } from "../../components/admin/list-url.ts"
import { screens } from "../../components/admin/screens.ts"
import { pageMeta } from "../meta.ts"
import { requireAdministrator } from "../visitor.ts"
import type { Route } from "./+types/bookings-list"
import { bookingFilterOf } from "./bookings-filter.ts"
import { loadOrLog } from "./edits.ts"
import { takeFlash } from "./flash.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const list = readListUrl(url.searchParams, bookingsList)
  const [page, products] = await loadOrLog("Error loading bookings", () =>
    Promise.all([listBookings(bookingFilterOf(list), list, new Date()), allProducts()]),
  )
  const { flash, headers } = await takeFlash(request)
  return data(
    { list, page, products: products.map(({ id, name }) => ({ id, name })), flash, now: new Date() },
    { headers },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.bookingsList.title, canonical: null })

/** For the owner: every booking there is, to search, sort and export. */
export default function BookingsList({ loaderData }: Route.ComponentProps) {
  return <BookingsListScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
