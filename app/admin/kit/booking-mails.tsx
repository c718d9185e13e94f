import { Form, Link, href } from "react-router"
import type { MailState } from "../../../domain/content/mail-state.ts"
import { Button } from "../../ui/button.tsx"
import { MailStateTag } from "./mail-state-tag.tsx"
import { useSending } from "./use-sending.ts"

export type BookingMailView = {
  id: string
  kind: string
  state: MailState
  sentAgainAs: string | null
  stateLabel: string
}

type BookingMailsProps = {
  mails: readonly BookingMailView[]
  /** Only on pages whose action accepts "renvoyer-courriel". */
  resends?: boolean
}

export function BookingMails({ mails, resends = false }: BookingMailsProps) {
  return (
    <section className="stack gap-2" aria-labelledby="courriels">
      <h3 className="title-block" id="courriels">
        E-mails
      </h3>
      {mails.length === 0 && <p className="small soft">Aucun pour cette réservation.</p>}
      <ul className="stack gap-2">
        {mails.map((mail) => (
          <li key={mail.id} className="small wrap-anywhere">
            <span className="cluster between">
              <Link to={`${href("/admin/mails")}?courriel=${mail.id}`} className="link-alone">
                {mail.kind}
              </Link>
              <MailStateTag {...mail} />
            </span>
            <span className="fine soft">{mail.stateLabel}</span>
            {resends && isUndelivered(mail) && <Resend mail={mail} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

export function isUndelivered({ state, sentAgainAs }: BookingMailView): boolean {
  return (state === "refused" || state === "failed") && sentAgainAs === null
}

function Resend({ mail: { id, kind } }: { mail: BookingMailView }) {
  const sending = useSending({ intent: "renvoyer-courriel", courriel: id })
  return (
    <Form method="post" preventScrollReset className="mt-1">
      <input type="hidden" name="courriel" value={id} />
      <Button name="intent" value="renvoyer-courriel" variant="secondary" size="small" busy={sending}>
        Renvoyer<span className="sr-only">&nbsp;: {kind}</span>
      </Button>
    </Form>
  )
}
