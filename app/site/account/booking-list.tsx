import type { ListedBooking } from "../../../server/bookings/own-list.ts"
import { withElision } from "../../../domain/elision.ts"
import { Link, href } from "react-router"
import CircleArrow from "lucide-react/icons/circle-arrow-right"
import Download from "lucide-react/icons/download"
import { distanceEnteredLabel } from "../../../domain/delivery/entered-distance.ts"
import { formatMoney } from "../../../domain/money.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import { emptyListPicture } from "../../kit/empty-list-picture.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Icon } from "../../ui/icon.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { Photo } from "../../ui/photo.tsx"
import { Tag } from "../../ui/tag.tsx"
import { ProductPhoto } from "../kit/product-photo.tsx"
import { nextLabel } from "./next-label.ts"
import { StatusTag } from "./status-tag.tsx"
import { accountHref } from "./url.ts"
import type { AccountView } from "./view.ts"

type BookingListProps = {
  bookings: AccountView["bookings"]
  documentsPage: number
  /** Set when viewing someone else's account: only the owner signs (D55). */
  othersName?: string
}

export function BookingList({ bookings, documentsPage, othersName }: BookingListProps) {
  return (
    <section aria-labelledby="reservations" className="stack">
      <h2 className="title-section" id="reservations">
        {othersName === undefined ? "Mes réservations" : `Réservations ${withElision(othersName)}`}
      </h2>
      {bookings === null ? (
        <Notice tone="error" title="Erreur lors du chargement des réservations">
          Rien n’est perdu. Rechargez la page dans un instant.
        </Notice>
      ) : bookings.total === 0 ? (
        <NoBooking isOthers={othersName !== undefined} />
      ) : (
        <>
          {othersName === undefined && (
            <p>
              <Link to={href("/account/agenda")}>Les suivre dans mon agenda</Link>
            </p>
          )}
          <ul className="stack gap-3">
            {bookings.rows.map((booking) => (
              <BookingCard key={booking.number} booking={booking} othersName={othersName} />
            ))}
          </ul>
          <Pagination
            page={bookings.page}
            pages={bookings.pages}
            label={othersName === undefined ? "Pages de mes réservations" : "Pages des réservations"}
            href={(page) => accountHref({ bookings: bookings.page, documents: documentsPage }, { bookings: page })}
          />
        </>
      )}
    </section>
  )
}

function BookingCard({ booking, othersName }: { booking: ListedBooking; othersName: string | undefined }) {
  const maySign = othersName === undefined
  const { number, status, productName, picture, total, totalBefore, distance, next, hasContract } = booking
  const entered = distanceEnteredLabel(totalBefore === null ? null : { totalBefore, total, distanceKm: distance })
  const params = { number: String(number) }
  const { text, late, act } = nextLabel(next, othersName)
  return (
    <li className="panel account-booking">
      {picture && <ProductPhoto picture={picture} sizes="11rem" />}
      <div className="account-booking-words">
        <div className="cluster between">
          <h3 className="title-block">
            <Link to={href("/account/bookings/:number", params)} className="link-alone">
              {productName}
            </Link>
          </h3>
          <StatusTag status={status} hasEnded={next.kind === "ended"} />
        </div>
        <p className="small soft">
          N°&nbsp;{number}. {rentalLabel(booking)}. {formatMoney(total)}
        </p>
        <p className={act ? "account-next font-strong" : "account-next"}>
          {act && <Icon icon={CircleArrow} size="small" />}
          <span>
            {next.kind !== "ended" && next.kind !== "over" && <span className="sr-only">Prochaine étape&nbsp;: </span>}
            {text}
          </span>
          {late && <Tag tone="late">en retard</Tag>}
        </p>
        {entered && <p className="small">{entered}</p>}
        <p className="cluster">
          {act === "sign" && maySign && (
            <ButtonLink to={href("/account/bookings/:number/signer", params)} size="small">
              Lire et signer
              <span className="sr-only"> le contrat de la réservation n° {number}</span>
            </ButtonLink>
          )}
          <ButtonLink
            to={href("/account/bookings/:number", params)}
            variant={act === "pay" && maySign ? "primary" : "secondary"}
            size="small"
          >
            {act === "pay" && maySign ? "Voir comment payer" : "Voir la réservation"}
            <span className="sr-only"> n° {number}</span>
          </ButtonLink>
          {status === "confirmed" && hasContract && (
            <a
              className="button button-quiet button-small"
              href={href("/account/bookings/:number/contrat.txt", params)}
              download
            >
              <Icon icon={Download} size="small" />
              Télécharger le contrat
              <span className="sr-only"> de la réservation n° {number}</span>
            </a>
          )}
        </p>
      </div>
    </li>
  )
}

function NoBooking({ isOthers }: { isOthers: boolean }) {
  if (isOthers) return <p className="soft">Aucune réservation dans ce compte pour le moment.</p>
  return (
    <EmptyState
      headingLevel={3}
      title="Aucune réservation pour le moment"
      picture={<Photo image={emptyListPicture} sizes="26rem" />}
      action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
    >
      Votre première demande s’affichera ici, avec ses dates, son prix et son état.
    </EmptyState>
  )
}
