import { type ShouldRevalidateFunctionArgs, data } from "react-router"
import { z } from "zod"
import { isMonth } from "../../../../domain/day.ts"
import { createCustomer } from "../../../../server/customers/create-for.ts"
import { findCustomers, readCustomer } from "../../../../server/customers/find.ts"
import { BookingsUnreadable } from "../unreadable.tsx"
import { NewBookingScreen } from "./screen.tsx"
import { newBookingHref } from "./url.ts"
import { screens } from "../../kit/screens.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireAdministrator } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import type { Route } from "./+types/route"
import { newBookingView, orderActs } from "./order.server.ts"
import { canDeliverMail } from "../../../../server/mail/ledger.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import { editorOf } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const search = url.searchParams.get("q")?.trim().slice(0, 200) ?? ""
  const id = url.searchParams.get("client")
  const shown = await loadScreen("Error loading bookings", async () => {
    const customer = id === null ? null : await readCustomer(id)
    const found = customer || search === "" ? [] : await findCustomers(search)
    return { search, found, booking: customer && (await newBookingView(customer, placeOf(url), null, new Date())) }
  })
  const { flash, headers } = await takeFlash(request)
  return data({ ...shown, flash }, { headers, status: id !== null && !shown.booking ? 404 : 200 })
}

function placeOf({ searchParams }: URL) {
  const month = searchParams.get("mois")
  return {
    product: searchParams.get("produit"),
    month: month !== null && isMonth(month) ? month : null,
    days: searchParams.getAll("jours"),
  }
}

const Customer = z.object({
  name: z.string().trim().min(1, "Indiquez le nom du client").max(200),
  email: z.string().trim().max(254).pipe(z.email("Indiquez une adresse e-mail valable, par exemple lila@exemple.fr")),
  phone: z
    .string()
    .trim()
    .max(40)
    .regex(/^[+\d\s.()-]*$/, "Indiquez un numéro de téléphone, par exemple 06 12 34 56 78")
    .default(""),
})

export async function action({ request, url, context }: Route.ActionArgs) {
  const actor = editorOf(context)
  const id = url.searchParams.get("client")
  const customer = id === null ? null : await readCustomer(id)
  return customer
    ? handleForm(request, orderActs(actor, customer, placeOf(url), new Date()))
    : handleForm(request, { client: createAct(actor) })
}

function createAct(actor: Administrator) {
  return act(
    Customer,
    async (sent, form) => {
      const created = await createCustomer(actor, sent)
      if (created.ok) {
        const text = `${mailLabel("une invitation à choisir son mot de passe", sent.email, canDeliverMail())} Son lien vaut sept jours.`
        return redirectWith(
          { kind: "success", title: `Compte créé pour ${created.value.name}`, text },
          newBookingHref({ customer: created.value.id }),
        )
      }
      return form.refuse(
        { email: `${created.error.name} a déjà un compte avec cette adresse.`, known: created.error.id },
        { status: 409 },
      )
    },
    {
      log: "Error creating customer",
      failed: "Le client n’a pas pu être enregistré. Réessayez dans un instant.",
    },
  )
}

/** What an order would cost is asked many times while it is typed: nothing else changes meanwhile. */
export function shouldRevalidate({ formData, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return formData?.get("intent") === "calculer" ? false : defaultShouldRevalidate
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.newBooking.title, canonical: null })

/** For the owner: a booking for somebody on the phone. */
export default function NewBooking({ loaderData, actionData }: Route.ComponentProps) {
  return <NewBookingScreen {...loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary() {
  return <BookingsUnreadable />
}
