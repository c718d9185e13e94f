import { Link, href } from "react-router"
import { phoneLabel } from "../../../../domain/phone.ts"
import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { UnverifiedAddress } from "../../kit/unverified-address.tsx"

type ExistingClientProps = {
  customer: CustomerMatch
  /** null where the client stays the same. */
  searchHref: string | null
  unverifiedNote: string
}

export function ExistingClient({ customer, searchHref, unverifiedNote }: ExistingClientProps) {
  const { id, name, email, phone } = customer
  return (
    <section className="panel cluster between" aria-label="Client">
      <p className="min-w-0 wrap-anywhere">
        <Link to={href("/admin/users/:id", { id })}>
          <strong>{name}</strong>
        </Link>
        <br />
        <span className="small soft">
          {email && <a href={`mailto:${email}`}>{email}</a>}
          {email && phone && ", "}
          {phone && <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>}
        </span>
        {!customer.isVerified && (
          <>
            <br />
            <UnverifiedAddress /> <span className="small soft">{unverifiedNote}</span>
          </>
        )}
      </p>
      {searchHref && (
        <Link className="small" to={searchHref}>
          Choisir un autre client
        </Link>
      )}
    </section>
  )
}
