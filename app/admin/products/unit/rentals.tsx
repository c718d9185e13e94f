import { Link } from "react-router"
import type { Day } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { UnitRental } from "../../../../server/availability/unit-rentals.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { daysNear } from "../../kit/catalog/unit-state.ts"
import type { UnitView } from "./view.ts"

export function YearFigures({ unit: { year, rentals, earned, cost } }: { unit: UnitView }) {
  const figures = [
    { label: `Locations en ${year}`, value: rentals.countInYear.toLocaleString("fr-FR") },
    ...(earned === null ? [] : [{ label: `A rapporté en ${year}`, value: formatMoney(earned) }]),
    { label: `A coûté en ${year}`, value: formatMoney(cost) },
  ]
  return (
    <section className="panel" aria-label={`L’année ${year}`}>
      <dl className="grid gap-x-5 gap-y-3 sm:grid-cols-3">
        {figures.map(({ label, value }) => (
          <div key={label} className="flex flex-col">
            <dt className="small soft">{label}</dt>
            <dd className="figure">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

export function Rentals({
  unit: {
    rentals: { upcoming, past, pastCount },
    today,
  },
}: {
  unit: UnitView
}) {
  return (
    <section className="panel stack" aria-labelledby="locations-de-l-exemplaire">
      <h2 className="title-card" id="locations-de-l-exemplaire">
        Locations
      </h2>
      <RentalList title="À venir" rentals={upcoming} today={today} emptyText="Aucune location à venir." />
      {pastCount > 0 && (
        <RentalList
          title={pastCount > past.length ? `Passées, les ${past.length} dernières` : "Passées"}
          rentals={past}
          today={today}
        />
      )}
    </section>
  )
}

type RentalListProps = { title: string; rentals: readonly UnitRental[]; today: Day; emptyText?: string }

function RentalList({ title, rentals, today, emptyText }: RentalListProps) {
  return (
    <div className="stack gap-1">
      <h3 className="small font-strong">{title}</h3>
      {rentals.length === 0 && <p className="small soft">{emptyText}</p>}
      <ul className="stack gap-1 small">
        {rentals.map(({ number, clientName, firstDay, lastDay }) => (
          <li key={number}>
            <Link to={bookingPageHref(number)} className="wrap-anywhere">
              N°&nbsp;{number}, {clientName}
            </Link>
            <span className="soft"> {daysNear({ firstDay, lastDay }, today)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
