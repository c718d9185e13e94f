import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { useRef } from "react"
import { Form, useFetcher, useSubmit } from "react-router"
import type { Month } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { newBookingPath } from "../tabs.tsx"
import { CompanyPart } from "../../../kit/company-part.tsx"
import { HOME_TICK } from "../../../http/home-tick.ts"
import { ExistingClient } from "../order/existing-client.tsx"
import { NewClient } from "../order/new-client.tsx"
import { OrderPrice } from "../order/price.tsx"
import { NEW_CUSTOMER, newBookingHref } from "./url.ts"
import { OrderDays } from "../order/days.tsx"
import { OrderOptions } from "../order/options.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { ProductField } from "../order/product-field.tsx"
import { OrderPlace } from "../order/place.tsx"
import type { NewBookingRefusal, NewBookingView } from "../order/view.ts"
import { useSending } from "../../kit/use-sending.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { useCalculation } from "../order/use-calculation.ts"

type Order = NonNullable<NewBookingView["order"]>

export function NewBookingForm({ view, refusal }: { view: NewBookingView; refusal: NewBookingRefusal | null }) {
  const { client, product, order } = view
  return (
    <>
      {client.kind === "known" && (
        <ExistingClient
          customer={client.customer}
          searchHref={newBookingPath}
          unverifiedNote="Ce que vous réservez pour cette personne n’apparaîtra dans son compte qu’une fois l’adresse confirmée."
        />
      )}
      {product && order ? (
        <OrderForm view={view} product={product} order={order} refusal={refusal} />
      ) : (
        <>
          {client.kind === "known" && view.products.length > 0 && (
            <ProductChoice customer={client.customer} products={view.products} />
          )}
          <Notice tone="warning" title="Ce produit n’est pas à louer">
            Choisissez un produit actif, ou activez-le dans les produits.
          </Notice>
        </>
      )}
    </>
  )
}

function ProductChoice({ customer, products }: { customer: CustomerMatch } & Pick<NewBookingView, "products">) {
  const submit = useSubmit()
  return (
    <Form method="get" action={newBookingPath} className="search-row" preventScrollReset>
      <input type="hidden" name="client" value={customer.id} />
      <SelectField
        label="Produit"
        name="produit"
        defaultValue=""
        placeholder="Choisir un produit"
        options={products.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => void submit(event.currentTarget.form, { preventScrollReset: true })}
      />
      <Button variant="secondary" className="without-script">
        Afficher
      </Button>
    </Form>
  )
}

type OrderFormProps = {
  view: NewBookingView
  product: { id: string; name: string }
  order: Order
  refusal: NewBookingRefusal | null
}

function OrderForm({ view, product, order, refusal }: OrderFormProps) {
  const errors = refusal?.errors ?? {}
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const { client } = view
  const customer = client.kind === "known" ? client.customer.id : NEW_CUSTOMER
  const urlProduct = client.kind === "known" ? product.id : null
  const productField = (
    <ProductField
      products={view.products}
      product={product}
      toHref={(id) => newBookingHref({ customer, product: client.kind === "known" ? id : null })}
      error={errors["produit"]}
    />
  )
  const monthHref = (month: Month | null) => newBookingHref({ customer, product: urlProduct, month })
  const fetcher = useFetcher<NewBookingRefusal>()
  const displayed = fetcher.data?.booking?.order ?? order
  const { calculating, scheduleCalculation, calculateForMonth } = useCalculation(form, {
    fetcher,
    intent: "calculer",
    month: displayed.days.month,
    monthHref,
  })
  const sending = useSending({ intent: "creer" })
  const problems = Object.entries(errors)
    .filter(([field]) => field !== "failure" && field !== "known")
    .map(([field, message]) => (field === "form" ? { message } : { field, message }))
  return (
    <Form
      ref={form}
      method="post"
      action={monthHref(displayed.days.month)}
      className="desk-columns"
      noValidate
      preventScrollReset
    >
      <FormDraft name={`new-booking:${customer}`}>
        <div className="stack gap-5">
          {problems.length > 0 && <FormError errors={problems} answer={errors} />}
          {/* Enter presses the first button of a form: it must calculate, not change the month or save. */}
          <button type="submit" name="intent" value="calculer" className="sr-only" tabIndex={-1} aria-hidden="true" />
          <input type="hidden" name="cle" value={order.key} />
          {client.kind === "new" ? (
            <NewClient
              draft={client.draft}
              emailHint="Sans elle, le contrat se signe sur papier ou sur place."
              searchHref={newBookingPath}
              existing={{
                label: "Réserver pour cette personne",
                toHref: (known) =>
                  newBookingHref({ customer: known, product: product.id, days: displayed.days.chosen }),
              }}
              errors={errors}
            >
              {productField}
            </NewClient>
          ) : (
            productField
          )}
          <section className="panel stack" aria-labelledby="jours">
            <h2 className="title-block" id="jours">
              Dates
            </h2>
            <OrderDays
              view={displayed.days}
              errors={errors}
              monthHref={monthHref}
              intent="calculer"
              onChange={scheduleCalculation}
              onMonth={hydrated ? calculateForMonth : undefined}
            />
          </section>
          <section className="panel stack" aria-labelledby="options">
            <h2 className="title-block" id="options">
              Options
            </h2>
            <OrderOptions view={order.options} errors={errors} onChange={scheduleCalculation} />
          </section>
          <section className="panel stack" aria-labelledby="lieu">
            <h2 className="title-block" id="lieu">
              Où a lieu l’événement&nbsp;?
            </h2>
            <RequiredNote />
            <OrderPlace
              view={order.place}
              distanceKm={displayed.distanceKm}
              errors={errors}
              onChange={scheduleCalculation}
            />
            {order.homeTick && (
              <Checkbox
                name={HOME_TICK}
                value="oui"
                defaultChecked={order.homeTick.isTicked}
                label="C’est aussi l’adresse du client"
                hint="Pour le contrat et la facture."
              />
            )}
          </section>
        </div>
        <div className="order-end">
          <section className="panel" aria-label="Entreprise">
            <CompanyPart proposal={order.company} refusal={refusal} />
          </section>
          <OrderPrice productName={product.name} order={displayed} />
          <section className="panel stack" aria-label="Avant d’enregistrer">
            <Checkbox
              name="confirmer"
              value="oui"
              label="Confirmer tout de suite"
              defaultChecked={order.confirm}
              hint="Sinon la demande attend votre réponse, comme celles du site."
            />
            <div className="without-script">
              <Button name="intent" value="calculer" variant="secondary">
                Calculer le prix
              </Button>
            </div>
          </section>
          {displayed.price && (
            <div className="cluster between save-bar">
              <input type="hidden" name="total-vu" value={displayed.price.total} />
              <Button name="intent" value="creer" busy={sending || calculating}>
                Enregistrer la réservation
              </Button>
              <strong className="lg:hidden">{formatMoney(displayed.price.total)}</strong>
            </div>
          )}
        </div>
      </FormDraft>
    </Form>
  )
}
