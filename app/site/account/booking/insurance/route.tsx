import { data, href, redirect } from "react-router"
import { z } from "zod"
import type { Booking } from "../../../../../server/booking-record/booking.ts"
import { readPeriodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { handInCertificate } from "../../../../../server/bookings/insurance/hand-in.ts"
import { readInsurance } from "../../../../../server/bookings/insurance/read-certificate.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { refuseThrottled } from "../../../../http/guarded-forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import { openLink } from "../by-link.server.ts"
import { DeadLink } from "../dead-link.tsx"
import { fileProblems, unreceivedText } from "../file-problems.ts"
import { InsuranceScreen } from "./screen.tsx"
import type { InsurancePageView } from "./view.ts"
import type { Route } from "./+types/route"
import { canBePrepared } from "../../../../../server/bookings/preparing.ts"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Votre attestation d’assurance")

export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a certificate of insurance", async () => {
    const link = await openLink("insurance", secret, at)
    if (link.kind !== "open") return data({ kind: link.kind }, { status: link.status })
    const view = await readInsurancePageView(link.booking, at)
    return data({ kind: "open" as const, view, done: url.searchParams.get("fait") === "remise" })
  })
}

async function readInsurancePageView(booking: Booking, at: Date): Promise<InsurancePageView> {
  const [{ state, isRequired }, when] = await Promise.all([readInsurance(booking, at), readPeriodInForce(booking)])
  return {
    number: booking.number,
    productName: booking.productName,
    when,
    state,
    open: isRequired && canBePrepared(booking, at),
  }
}

const FIELD = "attestation"
const CHOOSE = "Choisissez le PDF de l’attestation, ou sa photo."

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const at = new Date()
  const link = await openLink("insurance", secret, at)
  if (link.kind !== "open") throw data(null, { status: link.status })
  const { id } = link.booking
  const handIn = act(
    z.object({}),
    async (_fields, form) => {
      const file = form.files.get(FIELD)
      if (!file) return form.refuse({ [FIELD]: CHOOSE })
      const result = await handInCertificate(id, file, at)
      if (result.ok) return redirect(`${href("/attestation/:secret", { secret })}?fait=remise`, 303)
      const problem = result.error
      if (problem.kind === "throttled") return refuseThrottled(form, problem)
      if (problem.kind === "file") return form.refuse({ [FIELD]: fileProblems[problem.problem] })
      return form.refuse({ form: "Cette réservation n’attend plus d’attestation." }, { status: 409 })
    },
    {
      log: "Error handing in a certificate of insurance",
      details: () => ({ bookingId: id }),
      failed: "L’attestation n’a pas pu être enregistrée. Rien n’a changé\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, handIn, {
    pictures: { prefix: FIELD, max: 1 },
    // The default messages for the whole body are worded for pictures.
    refused: (_refusal, init) =>
      data({ errors: { [FIELD]: unreceivedText(init.status) }, values: {}, lists: {} }, init),
  })
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function Insurance({ loaderData, actionData }: Route.ComponentProps) {
  return loaderData.kind === "open" ? (
    <InsuranceScreen view={loaderData.view} done={loaderData.done} refusal={actionData ?? null} />
  ) : (
    <DeadLink kind={loaderData.kind} endedText="Votre réservation dit si une attestation est attendue." />
  )
}
