import { phoneLabel } from "../../../../domain/printed-numbers.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { whyNot } from "./customer-mailed.tsx"
import type { ReachedClient } from "./line.ts"

type CustomerContactsProps = { client: ReachedClient }

/** What an answer sends to the client, and how to reach them beside it: said where one answers. */
export function CustomerContacts({ client }: CustomerContactsProps) {
  const { email, phone } = client
  const why = whyNot(client)
  const telephone = phone && <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
  if (why !== null)
    return (
      <p className="small soft wrap-anywhere">
        {why}&nbsp;: votre réponse ne lui est pas envoyée. {telephone}
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
