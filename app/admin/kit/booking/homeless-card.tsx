import { Link } from "react-router"
import { timeRangeLabel } from "../../../../domain/calendar/unit-timeline.ts"
import type { HomelessRental } from "../../../../server/availability/homeless.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { bookingPageHref } from "./booking-url.ts"

const MAX_SHOWN = 3

type HomelessCardProps = {
  homeless: readonly HomelessRental[]
  /** Opens the choice of a unit. */
  rehouseHref: (rental: HomelessRental) => string
}

export function HomelessCard({ homeless, rehouseHref }: HomelessCardProps) {
  if (homeless.length === 0) return null
  const rest = homeless.slice(MAX_SHOWN)
  return (
    <section className="next-action on-night" aria-labelledby="a-reloger">
      <h2 className="title-section" id="a-reloger">
        {homeless.length > 1 ? `${homeless.length} réservations à reloger` : "Une réservation à reloger"}
      </h2>
      <ul className="stack gap-4">
        {homeless.slice(0, MAX_SHOWN).map((rental) => (
          <Homeless key={`${rental.id} ${rental.start}`} rental={rental} href={rehouseHref(rental)} />
        ))}
      </ul>
      {rest.length > 0 && (
        <p>
          Aussi&nbsp;:{" "}
          {rest.map(({ id, number, start }, index) => (
            <span key={`${id} ${start}`}>
              {index > 0 && ", "}
              <Link to={bookingPageHref(number)}>n°&nbsp;{number}</Link>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}

function Homeless({ rental, href }: { rental: HomelessRental; href: string }) {
  const { number, clientName, productName, freeProducts } = rental
  return (
    <li className="stack gap-2">
      <p>
        n°&nbsp;{number}, {clientName}, {productName}, {timeRangeLabel(rental)}.
      </p>
      <p className="small soft">
        {freeProducts.length > 0
          ? `Aucun exemplaire n’est libre. Libre alors\u00a0: ${new Intl.ListFormat("fr-FR").format(freeProducts)}.`
          : "Aucun exemplaire ni autre produit n’est libre."}
      </p>
      <div className="cluster">
        <ButtonLink to={href} size="small" aria-haspopup="dialog" preventScrollReset>
          Reloger<span className="sr-only"> la réservation {number}</span>
        </ButtonLink>
        <ButtonLink to={bookingPageHref(number)} variant="secondary" size="small">
          Ouvrir<span className="sr-only"> la réservation {number}</span>
        </ButtonLink>
      </div>
    </li>
  )
}
