import type { CSSProperties } from "react"
import { instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { lineAmountLabel, lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { hoursOfRental } from "../../../../domain/rental/periods.ts"
import { namesOfRentals, periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import { joinLabels, rentalTimesLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import { color } from "./mail-colors.ts"
import { Row, Section } from "./mail-tables.tsx"

export function FactTable({ facts }: { facts: readonly (readonly [name: string, value: string | null])[] }) {
  return (
    <Section style={box}>
      {facts.map(
        ([name, value], index) =>
          value !== null && (
            <Row key={`${index}-${name}`}>
              <td style={nameCell}>{name}</td>
              <td style={valueCell}>{value}</td>
            </Row>
          ),
      )}
    </Section>
  )
}

type RentedThings = Pick<BookingFacts, "product" | "days" | "rentals">
type TimedThings = RentedThings & Pick<BookingFacts, "isDelivery" | "hours">
type RentalFacts = NonNullable<BookingFacts["rentals"]>[number]

export function rentalsIn({ product, days, rentals }: RentedThings) {
  const each: readonly RentalFacts[] = rentals ?? [{ product, days }]
  return each.map((rental) => ({
    productName: rental.product,
    dates: rental.days,
    plan: rental.plan ?? null,
    periods: rental.periods ?? [],
  }))
}

/** Rentals at the same time share their lines. */
export function rentalFacts(booking: TimedThings): [string, string][] {
  const rentals: readonly RentalFacts[] = booking.rentals ?? [{ product: booking.product, days: booking.days }]
  const timed = rentals.map((rental) => ({ productName: rental.product, when: timesOf(rental, booking) }))
  return [...Map.groupBy(timed, ({ when }) => when)].flatMap(([when, rented]): [string, string][] => [
    ["Location", namesOfRentals(rented)],
    ["Dates", when],
  ])
}

/** When these rentals come and go; those at another time are named. */
export function timesLabel(booking: TimedThings, rentals = booking.rentals ?? []): string {
  const timed = rentals.map((rental) => ({ productName: rental.product, label: timesOf(rental, booking) }))
  return timed.length === 0 ? rentalLabel(periodOfDays(booking.days)) : joinLabels(timed)
}

function timesOf({ days: dates, plan, periods, windows = null }: RentalFacts, booking: TimedThings): string {
  if (!periods) return rentalLabel({ dates })
  const all = (booking.rentals ?? []).flatMap((rental) => (rental.periods ? [{ periods: rental.periods }] : []))
  const hours = hoursOfRental({ periods }, all, booking.hours)
  const label = rentalTimesLabel(
    { dates, plan: plan ?? null, periods, windows },
    { isDelivery: booking.isDelivery, hours },
  )
  return withPlanName(plan, label)
}

type PricedThings = Pick<BookingFacts, "lines" | "total"> & Partial<Pick<BookingFacts, "distanceToConfirm">>

export function PriceTable({ booking }: { booking: PricedThings }) {
  return (
    <Section style={box}>
      {booking.lines.map((line, index) => {
        const { label, detail } = lineLabel(line)
        return (
          <Row key={`${index}-${label}`}>
            <td style={wideCell}>
              {label}
              {detail && (
                <>
                  <br />
                  <span style={soft}>{detail}</span>
                </>
              )}
            </td>
            <td style={amountCell}>{lineAmountLabel(line, booking.distanceToConfirm ?? false)}</td>
          </Row>
        )
      })}
      <Row>
        <td style={{ ...wideCell, ...totalCell }}>
          Total{booking.distanceToConfirm && <span style={soft}> hors livraison, dont le prix est à confirmer</span>}
        </td>
        <td style={{ ...amountCell, ...totalCell }}>{formatMoney(booking.total)}</td>
      </Row>
    </Section>
  )
}

export function instantLabel(text: string): string {
  return instantLong(new Date(text))
}

const box: CSSProperties = {
  margin: "6px 0 20px",
  borderTop: `1px solid ${color.line}`,
  borderBottom: `1px solid ${color.line}`,
  padding: "6px 0",
}
const cell: CSSProperties = {
  padding: "6px 0",
  color: color.ink,
  fontSize: "15px",
  lineHeight: "22px",
  verticalAlign: "top",
}
const nameCell: CSSProperties = { ...cell, width: "34%", paddingRight: "12px", color: color.soft }
const valueCell: CSSProperties = { ...cell, overflowWrap: "anywhere" }
const wideCell: CSSProperties = { ...cell, paddingRight: "12px", overflowWrap: "anywhere" }
const amountCell: CSSProperties = { ...cell, width: "110px", textAlign: "right", whiteSpace: "nowrap" }
const totalCell: CSSProperties = { fontWeight: 700, fontSize: "17px" }
const soft: CSSProperties = { color: color.soft, fontSize: "13px", fontWeight: 400 }
