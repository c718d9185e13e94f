import { Link } from "react-router"
import type { Day } from "../../../../domain/day.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { newBookingPath } from "../tabs.tsx"
import type { NewBookingView, NewCustomer } from "../order/view.ts"
import { ProductField } from "./product-field.tsx"
import { NEW_CUSTOMER, newBookingHref } from "./url.ts"

type NewClientProps = {
  draft: NewCustomer
  view: NewBookingView
  product: { id: string }
  chosen: readonly Day[]
  errors: Readonly<Record<string, string>>
}

/** Nothing is stored before the booking is saved. */
export function NewClient({ draft, view, product, chosen, errors }: NewClientProps) {
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
        <Link className="small" to={newBookingPath}>
          Choisir un client connu
        </Link>
      </div>
      <input type="hidden" name="nouveau" value={draft.id} />
      {existingCustomerId && (
        <p className="small">
          <Link to={newBookingHref({ customer: existingCustomerId, product: product.id, days: chosen })}>
            Réserver pour cette personne
          </Link>
        </p>
      )}
      <RequiredNote />
      <TextField label="Nom" maxLength={120} {...field("name")} />
      <TextField label="Téléphone" type="tel" optional maxLength={40} {...field("phone")} />
      <TextField
        label="Adresse e-mail"
        type="email"
        optional
        maxLength={254}
        hint="Avec elle, un e-mail l’invite à choisir un mot de passe. Sans elle, le contrat se signe sur papier ou sur place."
        {...field("email")}
      />
      <ProductField
        view={view}
        product={product}
        customer={NEW_CUSTOMER}
        isProductInUrl={false}
        error={errors["produit"]}
      />
    </section>
  )
}
