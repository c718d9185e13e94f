import { useRef } from "react"
import { Form, Link, useFetcher } from "react-router"
import type { Month } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { MAX_ADJUSTMENTS, MAX_ADJUSTMENT_NAME } from "../../../../domain/pricing/adjustment.ts"
import { MAX_EXTRAS, MAX_EXTRA_LABEL, MAX_QUOTE_MESSAGE } from "../../../../domain/quotes/extras.ts"
import { MAX_KEPT_DAYS } from "../../../../domain/quotes/validity.ts"
import { PROMO_CODE_FIELD } from "../../../http/promo-code-field.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { OrderDays } from "../../bookings/order/days.tsx"
import { ExistingClient } from "../../bookings/order/existing-client.tsx"
import { NewClient } from "../../bookings/order/new-client.tsx"
import { OrderOptions } from "../../bookings/order/options.tsx"
import { OrderPlace } from "../../bookings/order/place.tsx"
import { OrderPrice } from "../../bookings/order/price.tsx"
import { ProductField } from "../../bookings/order/product-field.tsx"
import { useCalculation } from "../../bookings/order/use-calculation.ts"
import { NEW_READER, editQuoteHref, newQuoteHref } from "../../kit/quotes/quotes-url.ts"
import { useSending } from "../../kit/use-sending.ts"
import { PricedRows } from "./rows.tsx"
import type { QuoteFormRefusal, QuoteFormView } from "./view.ts"

type Errors = Readonly<Record<string, string>>
type Order = NonNullable<QuoteFormView["order"]>

export function QuoteForm({ view, errors }: { view: QuoteFormView; errors: Errors }) {
  const { product, order } = view
  if (product && order) return <EditedQuoteForm view={view} product={product} order={order} errors={errors} />
  return (
    <Notice tone="warning" title="Ce produit n’est pas à louer">
      Choisissez un produit actif, ou activez-le dans les produits.
    </Notice>
  )
}

/** `product` is null to keep the stored one. */
function formHref({ number, rental, origin, client }: QuoteFormView, product: string | null, month: Month | null) {
  if (number !== null) return editQuoteHref({ number, rental, product, month })
  const reader = client.kind === "known" ? client.customer.id : NEW_READER
  return newQuoteHref({ ...origin, reader, product, month })
}

type EditedQuoteFormProps = {
  view: QuoteFormView
  product: { id: string; name: string }
  order: Order
  errors: Errors
}

