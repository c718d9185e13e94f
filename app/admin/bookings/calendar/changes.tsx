import { Link, href } from "react-router"
import CircleX from "lucide-react/icons/circle-x"
import Printer from "lucide-react/icons/printer"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { withElision } from "../../../../domain/elision.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { type BookingsUrl, bookingsHref, sheetsClosed } from "../../kit/booking/bookings-url.ts"
import { type EditHref, BookingEditLinks } from "../record/rentals.tsx"
import type { BookingDetailView } from "../record/view.ts"

export function editHrefIn(url: BookingsUrl, { id }: Pick<BookingDetailView, "id">): EditHref {
  return (edit, rental) => bookingsHref(url, { ...sheetsClosed, booking: id, edit, rental, days: [] })
}

export function BookingChanges({ booking, url }: { booking: BookingDetailView; url: BookingsUrl }) {
  const { id, number, status, clientName, cancellable } = booking
  const open = occupiesDays(status)
  return (
    <>
      <nav aria-label="Cette réservation">
        <ul className="flex flex-wrap gap-x-5 small">
          {open && <BookingEditLinks editHref={editHrefIn(url, booking)} />}
          <li>
            <Link className="link-alone" to={href("/admin/bookings/:id/fiche", { id })}>
              <Icon icon={Printer} size="small" /> Fiche à imprimer
            </Link>
          </li>
        </ul>
      </nav>
      {cancellable && (
        <div className="cluster between border-t border-line pt-4">
          <p className="small soft">
            {status === "pending"
              ? "Si le client y renonce de lui-même. Pour dire non, refusez-la."
              : "Ses dates seront libres aussitôt."}
          </p>
          <ButtonLink
            className="text-danger"
            to={bookingPageHref(number, "annuler")}
            aria-haspopup="dialog"
            variant="secondary"
            size="small"
            icon={CircleX}
          >
            Annuler la réservation<span className="sr-only"> {withElision(clientName)}</span>
          </ButtonLink>
        </div>
      )}
    </>
  )
}
