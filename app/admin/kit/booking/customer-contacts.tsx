import { phoneLabel } from "../../../../domain/content/printed-numbers.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"

type CustomerContactsProps = { client: { email: string; phone: string | null } }

/** What an answer sends to the client, and how to reach them beside it: said where one answers. */
export function CustomerContacts({ client: { email, phone } }: CustomerContactsProps) {
  const telephone = phone && <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
  if (email.trim() === "")
    return (
      <p className="small soft wrap-anywhere">
        Ce client n’a pas d’adresse e-mail&nbsp;: votre réponse ne lui est pas envoyée. {telephone}
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
