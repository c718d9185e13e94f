import { useRef } from "react"
import { Form } from "react-router"
import UserPlus from "lucide-react/icons/user-plus"
import { phoneLabel } from "../../../../domain/phone.ts"
import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { useDisplayedValues } from "../../../ui/use-displayed-values.ts"
import { SearchField } from "../../kit/search-field.tsx"
import { UnverifiedAddress } from "../../kit/unverified-address.tsx"
import { DEBOUNCE_MS, useDelayedSubmit } from "../../kit/use-delayed-submit.ts"

type CustomerSearchProps = {
  title: string
  search: string
  matches: readonly CustomerMatch[]
  action: string
  /** Goes along with the search. */
  hidden?: Readonly<Record<string, string>>
  toHref: (customer: string) => string
  newHref: string
}

export function CustomerSearch(props: CustomerSearchProps) {
  const { title, search, matches, action, hidden = {}, toHref, newHref } = props
  const form = useRef<HTMLFormElement>(null)
  const { submitAfter, cancel, pendingTimer } = useDelayedSubmit(form)
  useDisplayedValues(form, { q: search }, pendingTimer)
  return (
    <section className="panel stack" aria-labelledby="client">
      <h2 className="title-block" id="client">
        {title}
      </h2>
      <Form
        ref={form}
        role="search"
        action={action}
        className="fields-line"
        preventScrollReset
        onChange={() => submitAfter(DEBOUNCE_MS)}
        onSubmit={cancel}
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <SearchField label="Nom, e-mail ou téléphone du client" value={search} className="min-w-0 flex-1 basis-60" />
        <Button variant={search === "" ? "primary" : "secondary"}>Chercher</Button>
      </Form>
      <div role="status">
        {search !== "" && matches.length === 0 && (
          <p className="small soft">
            Aucun client ne correspond. Vérifiez l’orthographe, ou continuez avec un nouveau client.
          </p>
        )}
        {matches.length > 0 && (
          <p className="small soft">{matches.length > 1 ? `${matches.length} clients trouvés` : "1 client trouvé"}</p>
        )}
      </div>
      {matches.length > 0 && (
        <ul>
          {matches.map(({ id, name, email, phone, city, isVerified }) => (
            <li className="request" key={id}>
              <div className="min-w-0 wrap-anywhere">
                <strong>{name}</strong>
                <p className="small soft">{[email, phone && phoneLabel(phone), city].filter(Boolean).join(", ")}</p>
                {!isVerified && <UnverifiedAddress />}
              </div>
              <ButtonLink to={toHref(id)} variant="secondary" size="small">
                Choisir<span className="sr-only"> {name}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <p>
        <ButtonLink icon={UserPlus} variant="secondary" to={newHref}>
          Nouveau client
        </ButtonLink>
      </p>
    </section>
  )
}
