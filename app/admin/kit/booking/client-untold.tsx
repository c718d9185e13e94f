import { phoneWords } from "../../../../domain/content/printed-numbers.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"

type ClientUntoldProps = { client: { email: string; phone: string | null } }

/** An answer is not told to the client by itself: said where one answers, with the ways to reach them. */
export function CustomerNotNotified({ client: { email, phone } }: ClientUntoldProps) {
  return (
    <p className="small soft wrap-anywhere">
      Le client n’est pas prévenu automatiquement&nbsp;: appelez-le ou écrivez-lui.{" "}
      {phone && (
        <>
          <a href={telephoneHref(phone)}>{phoneWords(phone)}</a>,{" "}
        </>
      )}
      <a href={`mailto:${email}`}>{email}</a>
    </p>
  )
}
