import type { ReactNode } from "react"
import { Link } from "react-router"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { CustomerToCreate } from "../../../../server/accounts/customers/create-customer.ts"

type NewClientProps = {
  draft: CustomerToCreate
  emailHint: string
  /** null where the client stays the same. */
  searchHref: string | null
  existing: { toHref: (customer: string) => string; label: string }
  errors: Readonly<Record<string, string>>
  children?: ReactNode
}

/** Nothing is stored before the form is saved. */
export function NewClient({ draft, emailHint, searchHref, existing, errors, children }: NewClientProps) {
  const existingCustomerId = errors["known"]
  const field = (name: "name" | "email" | "phone") => ({
    id: name,
    name,
    autoComplete: "off",
    defaultValue: draft[name],
    error: errors[name],
  })
  return (
    <section className="panel stack" aria-labelledby="nouveau-client">
      <div className="cluster between">
        <h2 className="title-block" id="nouveau-client">
          Nouveau client
        </h2>
        {searchHref && (
          <Link className="small" to={searchHref}>
            Choisir un client connu
          </Link>
        )}
      </div>
      <input type="hidden" name="nouveau" value={draft.id} />
      {existingCustomerId && (
        <p className="small">
          <Link to={existing.toHref(existingCustomerId)}>{existing.label}</Link>
        </p>
      )}
      <RequiredNote />
      <TextField label="Nom" maxLength={120} {...field("name")} />
      <TextField label="Téléphone" type="tel" optional maxLength={40} {...field("phone")} />
      <TextField label="Adresse e-mail" type="email" optional maxLength={254} hint={emailHint} {...field("email")} />
      {children}
    </section>
  )
}
