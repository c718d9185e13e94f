import { data, href, redirect } from "react-router"
import { z } from "zod"
import { MAX_DEPOSIT_ANSWER } from "../../../../../domain/finance/deposit.ts"
import { answerDeposit } from "../../../../../server/money/deposits/answer-deposit.ts"
import { type DepositPageProblem, openDepositPage } from "../../../../../server/money/deposits/open-deposit-page.ts"
import { ticked } from "../../../../http/form-fields.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import { requireBookingByLink, openLink } from "../by-link.server.ts"
import { readDepositPageView } from "./load.server.ts"
import { DeadLink } from "../dead-link.tsx"
import { DepositScreen } from "./screen.tsx"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** The address is a secret: send no referrer and stay out of search engines (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "La caution de votre réservation")

/** Opening the page must change nothing, because mail scanners open links too. */
export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  return loadScreen("Error loading a deposit", async () => {
    const link = await openLink("deposit", secret, new Date())
    if (link.kind !== "open") return data({ kind: link.kind }, { status: link.status })
    const view = await readDepositPageView(link.booking, secret)
    if (!view) return data({ kind: "unknown-link" as const }, { status: 404 })
    return data({ kind: "open" as const, view, answered: url.searchParams.get("fait") === "observations" })
  })
}

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const at = new Date()
  const booking = await requireBookingByLink("deposit", secret, at)
  const details = () => ({ bookingId: booking.id })
  const save = act(
    z.object({ accord: ticked }),
    async ({ accord }, form) => {
      if (!accord) return form.refuse({ accord: "Sans cet accord, aucune carte n’est enregistrée." })
      const opened = await openDepositPage(booking.id, at)
      if (opened.ok) return redirect(href("/caution/:secret/carte", { secret }), 303)
      return form.refuse(
        { form: problemText(opened.error) },
        { status: opened.error.kind === "provider-away" ? 503 : 409 },
      )
    },
    {
      log: "Error opening a deposit's page",
      details,
      failed: "L’enregistrement n’a pas pu s’ouvrir. Aucune carte n’est enregistrée\u00a0: réessayez dans un instant.",
    },
  )
  const answer = act(
    z.object({
      observations: z
        .string({ error: "Écrivez vos observations." })
        .trim()
        .min(1, "Écrivez vos observations.")
        .max(MAX_DEPOSIT_ANSWER, `Vos observations ne peuvent pas dépasser ${MAX_DEPOSIT_ANSWER} caractères.`),
    }),
    async ({ observations }, form) => {
      const answered = await answerDeposit(booking.id, observations, at)
      if (answered.ok) return redirect(`${href("/caution/:secret", { secret })}?fait=observations`, 303)
      return form.refuse({ form: "Cette retenue est déjà décidée, ou a été abandonnée." }, { status: 409 })
    },
    {
      log: "Error answering about a deposit",
      details,
      failed: "Vos observations n’ont pas pu être enregistrées. Réessayez dans un instant.",
    },
  )
  return handleForm(request, { enregistrer: save, observer: answer })
}

function problemText({ kind }: DepositPageProblem): string {
  switch (kind) {
    case "no-cards":
      return "Aucune carte ne peut être enregistrée ici. Répondez à notre e-mail\u00a0: un chèque ou un virement conviennent aussi."
    case "nothing-asked":
      return "Aucune carte n’est plus demandée pour cette caution."
    case "provider-away":
      return "Le service de paiement ne répond pas. Aucune carte n’est enregistrée\u00a0: réessayez dans un instant."
  }
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function Deposit({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.kind === "open" ? (
    <DepositScreen view={loaderData.view} answered={loaderData.answered} refusal={actionData ?? null} />
  ) : (
    <DeadLink kind={loaderData.kind} endedText="Votre réservation dit où en est la caution." />
  )
}
