import { Form, Link } from "react-router"
import Search from "lucide-react/icons/search"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { BookingsTabs, newBookingPath } from "../tabs.tsx"
import type { Flash } from "../../kit/flash.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { newBookingHref } from "./url.ts"
import { NewBookingForm } from "./form.tsx"
import type { FoundCustomerView, NewBookingRefusal, NewBookingView } from "../order/view.ts"
import { screens } from "../../kit/screens.ts"
import { UnverifiedAddress } from "../../kit/unverified-address.tsx"
import { useSending } from "../../kit/use-sending.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"

type NewBookingScreenProps = {
  search: string
  found: readonly FoundCustomerView[]
  booking: NewBookingView | null
  flash: Flash | null
  answer: NewBookingRefusal | null
}

/** A booking for somebody on the phone: who, then what, when and where, with the price before anything is saved. */
export function NewBookingScreen({ search, found, booking, flash, answer }: NewBookingScreenProps) {
  return (
    <>
      <h1 className="title-page">{screens.newBooking.title}</h1>
      <BookingsTabs />
      <FlashMessage flash={flash ?? failure(answer)} />
      {booking ? (
        <NewBookingForm
          key={`${booking.customer.id} ${booking.product?.id}`}
          first={answer?.booking ?? booking}
          errors={answer?.errors ?? {}}
        />
      ) : (
        <div className="desk-columns">
          <CustomerSearch search={search} found={found} />
          <NewCustomer search={search} answer={answer} />
        </div>
      )}
    </>
  )
}

/** The form says what is wrong with it; what failed of itself is a message too. */
function failure(answer: NewBookingRefusal | null): Flash | null {
  const told = answer?.booking ? "failure" : "form"
  return answer?.errors[told] ? { kind: "error", title: answer.errors[told] } : null
}

function CustomerSearch({ search, found }: { search: string; found: readonly FoundCustomerView[] }) {
  return (
    <section className="panel stack" aria-labelledby="client">
      <h2 className="title-block" id="client">
        Qui réserve&nbsp;?
      </h2>
      <Form role="search" action={newBookingPath} className="cluster items-end">
        <TextField
          label="Nom, e-mail ou téléphone du client"
          name="q"
          optional="filter"
          type="search"
          icon={Search}
          defaultValue={search}
          maxLength={200}
          autoComplete="off"
          className="min-w-0 flex-1 basis-60"
        />
        <Button variant={search === "" ? "primary" : "secondary"}>Chercher</Button>
      </Form>
      <div role="status">
        {search !== "" && found.length === 0 && (
          <p className="small soft">Personne de ce nom. Vérifiez l’orthographe, ou créez son compte.</p>
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
                <p className="small soft">{[email, phone, city].filter(Boolean).join(", ")}</p>
                {!isVerified && <UnverifiedAddress />}
              </div>
              <ButtonLink to={newBookingHref({ customer: id })} variant="secondary" size="small">
                Choisir<span className="sr-only"> {name}</span>
              </ButtonLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function NewCustomer({ search, answer }: { search: string; answer: NewBookingRefusal | null }) {
  const sending = useSending({ intent: "client" })
  const { errors = {}, values = {} } = answer ?? {}
  const known = errors["known"]
  const typed = search.includes("@") ? { name: "", email: search } : { name: search, email: "" }
  const fields = Object.entries(errors).filter(([name]) => name !== "known" && name !== "form")
  return (
    <section className="panel stack" aria-labelledby="nouveau-client">
      <h2 className="title-block" id="nouveau-client">
        Nouveau client
      </h2>
      <Form method="post" className="stack" noValidate preventScrollReset key={search}>
        <FormDraft name="new-customer">
          {fields.length > 0 && (
            <FormError errors={fields.map(([field, message]) => ({ field, message }))} answer={answer} />
          )}
          {known && (
            <p className="small">
              <Link to={newBookingHref({ customer: known })}>Réserver pour cette personne</Link>
            </p>
          )}
          <RequiredNote />
          <TextField
            label="Nom"
            id="name"
            name="name"
            autoComplete="off"
            defaultValue={values["name"] ?? typed.name}
            error={errors["name"]}
          />
          <TextField
            label="Adresse e-mail"
            id="email"
            name="email"
            type="email"
            autoComplete="off"
            defaultValue={values["email"] ?? typed.email}
            error={errors["email"]}
          />
          <TextField
            label="Téléphone"
            id="phone"
            name="phone"
            type="tel"
            optional
            autoComplete="off"
            defaultValue={values["phone"]}
            error={errors["phone"]}
          />
          <p className="small soft">
            Un courriel à cette adresse invite la personne à choisir un mot de passe&nbsp;: son lien vaut sept jours.
          </p>
          <div>
            <Button name="intent" value="client" variant="secondary" busy={sending}>
              Créer le compte et continuer
            </Button>
          </div>
        </FormDraft>
      </Form>
    </section>
  )
}
