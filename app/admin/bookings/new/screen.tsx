import type { FoundCustomer } from "../../../../server/accounts/customers/find.ts"
import { useRef } from "react"
import { Form } from "react-router"
import UserPlus from "lucide-react/icons/user-plus"
import { phoneLabel } from "../../../../domain/printed-numbers.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { useShownValues } from "../../../ui/use-shown-values.ts"
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
  found: readonly FoundCustomer[]
  booking: NewBookingView | null
  flash: Flash | null
  answer: NewBookingRefusal | null
}

/** A booking for somebody on the phone: who, then what, when and where, with the price before anything is saved. */
export function NewBookingScreen({ search, found, booking, flash, answer }: NewBookingScreenProps) {
  const shown = answer?.booking ?? booking
  return (
    <>
      <h1 className="title-page">{screens.newBooking.title}</h1>
      <BookingsTabs />
      <FlashMessage flash={flash ?? failure(answer)} />
      {shown ? (
        <NewBookingForm key={`${clientKey(shown)} ${shown.product?.id}`} first={shown} errors={answer?.errors ?? {}} />
      ) : (
        <CustomerSearch search={search} found={found} />
      )}
    </>
  )
}

function clientKey({ client }: NewBookingView): string {
  return client.kind === "known" ? client.customer.id : NEW_CUSTOMER
}

/** The form says what is wrong with it; what failed of itself is a message too. */
function failure(answer: NewBookingRefusal | null): Flash | null {
  return answer?.errors["failure"] ? { kind: "error", title: answer.errors["failure"] } : null
}

function CustomerSearch({ search, found }: { search: string; found: readonly FoundCustomer[] }) {
  const form = useRef<HTMLFormElement>(null)
  const { sendIn, cancel, waiting } = useDelayedSubmit(form)
  useShownValues(form, { q: search }, waiting)
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
        onChange={() => sendIn(DEBOUNCE_MS)}
        onSubmit={cancel}
      >
        <SearchField label="Nom, e-mail ou téléphone du client" value={search} className="min-w-0 flex-1 basis-60" />
        <Button variant={search === "" ? "primary" : "secondary"}>Chercher</Button>
      </Form>
      <div role="status">
        {search !== "" && found.length === 0 && (
          <p className="small soft">
            Personne n’est connu ainsi. Vérifiez l’orthographe, ou réservez pour un nouveau client.
          </p>
        )}
        {found.length > 0 && (
          <p className="small soft">{found.length > 1 ? `${found.length} clients trouvés` : "1 client trouvé"}</p>
        )}
      </div>
      {found.length > 0 && (
        <ul>
          {found.map(({ id, name, email, phone, city, isVerified }) => (
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
