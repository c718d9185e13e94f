import { phoneLabel } from "../../../../domain/phone.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { reasonNotMailed } from "./customer-mail-note.tsx"
import type { ReachedClient } from "./line.ts"

type CustomerContactsProps = { client: ReachedClient }

export function CustomerContacts({ client }: CustomerContactsProps) {
  const { email, phone } = client
  const notMailedReason = reasonNotMailed(client)
  const telephone = phone && <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
  if (notMailedReason !== null)
    return (
      <p className="small soft wrap-anywhere">
        {notMailedReason}&nbsp;: votre réponse ne lui est pas envoyée. {telephone}
      </p>
    )
  return (
    <p className="small soft wrap-anywhere">
      Un e-mail est préparé avec votre réponse, et avec le contrat si vous confirmez. {telephone}
      {telephone && ", "}
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
