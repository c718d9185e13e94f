import { Form, href, useNavigation } from "react-router"
import { dayLong } from "../../../domain/day-labels.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import { namesOfRentals, periodOfRentals, rentalLabel } from "../../../domain/rental/rental.ts"
import type { ShownDelivery, ShownRow } from "../../../domain/booking/shown-price.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { CopyField } from "../../ui/copy-field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"
import { LinkPage } from "../kit/link-page.tsx"
import { ShownRows } from "../kit/shown-rows.tsx"

type Offer = {
  productName: string
  picture: Picture | null
  isFree: boolean
  /** null once it is no longer for rent. */
  href: string | null
  near: readonly { day: Day; href: string }[]
}

export type ShownPriceView = {
  rows: readonly ShownRow[]
  delivery: ShownDelivery | null
  firstName: string
  honouredUntil: Date
  isHonoured: boolean
  offers: readonly Offer[]
  /** "77300 Fontainebleau" */
  place: string
  /** For whoever has just made it. */
  link: { done: "lien" | "envoye"; url: string; canMail: boolean } | null
}

export function ShownPriceScreen({ view, error }: { view: ShownPriceView | null; error: string | null }) {
  if (!view) return <LostPrice />
  const { rows, delivery, firstName, offers, place, link } = view
  const rentals = rows.flatMap((row) => row.rentals)
  const isFree = offers.every((offer) => offer.isFree)
  return (
    <div className="page wizard-page">
      {link && <MadeLink {...link} />}
      <header className="stack">
        {firstName && (
          <p className="small soft">
            {firstName} vous montre {rentals.length > 1 ? "ce choix" : "un photobooth"}
          </p>
        )}
        <h1 className="title-page">
          {namesOfRentals(rentals)}, {rentalLabel(periodOfRentals(rentals))}
        </h1>
        {place && <p className="lead soft">{place}</p>}
      </header>
      {error && <FormError errors={[{ message: error }]} answer={error} />}
      {!isFree && <TakenNotice offers={offers} />}
      <div className="with-aside">
        <div className="stack gap-5">
          {offers.map(
            ({ productName, picture }, index) =>
              picture && (
                <figure key={index} className="stack gap-2">
                  <Photo image={picture} sizes="(min-width: 64rem) 40rem, 92vw" />
                  <figcaption className="fine soft">{productName}. Photo non contractuelle</figcaption>
                </figure>
              ),
          )}
        </div>
        <aside aria-label="Le prix" className="stack">
          <ShownRows rows={rows} delivery={delivery} />
          {isFree && <BookLinks {...view} />}
        </aside>
      </div>
    </div>
  )
}

function BookLinks({ offers, honouredUntil, isHonoured }: ShownPriceView) {
  const busy = useNavigation().state === "submitting"
  const day = dayLong(dayInParis(honouredUntil))
  return (
    <div className="stack gap-2">
      {offers.length > 1 ? (
        <Form method="post">
          <Button wide busy={busy}>
            Réserver ces locations
          </Button>
        </Form>
      ) : (
        offers[0]?.href && (
          <ButtonLink to={offers[0].href} wide>
            Réserver cette date
          </ButtonLink>
        )
      )}
      <p className="small soft">
        {isHonoured
          ? `Prix tenu jusqu’au ${day}, si la date reste libre.`
          : `Ce prix était tenu jusqu’au ${day}. La réservation suit le prix du jour.`}
      </p>
    </div>
  )
}

function TakenNotice({ offers }: { offers: readonly Offer[] }) {
  return (
    <Notice tone="warning" title="Cette date n’est plus libre">
      {offers
        .filter((offer) => !offer.isFree)
        .map(({ productName, near, href: bookHref }) => (
          <div key={productName} className="stack gap-3">
            <p>
              {near.length > 0
                ? `${productName} est libre tout près\u00a0:`
                : `${productName} n’est plus libre ce jour-là.`}
            </p>
            <p className="cluster">
              {near.map(({ day, href: dayHref }) => (
                <ButtonLink key={day} to={dayHref} variant="secondary" size="small">
                  {dayLong(day)}
                </ButtonLink>
              ))}
              {bookHref === null && (
                <ButtonLink to={href("/catalog")} variant="secondary" size="small">
                  Voir le catalogue
                </ButtonLink>
              )}
            </p>
          </div>
        ))}
    </Notice>
  )
}

function MadeLink({ done, url, canMail }: NonNullable<ShownPriceView["link"]>) {
  return (
    <Notice tone="success" title="Votre lien est prêt" live>
      <div className="stack gap-3">
        {done === "envoye" && canMail && <p>L’e-mail arrive dans quelques instants. Voici ce qu’il montre.</p>}
        <CopyField label="Lien à montrer" name="lien" value={url} copiedText="Lien copié.">
          <a className="button button-secondary button-small" href={`mailto:?body=${encodeURIComponent(url)}`}>
            Envoyer le lien
          </a>
        </CopyField>
      </div>
    </Notice>
  )
}

function LostPrice() {
  return (
    <LinkPage title="Ce prix n’existe plus">
      <p role="status">Un prix montré s’efface après trente jours.</p>
      <p className="cluster">
        <ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>
        <ButtonLink to={href("/contact")} variant="secondary">
          Nous écrire
        </ButtonLink>
      </p>
    </LinkPage>
  )
}
