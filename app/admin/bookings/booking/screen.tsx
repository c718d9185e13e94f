import { useMemo } from "react"
import { Link, href } from "react-router"
import CircleX from "lucide-react/icons/circle-x"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { timeRangeLabel } from "../../../../domain/calendar/unit-timeline.ts"
import { withElision } from "../../../../domain/elision.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { FilmTimeline } from "../../../ui/film-timeline.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { BookingMails } from "../../kit/booking-mails.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { bookingsHref, bookingsListPath, emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import { rehouseHref } from "../../kit/booking/rehouse-href.ts"
import { refusalFlash } from "../../kit/booking/field-state.ts"
import { MarkTags, StatusTag, WaitingTag } from "../../kit/booking/tags.tsx"
import { usePresence } from "../../kit/presence/presence.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { DistanceForm } from "../record/distance-form.tsx"
import { BookingFacts } from "../record/facts.tsx"
import { BookingNotes } from "../record/notes.tsx"
import { BookingPrice } from "../record/price.tsx"
import { BookingRentals, type EditHref, EditLinks } from "../record/rentals.tsx"
import { ReferencesForm } from "../record/references-form.tsx"
import { BookingTimeline } from "../record/timeline.tsx"
import { ContractSection } from "./contract-section.tsx"
import { DepositSection } from "./deposit-section.tsx"
import { DaySection } from "./day-section.tsx"
import { bookingFrames } from "./frames.ts"
import { InsuranceSection } from "./insurance-section.tsx"
import { InvoicesSection } from "./invoices-section.tsx"
import { MoneySection } from "./money-section.tsx"
import { NextStep } from "./next-step.tsx"
import { PriceLinks } from "./price-dialogs.tsx"
import { BookingDialog } from "./booking-dialog.tsx"
import type { OwnerBookingView } from "./view.ts"

export function BookingPageScreen({ view, refusal }: { view: OwnerBookingView; refusal: Refusal | null }) {
  const refusalMessage = useMemo(() => refusalFlash(refusal), [refusal])
  const { booking, now } = view
  usePresence(`booking:${booking.number}`)
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">Réservation n°&nbsp;{booking.number}</h1>
        <p className="cluster">
          <span className="wrap-anywhere">
            {booking.clientName}, {booking.productName}, {bookedDatesLabel(booking)}
          </span>
          <StatusTag status={booking.status} />
          {booking.status === "pending" && <WaitingTag booking={booking} now={now} />}
          <MarkTags booking={booking} />
        </p>
      </header>
      <FlashMessage flash={refusalMessage ?? view.flash} />
      <BookingDialog view={view} refusal={refusal} />
      {view.homeless.map((rental) => (
        <Notice key={rental.start} tone="warning" title={`${rental.productName}\u00a0: à reloger`}>
          <p>
            Aucun exemplaire n’est libre, {timeRangeLabel(rental)}. Le premier qui se libère lui revient.{" "}
            <Link to={rehouseHref(rental)}>Voir le planning</Link>
          </p>
        </Notice>
      ))}
      <div className="life">
        <div className="life-next">
          <NextStep view={view} />
        </div>
        <div className="life-film stack">
          <FilmTimeline label="Les étapes de la réservation" frames={bookingFrames(view)} headingLevel={2} />
        </div>
        <div className="life-price stack gap-6">
          <MoneySection view={view} />
          <DepositSection view={view} refusal={refusal} />
          <InvoicesSection invoices={view.invoices} />
          <ContractSection view={view} />
        </div>
        <div className="life-rest stack gap-6">
          <DaySection view={view} />
          <InsuranceSection view={view} />
          <section className="panel stack" aria-labelledby="convenu">
            <h2 className="title-block" id="convenu">
              Ce qui est convenu
            </h2>
            <BookingFacts booking={booking} />
            {booking.distanceOpen && <DistanceForm key={booking.distance} booking={booking} refusal={refusal} />}
            {booking.company && (
              <ReferencesForm booking={{ id: booking.id, company: booking.company }} refusal={refusal} />
            )}
            <BookingRentals booking={booking} editHref={occupiesDays(booking.status) ? editHrefOf(booking.id) : null} />
            <BookingPrice booking={booking} />
            <PriceLinks view={view} />
            <BookingLinks view={view} />
          </section>
          <section className="panel stack">
            <BookingNotes key={booking.id} booking={booking} noteKey={view.formKey} refusal={refusal} />
          </section>
          <section className="panel stack">
            <BookingMails mails={booking.mails} resends />
          </section>
          <section className="panel stack">
            <BookingTimeline events={booking.events} />
          </section>
        </div>
      </div>
    </>
  )
}

function editHrefOf(booking: string): EditHref {
  return (edit, rental) => bookingsHref(emptyBookingsUrl, { booking, edit, rental })
}

function BookingLinks({ view: { booking } }: { view: OwnerBookingView }) {
  const { id, number, status, clientName, cancellable, rentals } = booking
  const open = occupiesDays(status)
  return (
    <>
      <nav aria-label="Cette réservation">
        <ul className="flex flex-wrap gap-x-5 small">
          {open && <EditLinks rentals={rentals} editHref={editHrefOf(id)} />}
          <li>
            <Link className="link-alone" to={href("/admin/bookings/:id/fiche", { id })}>
              Fiche à imprimer
            </Link>
          </li>
          <li>
            <Link className="link-alone" to={bookingsHref(emptyBookingsUrl, { booking: id })} aria-haspopup="dialog">
              Voir dans le calendrier
            </Link>
          </li>
        </ul>
      </nav>
      {cancellable && (
        <div className="cluster between border-t border-line pt-4">
          <p className="small soft">Ce qui est rendu et dû au client s’affiche avant d’annuler.</p>
          <ButtonLink
            className="text-danger"
            to={bookingPageHref(number, "annuler")}
            aria-haspopup="dialog"
            variant="secondary"
            size="small"
            icon={CircleX}
            preventScrollReset
          >
            Annuler la réservation<span className="sr-only"> {withElision(clientName)}</span>
          </ButtonLink>
        </div>
      )}
    </>
  )
}

export function NoSuchBooking() {
  return (
    <>
      <h1 className="title-page">Réservation introuvable</h1>
      <div className="panel">
        <EmptyState
          title="Aucune réservation n’a ce numéro"
          action={<ButtonLink to={bookingsListPath}>Toutes les réservations</ButtonLink>}
        >
          Cherchez-la par le nom du client ou par sa ville.
        </EmptyState>
      </div>
    </>
  )
}
