import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { useRef } from "react"
import { Form } from "react-router"
import UserPlus from "lucide-react/icons/user-plus"
import { phoneLabel } from "../../../../domain/printed-numbers.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { useDisplayedValues } from "../../../ui/use-displayed-values.ts"
import { DEBOUNCE_MS, useDelayedSubmit } from "../../kit/use-delayed-submit.ts"
import { BookingsTabs, newBookingPath } from "../tabs.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { NEW_CUSTOMER, newBookingHref } from "./url.ts"
import { NewBookingForm } from "./form.tsx"
import type { NewBookingRefusal, NewBookingView } from "../order/view.ts"
import { screens } from "../../kit/screens.ts"
import { UnverifiedAddress } from "../../kit/unverified-address.tsx"
import { SearchField } from "../../kit/search-field.tsx"

type NewBookingScreenProps = {
  search: string
  matches: readonly CustomerMatch[]
  booking: NewBookingView | null
  flash: Flash | null
  answer: NewBookingRefusal | null
}

export function NewBookingScreen({ search, matches, booking, flash, answer }: NewBookingScreenProps) {
  const view = answer?.booking ?? booking
  return (
    <>
      <h1 className="title-page">{screens.newBooking.title}</h1>
      <BookingsTabs />
      <FlashMessage flash={flash ?? failureMessage(answer)} />
      {view ? (
        <NewBookingForm key={`${clientKey(view)} ${view.product?.id}`} view={view} refusal={answer} />
      ) : (
        <CustomerSearch search={search} matches={matches} />
      )}
    </>
  )
}

function clientKey({ client }: NewBookingView): string {
  return client.kind === "known" ? client.customer.id : NEW_CUSTOMER
}

/** Field errors appear in the form; only a failure needs a flash. */
function failureMessage(answer: NewBookingRefusal | null): Flash | null {
  return answer?.errors["failure"] ? { kind: "error", title: answer.errors["failure"] } : null
}

function CustomerSearch({ search, matches }: { search: string; matches: readonly CustomerMatch[] }) {
  const form = useRef<HTMLFormElement>(null)
  const { submitAfter, cancel, pendingTimer } = useDelayedSubmit(form)
  useDisplayedValues(form, { q: search }, pendingTimer)
  return (
    <section className="panel stack" aria-labelledby="client">
      <h2 className="title-block" id="client">
        Qui réserve&nbsp;?
      </h2>
      <Form
        ref={form}
        role="search"
        action={newBookingPath}
        className="fields-line"
        preventScrollReset
        onChange={() => submitAfter(DEBOUNCE_MS)}
        onSubmit={cancel}
      >
        <SearchField label="Nom, e-mail ou téléphone du client" value={search} className="min-w-0 flex-1 basis-60" />
        <Button variant={search === "" ? "primary" : "secondary"}>Chercher</Button>
      </Form>
      <div role="status">
        {search !== "" && matches.length === 0 && (
          <p className="small soft">
            Personne n’est connu ainsi. Vérifiez l’orthographe, ou réservez pour un nouveau client.
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
              <ButtonLink to={newBookingHref({ customer: id })} variant="secondary" size="small">
                Choisir<span className="sr-only"> {name}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
      <p>
        <ButtonLink icon={UserPlus} variant="secondary" to={newBookingHref({ customer: NEW_CUSTOMER, search })}>
          Nouveau client
        </ButtonLink>
      </p>
    </section>
  )
}
