import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { findCustomers, readCustomer } from "../../../../server/accounts/customers/find-customers.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { NewBookingScreen } from "./screen.tsx"
import { NEW_CUSTOMER } from "./url.ts"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { handleForm } from "../../../http/forms.server.ts"
import type { Route } from "./+types/route"
import { newCustomerFromSearch } from "../order/new-customer.server.ts"
import { readOrderParams } from "../order/form.server.ts"
import { newBookingView, orderActs } from "./order.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { takeFlash } from "../../kit/flash.server.ts"
import type { NewBookingClient } from "../order/view.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const search = url.searchParams.get("q")?.trim().slice(0, 200) ?? ""
  const id = url.searchParams.get("client")
  const view = await loadScreen("Error loading bookings", async () => {
    const client = await findClient(id, search)
    const matches = client || search === "" ? [] : await findCustomers(search)
    return {
      search,
      matches,
      booking: client && (await newBookingView(client, readOrderParams(url), null, new Date())),
    }
  })
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers, status: id !== null && !view.booking ? 404 : 200 })
}

async function findClient(id: string | null, search: string): Promise<NewBookingClient | null> {
  if (id === NEW_CUSTOMER) return { kind: "new", draft: newCustomerFromSearch(search) }
  const customer = id === null ? null : await readCustomer(id)
  return customer && { kind: "known", customer }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = requireEditor(context)
  const id = url.searchParams.get("client")
  const customer = id === null || id === NEW_CUSTOMER ? null : await readCustomer(id)
  if (!customer && id !== NEW_CUSTOMER) throw data(null, { status: 404 })
  return handleForm(request, orderActs(actor, customer, readOrderParams(url), new Date()))
}

export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === "calculer" ? false : defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.newBooking.title, canonical: null })

export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  return <NewBookingScreen {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
