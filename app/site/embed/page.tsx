import { withElision } from "../../../domain/elision.ts"
import { Fragment } from "react"
import { href } from "react-router"
import { renderToStaticMarkup } from "react-dom/server"
import { nearDayLabels } from "../../../domain/catalog/near-days.ts"
import { dayShort } from "../../../domain/day-labels.ts"
import { VatModeContext } from "../../kit/vat-mode.ts"
import { type RequestedDay, dayRefusal, opensOnLabel, planOnDayLabel } from "../kit/availability-labels.ts"
import { deliveryLabel } from "../kit/delivery-labels.ts"
import { bookDayHref, bookOfferHref, freeOffer, productHref } from "../kit/links.ts"
import { PriceOnDay } from "../kit/price-label.tsx"
import { dateMessage, postcodeMessage, townsLabel } from "../kit/search-messages.ts"
import { embedScript, embedStyle } from "./assets.ts"
import type { EmbedView } from "./view.ts"

/** Works without JavaScript; its only script reports its height. */
export function embedPage(view: EmbedView): string {
  const page = renderToStaticMarkup(
    <VatModeContext value={view.vatMode}>
      <EmbedDocument view={view} />
    </VatModeContext>,
  )
  return `<!doctype html>${page}\n`
}

function EmbedDocument({ view }: { view: EmbedView }) {
  return (
    <html lang="fr" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{view.product ? `${view.product.name} – ${view.companyName}` : view.companyName}</title>
        <style dangerouslySetInnerHTML={{ __html: embedStyle }} />
        {view.accent && <link rel="stylesheet" href={view.accent} />}
      </head>
      <body>
        <main>{view.product ? <Product view={view} product={view.product} /> : <ProductGone view={view} />}</main>
        <script dangerouslySetInnerHTML={{ __html: embedScript }} />
      </body>
    </html>
  )
}

type EmbedProduct = NonNullable<EmbedView["product"]>

function Product({ view, product }: { view: EmbedView; product: EmbedProduct }) {
  const { search, requested, delivery } = product
  const offer = requested?.answer.free ? freeOffer(requested.answer, requested.day) : null
  return (
    <>
      <h1>{product.name}</h1>
      <form
        method="get"
        action={href("/embed/:id", { id: product.id })}
        aria-label="Disponibilité et prix à votre date"
      >
        <Field
          label="Date de votre événement"
          name="date"
          type="date"
          min={view.today}
          required
          defaultValue={requested?.day ?? ""}
          error={dateMessage(search)}
        />
        <Field
          label="Code postal (facultatif)"
          name="cp"
          inputMode="numeric"
          autoComplete="postal-code"
          placeholder="94130"
          maxLength={12}
          defaultValue={search.typed.postcode}
          error={search.postcodeProblem && postcodeMessage(search)}
        />
        {search.towns.length > 0 && <TownField search={search} />}
        <button className="ask">Voir le prix à ma date</button>
      </form>
      <div role="status">
        {requested && <Answer product={product} requested={requested} />}
        <PriceOnDay
          from={product.from}
          price={offer && (offer.price ?? product.from.price)}
          day={requested?.day ?? null}
          delivery={delivery}
        />
        {search.postcode && delivery && <p className="soft">{deliveryLabel(search.postcode, delivery)}</p>}
      </div>
      <a className="book" href={bookOfferHref(product)} target="_top">
        Réserver
      </a>
      <p className="soft">
        <a href={productHref(product, { ...search, days: requested ? [requested.day] : [] })} target="_top">
          Tout savoir sur {product.name}
        </a>
        , chez {view.companyName}
      </p>
    </>
  )
}

function Answer({ product, requested }: { product: EmbedProduct; requested: RequestedDay }) {
  const { day, answer } = requested
  if (answer.free)
    return (
      <>
        <p className="free">Disponible le {dayShort(day)}</p>
        {answer.plans.map((each) => (
          <p key={each.plan} className="soft">
            {planOnDayLabel(each)}
          </p>
        ))}
      </>
    )
  const nearest = nearDayLabels(answer.nearest)
  return (
    <p className="taken">
      {dayRefusal(answer.why)} {dayShort(day)}
      {opensOnLabel(answer.opensOn)}
      {nearest.length > 0 && (nearest.length > 1 ? ". Libre les " : ". Libre le ")}
      {nearest.map(({ day: free, words }, index) => (
        <Fragment key={free}>
          {index > 0 && (index === nearest.length - 1 ? " et " : ", ")}
          <a href={bookDayHref(product.id, free, product.search)} target="_top">
            {words}
          </a>
        </Fragment>
      ))}
    </p>
  )
}

function TownField({ search: { towns, town } }: Pick<EmbedProduct, "search">) {
  return (
    <p>
      <label htmlFor="ville">Commune (facultatif)</label>
      <select id="ville" name="ville" defaultValue={town ?? ""}>
        <option value="">{townsLabel(towns.length)}</option>
        {towns.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </p>
  )
}

type FieldProps = React.ComponentProps<"input"> & { label: string; name: string; error: string | null | undefined }

function Field({ label, name, error, ...input }: FieldProps) {
  const errorId = `${name}-erreur`
  return (
    <p>
      <label htmlFor={name}>{label}</label>
      <input
        id={name}
        name={name}
        {...input}
        {...(error ? { "aria-invalid": true, "aria-describedby": errorId } : {})}
      />
      {error && (
        <span id={errorId} className="error">
          {error}
        </span>
      )}
    </p>
  )
}

function ProductGone({ view }: { view: EmbedView }) {
  return (
    <>
      <h1>Ce produit n’est plus proposé</h1>
      <a className="book" href={href("/catalog")} target="_top">
        Voir le catalogue {withElision(view.companyName)}
      </a>
    </>
  )
}
