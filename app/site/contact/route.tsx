import { Form, href, redirect, useNavigation, useRouteLoaderData } from "react-router"
import { useEffect, useRef } from "react"
import CircleCheck from "lucide-react/icons/circle-check"
import { hourInLabel } from "../../../domain/clock.ts"
import { readCampaign } from "../../../domain/leads/lead.ts"
import { clientAddress } from "../../../server/platform/request/client-address.ts"
import { createStamp, secondsSince } from "../../../server/accounts/auth/form-stamp.ts"
import { contactForm, contactPurpose } from "../../../server/outside/contact/form.ts"
import { sendContactMessage } from "../../../server/outside/contact/send.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { refuseGuarded } from "../../http/guarded-forms.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { sendForm } from "../../http/send-form.ts"
import type { SiteIdentity } from "../../http/site-identity.ts"
import { getVisitor } from "../../http/visitor.server.ts"
import type { loader as rootLoader } from "../../root.tsx"
import { Button } from "../../ui/button.tsx"
import { Icon } from "../../ui/icon.tsx"
import type { Route } from "./+types/route"
import { hasContactDetails, CompanyDetails } from "./company-details.tsx"
import { ContactForm } from "./form.tsx"

/** Proves that the form was sent: nobody else can make that page's address. */
const sentPurpose = "contact-sent"
const SENT_SECONDS = 3600

/** The stamp names nobody, so a cached page may share it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const at = new Date()
  const profile = getVisitor(context)?.profile
  const sentSeconds = await secondsSince(sentPurpose, url.searchParams.get("envoye") ?? "", at)
  return {
    profile: profile ? { name: profile.name, email: profile.email, phone: profile.phone ?? "" } : null,
    stamp: await createStamp(contactPurpose, at),
    campaign: readCampaign(url.searchParams.get("utm_source")),
    asksWayToUs: !profile?.heardFrom,
    sent: sentSeconds !== null && sentSeconds < SENT_SECONDS,
    canonical: canonicalUrl(href("/contact")),
  }
}

export function action({ request }: Route.ActionArgs) {
  const send = act(
    contactForm,
    async (sent, form) => {
      const at = new Date()
      const answer = await sendContactMessage(sent, { address: clientAddress(request), at })
      return answer.ok
        ? redirect(`${href("/contact")}?envoye=${await createStamp(sentPurpose, at)}`, 303)
        : refuseGuarded(form, answer.error)
    },
    { log: "Error sending a message", failed: "Une erreur est survenue" },
  )
  return handleForm(request, send)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const site = matches[0].loaderData?.site
  return pageMeta(site, {
    title: "Contact",
    description: `Une question, une date, un devis\u00A0: ${site ? contactSummary(site) : "écrivez-nous."}`,
    canonical: loaderData?.canonical ?? null,
  })
}

function contactSummary({ phone, openingHours }: SiteIdentity): string {
  if (!phone) return "écrivez-nous."
  const hours = openingHours
    ? `, tous les jours de ${hourInLabel(openingHours.opens)} à ${hourInLabel(openingHours.closes)}`
    : ""
  return `écrivez-nous ou appelez-nous${hours}.`
}

export default function Contact({ loaderData: { sent, ...form }, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData<typeof rootLoader>("root")?.site
  const { state, formMethod } = useNavigation()
  return (
    <div className="page stack gap-8 py-12 lg:pb-24">
      <div className="stack gap-3">
        <h1 className="title-page">Contact</h1>
        <p className="lead soft max-w-measure">
          Une date à vérifier, une question, un devis&nbsp;? <span className="unbroken">Écrivez-nous</span>
          {site?.phone ? ", ou appelez-nous." : "."}
        </p>
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1.7fr)_minmax(0,1fr)] lg:gap-12">
        <section className="panel stack gap-5" aria-labelledby="ecrire">
          <h2 id="ecrire" className="title-section">
            Nous écrire
          </h2>
          {sent ? (
            <MessageSent />
          ) : (
            <ContactForm {...form} answer={actionData} busy={state !== "idle" && formMethod === "POST"} />
          )}
        </section>
        {site && hasContactDetails(site) && (
          <section className="panel on-night stack gap-5" aria-labelledby="joindre">
            <h2 id="joindre" className="title-section">
              Nous joindre
            </h2>
            <CompanyDetails site={site} />
          </section>
        )}
      </div>
    </div>
  )
}

function MessageSent() {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="stack gap-5" role="status" tabIndex={-1} ref={box}>
      <p className="title-card flex items-center gap-3 text-success">
        <Icon icon={CircleCheck} />
        Message envoyé !
      </p>
      <p>Nous vous répondons à l’adresse indiquée.</p>
      <Form action={href("/contact")}>
        <Button variant="secondary">Envoyer un autre message</Button>
      </Form>
    </div>
  )
}
