import { href, redirect } from "react-router"
import { data } from "react-router"
import { z } from "zod"
import { MAX_BUYER_ROLE } from "../../../../../../domain/quotes/buyer.ts"
import { findBooking } from "../../../../../../server/bookings/booking-page.ts"
import { type AcceptanceProblem, acceptQuote } from "../../../../../../server/quotes/accept.ts"
import { saveBuyer } from "../../../../../../server/quotes/buyer.ts"
import { openQuote } from "../../../../../../server/quotes/open-quote.ts"
import type { BookingId } from "../../../../../../domain/id.ts"
import { HOME_INTENT } from "../../../../../http/home-tick.ts"
import { list, requiredText, ticked, wholeNumber } from "../../../../../http/form-fields.ts"
import { act, checkForm, handleForm } from "../../../../../http/forms.server.ts"
import { loadScreen } from "../../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../../http/meta.ts"
import type { FormErrors } from "../../../../../http/refusal.ts"
import { companyFields } from "../../../../../kit/company-fields.ts"
import { readCompanyOrder } from "../../../../../kit/company-order.server.ts"
import { MAX_SIGNED_FORM_BYTES } from "../../../../../kit/signature/signature-form.server.ts"
import bookingsStylesheet from "../../../../../styles/bookings.css?url"
import stylesheet from "../../../../../styles/quote.css?url"
import { findPaymentPath } from "../../payment-path.server.ts"
import { missingFieldErrors, readVisit, signingErrors, signingForm, toSigning } from "../../signing.server.ts"
import { homeAct } from "../../../../kit/home-act.server.ts"
import { answerProblemText, quoteActs, refuse } from "../acts.server.ts"
import { EndedQuote } from "../ended.tsx"
import { COMPANY_INTENT, NEAR_INTENT, OPTION_FIELD, ROLE_FIELD } from "../intents.ts"
import { endedAnswer, openForReader } from "../open.server.ts"
import { AcceptanceScreen } from "./screen.tsx"
import { readAcceptanceView } from "./view.server.ts"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () =>
  [bookingsStylesheet, stylesheet].map((sheet) => ({ rel: "stylesheet", href: sheet }))

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Accepter le devis")

export async function loader({ params: { secret }, context, url }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a quote to accept", async () => {
    const opening = await openForReader(secret, context, at)
    if (opening.kind === "ended") return endedAnswer(opening)
    if (opening.opened.link.purpose !== "accept") throw redirect(href("/devis/:secret", { secret }))
    const options = url.searchParams.getAll(OPTION_FIELD)
    const view = await readAcceptanceView(opening.opened, { secret, options, at })
    if (!view) return endedAnswer({ kind: "ended", end: { kind: "ended-link" }, status: 410 })
    return data({ kind: "open" as const, view })
  })
}

const failed = "La signature n’a pas pu être enregistrée. Rien n’est perdu\u00a0: réessayez dans un instant."

const acceptanceForm = signingForm.extend({
  version: wholeNumber(1),
  [OPTION_FIELD]: list(z.array(z.string().max(60))),
})

export async function action({ params: { secret }, request, url }: Route.ActionArgs) {
  const page = url.pathname.replace(/\.data$/, "") + url.search
  const visit = readVisit(request)
  return handleForm(
    request,
    {
      [NEAR_INTENT]: quoteActs(secret)[NEAR_INTENT],
      [COMPANY_INTENT]: act(
        z.object({ [companyFields.tick]: ticked, [ROLE_FIELD]: z.string().default("") }),
        async (fields, form) => {
          const company = await readCompanyOrder(form.fields)
          const role = checkForm(
            form,
            z.object({ [ROLE_FIELD]: requiredText("Indiquez votre fonction.", MAX_BUYER_ROLE) }),
          )
          const errors = {
            ...(company.ok ? {} : company.error),
            ...(fields[companyFields.tick] && !role.ok ? role.refusal.errors : {}),
          }
          if (!company.ok || Object.keys(errors).length > 0) return form.refuse(errors)
          const buyer = company.value && { ...company.value, role: fields[ROLE_FIELD].trim() }
          const saved = await saveBuyer(secret, { company: buyer })
          return saved.ok ? redirect(page, 303) : refuse(form, saved.error)
        },
        { log: "Error saving the company of a quote", failed },
      ),
      [HOME_INTENT]: homeAct(
        async () => {
          const opened = await openQuote(secret, new Date())
          return opened.ok && opened.value.state === "sent" ? opened.value.version.row : null
        },
        async (home) => {
          const saved = await saveBuyer(secret, { home })
          return saved.ok
            ? redirect(page, 303)
            : data({ errors: { form: answerProblemText(saved.error) }, values: {}, lists: {} }, { status: 409 })
        },
      ),
      signer: act(
        acceptanceForm,
        async (typed, form) => {
          const missing = missingFieldErrors(typed, null)
          if (Object.keys(missing).length > 0) return form.refuse(missing)
          const { contractId: _, ...signing } = toSigning(typed)
          const choice = { version: typed.version, ticked: typed[OPTION_FIELD] }
          const accepted = await acceptQuote({ secret, form: { ...signing, ...choice }, visit })
          if (accepted.ok) return redirect(await findDonePath(secret, accepted.value.id), 303)
          // A double click, another tab, or another reader.
          const { error } = accepted
          if (error.kind === "already-accepted") return redirect(await findDonePath(secret, error.bookingId), 303)
          const isOtherText = ["replaced", "text-changed", "terms-changed"].includes(error.kind)
          const values = isOtherText ? { terms: "", early: "", loss: "" } : {}
          return form.refuse(acceptanceErrors(error), { status: responseStatus(error), values })
        },
        { log: "Error accepting a quote", failed },
      ),
    },
    { maximumBytes: MAX_SIGNED_FORM_BYTES },
  )
}

async function findDonePath(secret: string, bookingId: BookingId): Promise<string> {
  const booking = await findBooking(bookingId)
  return (booking && (await findPaymentPath(booking))) || `${href("/signer/:secret", { secret })}?fait=signe`
}

function responseStatus({ kind }: AcceptanceProblem): number {
  return /^(name|signature|terms-not|ticks)/.test(kind) ? 422 : 409
}

function acceptanceErrors(problem: Exclude<AcceptanceProblem, { kind: "already-accepted" }>): FormErrors {
  switch (problem.kind) {
    case "unknown-link":
    case "ended-link":
    case "shows-only":
    case "ended":
      return { form: answerProblemText(problem) }
    case "customer-erased":
      return { form: "Ce devis ne se signe plus. Écrivez-nous." }
    case "replaced":
      return { form: "Un nouveau devis remplace celui-ci. Rien n’est signé\u00a0: relisez ce qui change, puis signez." }
    case "text-changed":
      return { form: "Le contrat vient de changer. Rien n’est signé\u00a0: relisez-le, puis signez." }
    case "units-gone":
      return { form: "La date vient d’être prise. Rien n’est signé\u00a0: choisissez ce qui reste possible." }
    case "no-template":
      return { form: "Ce devis ne se signe pas encore en ligne. Rien n’est signé\u00a0: écrivez-nous." }
    default:
      return signingErrors(problem)
  }
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function AcceptQuote({ loaderData, actionData }: Route.ComponentProps) {
  const refusal = actionData ?? null
  return loaderData.kind === "open" ? (
    <AcceptanceScreen view={loaderData.view} refusal={refusal} />
  ) : (
    <EndedQuote end={loaderData.end} refusal={refusal} />
  )
}
