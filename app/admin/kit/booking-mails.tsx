import { Link, href } from "react-router"
import type { MailState } from "../../../domain/content/mail-state.ts"
import { MailStateTag } from "./mail-state-tag.tsx"

export type BookingMailView = {
  id: string
  /** "Demande reçue" */
  kind: string
  state: MailState
  sentAgainAs: string | null
  /** "Parti le samedi 12 juin 2027 à 18:30" */
  what: string
}

/** What was mailed about a booking, and what became of each mail. */
export function BookingMails({ mails }: { mails: readonly BookingMailView[] }) {
  return (
    <section className="stack gap-2" aria-labelledby="courriels">
      <h3 className="title-block" id="courriels">
        Courriels
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
            <span className="fine soft">{mail.what}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
