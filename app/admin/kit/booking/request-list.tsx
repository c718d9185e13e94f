import { useEffect, useRef, useState } from "react"
import { Link } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { AnswerForm } from "./answer-form.tsx"
import { MarkTags, WaitingTag } from "./tags.tsx"
import { placeLabel, requestLabel } from "./booking-labels.ts"
import { statusParam } from "./list-url.ts"
import { bookingsListPath } from "./bookings-url.ts"
import type { BookingLine } from "./line.ts"
import { useStablePlaces } from "./use-stable-places.ts"

export const allRequestsHref = `${bookingsListPath}?etat=${statusParam.pending}&tri=depot`

type RequestListProps = {
  bookings: readonly BookingLine[]
  count: number
  latest: BookingLine | null
  answerLabels: Readonly<Record<string, string>>
  now: Date
  bookingHref: (id: string) => string
  refusingHref: (id: string) => string
  opensHere?: boolean
}

export function RequestList({
  bookings,
  count,
  latest,
  answerLabels,
  now,
  bookingHref,
  refusingHref,
  opensHere = false,
}: RequestListProps) {
  const places = useStablePlaces(bookings)
  const [initialIds] = useState(() => new Set(places.map(({ item }) => item.id)))
  if (count === 0 && places.length === 0) return <p className="small soft">Aucune pour le moment.</p>
  return (
    <>
      <ul>
        {places.map(({ item, isGone }) => (
          <RequestRow
            key={item.id}
            booking={item}
            answerLabel={isGone ? (answerLabels[item.id] ?? "Traitée") : null}
            isNew={!initialIds.has(item.id)}
            isFirst={item.id === bookings[0]?.id}
            {...{ now, bookingHref, refusingHref, opensHere }}
          />
        ))}
      </ul>
      {latest !== null && !bookings.some(({ id }) => id === latest.id) && (
        <p className="small">
          Dernière arrivée&nbsp;:{" "}
          <Link to={bookingHref(latest.id)} preventScrollReset={opensHere}>
            {latest.clientName}
          </Link>
          , {latest.productName}, {bookedDatesLabel(latest)}, {agoLabel(latest.createdAt, now)}.
        </p>
      )}
      {count > bookings.length && (
        <p>
          <Link to={allRequestsHref} className="small">
            Toutes les demandes en attente ({count.toLocaleString("fr-FR")})
          </Link>
        </p>
      )}
    </>
  )
}

type RequestRowProps = Pick<RequestListProps, "now" | "bookingHref" | "refusingHref" | "opensHere"> & {
  booking: BookingLine
  /** Set once answered: the row then keeps its height, without buttons. */
  answerLabel: string | null
  isNew: boolean
  isFirst: boolean
}

function RequestRow({
  booking,
  answerLabel,
  isNew,
  isFirst,
  now,
  bookingHref,
  refusingHref,
  opensHere,
}: RequestRowProps) {
  const row = useRef<HTMLLIElement>(null)
  const wasSubmittedHere = useRef(false)
  useEffect(() => {
    if (answerLabel === null || !wasSubmittedHere.current || document.activeElement !== document.body) return
    // The pressed button disappears; without this, keyboard focus would jump to the top of the page.
    row.current?.focus({ preventScroll: true })
  }, [answerLabel])
  const { id, clientName, productName, total, distanceToConfirm } = booking
  const requestText = requestLabel(booking)
  return (
    <li
      className={isNew ? "request request-new" : "request"}
      ref={row}
      tabIndex={answerLabel === null ? undefined : -1}
      onSubmit={() => {
        wasSubmittedHere.current = true
      }}
    >
      <div>
        <h3 className="request-title">
          <Link to={bookingHref(id)} preventScrollReset={opensHere ?? false}>
            {clientName}
          </Link>
          <WaitingTag booking={booking} now={now} />
          <MarkTags booking={booking} />
        </h3>
        <p className="small soft">
          {productName}, {bookedDatesLabel(booking)}. {formatMoney(total)}, {placeLabel(booking)}
        </p>
      </div>
      <div className="grid">
        <div
          className={answerLabel === null ? "cluster [grid-area:1/1]" : "cluster invisible [grid-area:1/1]"}
          inert={answerLabel !== null}
        >
          <ButtonLink to={refusingHref(id)} aria-haspopup="dialog" variant="secondary" size="small" preventScrollReset>
            Refuser<span className="sr-only"> pour {requestText}</span>
          </ButtonLink>
          {distanceToConfirm ? (
            <ButtonLink
              to={`${bookingHref(id)}#distance`}
              variant={isFirst ? "primary" : "secondary"}
              size="small"
              preventScrollReset={opensHere ?? false}
            >
              Indiquer la distance<span className="sr-only"> pour {requestText}</span>
            </ButtonLink>
          ) : (
            <AnswerForm
              booking={booking}
              intent="confirmer"
              label="Confirmer"
              variant={isFirst ? "primary" : "secondary"}
            />
          )}
        </div>
        {answerLabel !== null && (
          <span className="small soft self-center sm:justify-self-end [grid-area:1/1]">{answerLabel}</span>
        )}
      </div>
    </li>
  )
}
