import { phoneLabel } from "../../../../domain/content/printed-numbers.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"

type CustomerNotNotifiedProps = { client: { email: string; phone: string | null } }

/** A confirmation is not told to the client by itself: said where one confirms, with the ways to reach them. */
export function CustomerNotNotified({ client: { email, phone } }: CustomerNotNotifiedProps) {
  return (
    <p className="small soft wrap-anywhere">
      Un refus est annoncé au client par courriel. Une confirmation ne l’est pas encore&nbsp;: appelez-le ou
      écrivez-lui.{" "}
      {phone && (
        <>
          <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>,{" "}
        </>
      )}
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
