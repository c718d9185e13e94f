import { href, redirect, useNavigation, Link } from "react-router"
import { clientAddress } from "../../../server/platform/request/client-address.ts"
import { createStamp, secondsSince } from "../../../server/accounts/auth/form-stamp.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { newsletterForm, newsletterPurpose } from "../../../server/outside/newsletter/form.ts"
import { subscribe } from "../../../server/outside/newsletter/subscribe.ts"
import { soonIllustration } from "../../kit/illustrations.ts"
import { NewsletterForm } from "../kit/newsletter-form.tsx"
import { Photo } from "../../ui/photo.tsx"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { refuseGuarded } from "../../http/guarded-forms.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { getVisitor } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { sendForm } from "../../http/send-form.ts"
import type { Route } from "./+types/route"
import { useEffect, useRef } from "react"
import MailCheck from "lucide-react/icons/mail-check"
import { Icon } from "../../ui/icon.tsx"

const requestedPurpose = "newsletter-asked"
const REQUESTED_SECONDS = 3600

/** The stamp names nobody, so a cached page may share it. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const at = new Date()
  const secondsSinceRequest = await secondsSince(requestedPurpose, url.searchParams.get("demande") ?? "", at)
  return {
    email: getVisitor(context)?.profile.email ?? null,
    stamp: await createStamp(newsletterPurpose, at),
    canMail: canDeliverMail(),
    isRequested: secondsSinceRequest !== null && secondsSinceRequest < REQUESTED_SECONDS,
    canonical: canonicalUrl(href("/newsletter")),
  }
}

export function action({ request }: Route.ActionArgs) {
  const send = act(
    newsletterForm,
    async (sent, form) => {
      const at = new Date()
      const answer = await subscribe(sent, { address: clientAddress(request), at })
      return answer.ok
        ? redirect(`${href("/newsletter")}?demande=${await createStamp(requestedPurpose, at)}`, 303)
        : refuseGuarded(form, answer.error)
    },
    { log: "Error subscribing", failed: "Une erreur est survenue" },
  )
  return handleForm(request, send)
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return sendForm(serverAction)
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: "Nouveautés",
    description: "Jeux en bois, bornes d’arcade, nouveaux photobooths\u00A0: un e-mail à chaque nouveauté.",
    canonical: loaderData?.canonical ?? null,
  })

export default function Newsletter({ loaderData, actionData }: Route.ComponentProps) {
  const { email, stamp, isRequested, canMail } = loaderData
  const { state, formMethod } = useNavigation()
  return (
    <div className="page grid items-center gap-8 py-12 lg:grid-cols-2 lg:gap-12 lg:pb-24">
      <div className="stack gap-8">
        <div className="stack gap-3">
          <h1 className="title-page">Être notifié des nouveautés</h1>
          <p className="lead soft">
            Jeux en bois fabriqués à la main, bornes d’arcade, application mobile&nbsp;: un e-mail à chaque nouveauté,
            quelques fois par an.
          </p>
        </div>
        <div className="panel">
          {isRequested ? (
            <CheckMailbox canMail={canMail} />
          ) : (
            <NewsletterForm
              email={email}
              stamp={stamp}
              answer={actionData}
              busy={state !== "idle" && formMethod === "POST"}
            />
          )}
        </div>
        <p className="small soft max-w-measure">Votre adresse ne sert qu’à cela et n’est donnée à personne.</p>
      </div>
      <div className="card">
        <Photo
          image={soonIllustration}
          sizes="(min-width: 80rem) 36rem, (min-width: 60rem) 48vw, 92vw"
          caption="Photo non contractuelle"
        />
      </div>
    </div>
  )
}

/** Every address gets the same words, so nothing is revealed. */
function CheckMailbox({ canMail }: { canMail: boolean }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  if (!canMail)
    return (
      <div className="stack" role="status" tabIndex={-1} ref={box}>
        <p className="title-card">Votre adresse est notée</p>
        <p>Un e-mail vous demandera bientôt de confirmer votre inscription.</p>
      </div>
    )
  return (
    <div className="stack" role="status" tabIndex={-1} ref={box}>
      <p className="title-card flex items-center gap-3">
        <Icon icon={MailCheck} />
        Regardez votre boîte de réception
      </p>
      <p>Ouvrez le lien de notre e-mail pour confirmer votre inscription.</p>
      <p className="small soft">
        Rien reçu dans quelques minutes&nbsp;? Regardez dans les indésirables, ou{" "}
        <Link to={href("/newsletter")}>saisissez l’adresse à nouveau</Link>.
      </p>
    </div>
  )
}
