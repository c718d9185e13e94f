import { data, href, redirect } from "react-router"
import { z } from "zod"
import { formatMoney } from "../../../../../domain/money.ts"
import { type CardProblem, openCardPayment } from "../../../../../server/money/payments/open-card-payment.ts"
import { ticked, wholeNumber } from "../../../../http/form-fields.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import { DeadLink } from "../dead-link.tsx"
import type { Route } from "./+types/route"
import { requireBookingByLink, openLink } from "../by-link.server.ts"
import { readPaymentView } from "./load.server.ts"
import { PaymentScreen } from "./screen.tsx"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Payer votre réservation")

/** Open to anyone with the link (D27, D55). */
export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a payment page", async () => {
    const link = await openLink("pay", secret, at)
    if (link.kind !== "open") return data({ kind: link.kind }, { status: link.status })
    return data({
      kind: "open" as const,
      view: await readPaymentView(link.booking, at, url.searchParams.get("paiement")),
      justSigned: url.searchParams.get("fait") === "signe",
    })
  })
}

/** Leads through a page of ours, because CSP `form-action` forbids redirecting a form elsewhere. */
export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const at = new Date()
  const booking = await requireBookingByLink("pay", secret, at)
  const pay = act(
    z.object({ montant: wholeNumber(), caution: ticked }),
    async ({ montant, caution }, form) => {
      const opened = await openCardPayment(booking.id, { expectedAmount: montant, savesCard: caution }, at)
      if (opened.ok) return redirect(href("/payer/:secret/carte", { secret }), 303)
      return form.refuse(
        { form: problemText(opened.error) },
        { status: opened.error.kind === "provider-away" ? 503 : 409 },
      )
    },
    {
      log: "Error opening a card payment",
      details: () => ({ bookingId: booking.id }),
      failed: "Le paiement n’a pas pu s’ouvrir. Rien n’a été débité\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, pay)
}

function problemText(problem: CardProblem): string {
  switch (problem.kind) {
    case "no-cards":
      return "Le paiement par carte n’est pas disponible. Vous pouvez payer par virement."
    case "nothing-due":
      return "Il n’y a plus rien à payer. Rien n’a été débité."
    case "amount-changed":
      return `Le montant à payer vient de changer\u00a0: ${formatMoney(problem.amount)}. Rien n’a été débité.`
    case "paid-before":
      return `Nous avons déjà reçu ce paiement de ${formatMoney(problem.amount)}. Rien de plus n’a été débité.`
    case "provider-away":
      return "Le service de paiement ne répond pas. Rien n’a été débité\u00a0: réessayez dans un instant, ou payez par virement."
  }
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function PayBooking({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.kind === "open" ? (
    <PaymentScreen view={loaderData.view} justSigned={loaderData.justSigned} refusal={actionData ?? null} />
  ) : (
    <DeadLink kind={loaderData.kind} endedText="Votre réservation dit ce qui reste à payer." />
  )
}