function EditedQuoteForm({ view, product, order, errors }: EditedQuoteFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const hydrated = useHydrated()
  const monthHref = (month: Month | null) => formHref(view, product.id, month)
  const fetcher = useFetcher<QuoteFormRefusal>()
  const displayed = fetcher.data?.quote?.order ?? order
  const { calculating, scheduleCalculation, calculateForMonth } = useCalculation(form, {
    fetcher,
    intent: "calculer",
    month: displayed.days.month,
    monthHref,
  })
  const sending = useSending({ intent: "enregistrer" })
  const adding = useSending({ intent: "ajouter" })
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
      <FormDraft
        name={`quote:${view.number ?? view.origin.lead ?? view.origin.copy ?? "new"}:${view.rental}`}
        version={{ vu: order.loadedVersion }}
      >
        <div className="stack gap-5">
          {problems.length > 0 && <FormError errors={problems} answer={errors} />}
          {/* Enter presses the first button of a form: it must calculate, not change the month or save. */}
          <button type="submit" name="intent" value="calculer" className="sr-only" tabIndex={-1} aria-hidden="true" />
          <input type="hidden" name="cle" value={order.key} />
          <input type="hidden" name="vu" value={order.loadedVersion} />
          <QuoteReader view={view} errors={errors} />
          <section className="panel stack" aria-labelledby="location">
            <h2 className="title-block" id="location">
              {view.others.length > 0 ? "Cette location" : "Location"}
            </h2>
            <ProductField
              products={view.products}
              product={product}
              toHref={(id) => formHref(view, id, null)}
              error={errors["produit"]}
            />
            <OrderDays
              view={displayed.days}
              errors={errors}
              monthHref={monthHref}
              intent="calculer"
              onChange={scheduleCalculation}
              onMonth={hydrated ? calculateForMonth : undefined}
            />
            <h3 className="title-block">Options</h3>
            <OrderOptions view={order.options} errors={errors} onChange={scheduleCalculation} />
            {view.others.length > 0 && <OtherRentals view={view} />}
            {displayed.price && (
              <Button
                name="intent"
                value="ajouter"
                variant="secondary"
                size="small"
                className="justify-self-start"
                busy={adding}
              >
                Enregistrer, puis ajouter une location
              </Button>
            )}
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
          </section>
          <section className="panel stack" aria-labelledby="vos-lignes">
            <h2 className="title-block" id="vos-lignes">
              Le prix, à votre main
            </h2>
            <PricedRows
              prefix="ligne"
              legend="Vos lignes"
              hint="Remise, supplément ou prix convenu."
              addLabel="Ajouter une ligne"
              placeholder="Remise fidélité"
              rows={order.lines}
              most={MAX_ADJUSTMENTS}
              maxLength={MAX_ADJUSTMENT_NAME}
              error={errors["lignes"]}
              onChange={scheduleCalculation}
            />
            <TextField
              label="Code promo"
              id={PROMO_CODE_FIELD}
              name={PROMO_CODE_FIELD}
              optional
              autoComplete="off"
              className="max-w-60"
              defaultValue={order.promoCode}
              error={errors[PROMO_CODE_FIELD]}
              onChange={scheduleCalculation}
            />
            <PricedRows
              prefix="cocher"
              legend="Lignes à cocher"
              hint="Le client les coche s’il les veut."
              addLabel="Ajouter une ligne à cocher"
              placeholder="Animateur, 4 h"
              rows={order.extras.map(({ label, ...row }) => ({ ...row, name: label }))}
              most={MAX_EXTRAS}
              maxLength={MAX_EXTRA_LABEL}
              error={errors["cocher"]}
              onChange={() => {}}
            />
          </section>
          <section className="panel stack" aria-labelledby="devis">
            <h2 className="title-block" id="devis">
              Le devis
            </h2>
            <TextArea
              label="Votre mot"
              id="mot"
              name="mot"
              optional
              rows={4}
              maxLength={MAX_QUOTE_MESSAGE}
              hint="Le client le lit en haut du devis et dans l’e-mail."
              defaultValue={order.message}
              error={errors["mot"]}
            />
            <TextField
              label="Valable jusqu’au"
              id="valable"
              name="valable"
              type="date"
              optional
              className="max-w-72"
              hint={`Vide\u00a0: ${view.validityDays} jours. Au plus tard le troisième jour avant l’événement.`}
              defaultValue={order.validUntil}
              error={errors["valable"]}
            />
            <TextField
              label="Garder les dates jusqu’au"
              id="garder"
              name="garder"
              type="date"
              optional
              className="max-w-72"
              hint={`Vide\u00a0: elles restent libres. ${MAX_KEPT_DAYS} jours au plus, dès l’envoi.`}
              defaultValue={order.keepUntil}
              error={errors["garder"]}
            />
          </section>
        </div>
        <div className="order-end">
          <OrderPrice
            productName={[product.name, ...view.others.map(({ name }) => name)].join(", ")}
            order={displayed}
          />
          <div className="without-script">
            <Button name="intent" value="calculer" variant="secondary">
              Calculer le prix
            </Button>
          </div>
          {displayed.price && (
            <div className="cluster between save-bar">
              <input type="hidden" name="total-vu" value={displayed.price.total} />
              <Button name="intent" value="enregistrer" busy={sending || calculating}>
                Enregistrer le devis
              </Button>
              <strong className="lg:hidden">{formatMoney(displayed.price.total)}</strong>
            </div>
          )}
        </div>
      </FormDraft>
    </Form>
  )
}

function QuoteReader({ view, errors }: { view: QuoteFormView; errors: Errors }) {
  const { client, number, origin, isReaderFixed } = view
  if (client.kind === "known")
    return (
      <ExistingClient
        customer={client.customer}
        searchHref={number === null ? newQuoteHref(origin) : null}
        unverifiedNote="Le devis lui est envoyé à cette adresse."
      />
    )
  if (isReaderFixed)
    return (
      <p className="panel wrap-anywhere">
        <strong>{client.draft.name}</strong>
        <br />
        <span className="small soft">{client.draft.email}</span>
      </p>
    )
  return (
    <NewClient
      draft={client.draft}
      emailHint="Le devis part à cette adresse."
      searchHref={number === null ? newQuoteHref(origin) : null}
      existing={{
        label: "Faire le devis pour cette personne",
        toHref: (reader) => newQuoteHref({ ...origin, reader }),
      }}
      errors={errors}
    />
  )
}

function OtherRentals({ view: { number, others } }: { view: QuoteFormView }) {
  return (
    <div className="stack gap-2">
      <h3 className="title-block">Les autres locations de ce devis</h3>
      <ul className="stack gap-1 small">
        {others.map(({ position, name, when }) => (
          <li key={position}>
            {number === null ? (
              <strong>{name}</strong>
            ) : (
              <Link to={editQuoteHref({ number, rental: String(position) })}>{name}</Link>
            )}
            , {when}
          </li>
        ))}
      </ul>
    </div>
  )
}
