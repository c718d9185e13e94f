import { Form, data, href, useNavigation } from "react-router"
import { ownAccountParty } from "../../../../../domain/accounts/party.ts"
import { readBookingAccount } from "../../../../../server/bookings/booking-page.ts"
import { canDeliverMail } from "../../../../../server/outside/mails/ledger.ts"
import { canMailFreshLink } from "../../../../../server/contracts/mail-fresh-link.ts"
import { findBookingBySigningLink, readLink } from "../../../../../server/contracts/read-link.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../../../http/meta.ts"
import { getVisitor } from "../../../../http/visitor.server.ts"
import { Button } from "../../../../ui/button.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { Notice } from "../../../../ui/notice.tsx"
import { LinkPage } from "../../../kit/link-page.tsx"
import { linkBookingPaths } from "../paths.ts"
import { doneLabel } from "../done-label.ts"
import { readBookingView } from "../load.server.ts"
import { BookingScreen } from "../screen.tsx"
import { SigningScreen } from "../signing-screen.tsx"
import { handleSigning, readVisit } from "../signing.server.ts"
import { readSigningView } from "../signing-view.server.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import { DeadLinkActions } from "../dead-link.tsx"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

/** Secret address: no referrer and no search index (D56). */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Votre réservation")

/** Shows the contract while the link can sign it. Opening must change nothing: mail scanners open links too. */
export async function loader({ params: { secret }, request, url }: Route.LoaderArgs) {
  const at = new Date()
  return loadScreen("Error loading a booking by its link", async () => {
    const result = await readLink(secret, readVisit(request), at)
    const act = url.searchParams.get("fait") ?? ""
    const done = endingActTitles.has(act) ? doneLabel(act, canDeliverMail()) : null
    // Cancelling or withdrawing ends an unsigned link too, so this page must still report the outcome.
    if (!result.ok && result.error.kind === "ended-link")
      return data(
        {
          kind: "ended-link" as const,
          done,
          title: endingActTitles.get(act) ?? "Ce lien ne sert plus",
          offersFreshLink: await canMailFreshLink(secret, at),
          canMail: canDeliverMail(),
        },
        { status: 410 },
      )
    if (!result.ok) return data({ kind: "unknown-link" as const }, { status: 404 })
    const { booking, link, signing } = result.value
    const paths = linkBookingPaths(secret)
    const signs = link.purpose === "sign" && link.usedAt === null && signing.kind === "open"
    if (signs && url.searchParams.get("vue") !== "reservation") {
      const view = await readSigningView(result.value, signing.contract, { paths, proof: { by: "link" }, at })
      return data({ kind: "sign" as const, view })
    }
    const party = ownAccountParty(await readBookingAccount(booking))
    const view = await readBookingView(booking, { party, access: "link", paths, at })
    // A link that has signed, or only reads, must offer no act that it cannot perform.
    if (!signs) view.acts.sign = null
    if (link.purpose !== "sign") view.acts.pay = null
    return data({
      kind: "read" as const,
      view,
      done: done ?? (link.usedAt && booking.status === "confirmed" ? signedByLinkText : null),
    })
  })
}

const endingActTitles: ReadonlyMap<string, string> = new Map([
  ["retractation", "Vous avez renoncé au contrat"],
  ["annulee", "Réservation annulée"],
])
const signedByLinkText = "Merci, votre contrat est signé\u00a0!"

export async function action({ params: { secret }, request, context }: Route.ActionArgs) {
  const donePath = `${href("/signer/:secret", { secret })}?fait=signe`
  return handleSigning({
    request,
    account: null,
    signer: { by: "link", secret, visitorId: getVisitor(context)?.profile.id ?? null },
    findDonePath: () => donePath,
    pagePath: linkBookingPaths(secret).sign,
    findBooking: () => findBookingBySigningLink(secret, new Date()),
  })
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function BookingByLink({ loaderData, actionData }: Route.ComponentProps) {
  switch (loaderData.kind) {
    case "sign":
      return <SigningScreen view={loaderData.view} refusal={actionData ?? null} />
    case "read":
      return <BookingScreen view={loaderData.view} done={loaderData.done} refusal={actionData ?? null} />
    case "ended-link":
      return (
        <LinkPage title={loaderData.title}>
          <p role="status">
            {loaderData.done ??
              "Un autre l’a peut-être remplacé. Votre réservation est dans votre compte\u00a0: vous pouvez aussi y signer."}
          </p>
          {loaderData.offersFreshLink && <FreshLinkForm canMail={loaderData.canMail} answer={actionData} />}
          <DeadLinkActions />
        </LinkPage>
      )
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est pas complet">
          <p role="status">
            Il a peut-être été coupé en le copiant. Ouvrez-le depuis l’e-mail, ou retrouvez votre réservation dans votre
            compte.
          </p>
          <DeadLinkActions />
        </LinkPage>
      )
  }
}

function FreshLinkForm({ canMail, answer }: { canMail: boolean; answer: Route.ComponentProps["actionData"] }) {
  const busy = useNavigation().formMethod === "POST"
  if (answer && "linkMailed" in answer)
    return (
      <Notice tone="success" live>
        {canMail ? "Un nouveau lien part à l’adresse e-mail de la réservation." : "Un nouveau lien vous sera envoyé."}
      </Notice>
    )
  return (
    <Form method="post" className="stack">
      <FormError errors={Object.values(answer?.errors ?? {}).map((message) => ({ message }))} answer={answer} />
      <p>Pas de compte&nbsp;? Recevez un nouveau lien à l’adresse e-mail de la réservation.</p>
      <p>
        <Button name="intent" value="nouveau-lien" busy={busy} busyText="Envoi…">
          Recevoir un nouveau lien
        </Button>
      </p>
    </Form>
  )
}
