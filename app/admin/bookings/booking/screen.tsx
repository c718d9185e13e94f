import { useMemo } from "react"
import { Link, href } from "react-router"
import CircleX from "lucide-react/icons/circle-x"
import Clock from "lucide-react/icons/clock"
import FileText from "lucide-react/icons/file-text"
import NotebookPen from "lucide-react/icons/notebook-pen"
import ShieldCheck from "lucide-react/icons/shield-check"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { timeRangeLabel } from "../../../../domain/calendar/unit-timeline.ts"
import { withElision } from "../../../../domain/elision.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { firstDay } from "../../../../domain/rental/rental.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Fold } from "../../../ui/fold.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { BookingMails, isUndelivered } from "../../kit/booking-mails.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { bookingsHref, bookingsListPath, emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import { rehouseHref } from "../../kit/booking/rehouse-href.ts"
import { refusalFlash } from "../../kit/booking/field-state.ts"
import { MarkTags, StatusTag, WaitingTag } from "../../kit/booking/tags.tsx"
import { usePresence } from "../../kit/presence/presence.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { BookingNotes } from "../record/notes.tsx"
import { BookingEditLinks, BookingRentals, type EditHref } from "../record/rentals.tsx"
import { BookingTimeline } from "../record/timeline.tsx"
import { ConditionReports } from "./condition-reports.tsx"
import { ContractVersions, contractSummary } from "./contract-section.tsx"
import { DepositSection } from "./deposit-section.tsx"
import { EventSection } from "./event-section.tsx"
import { InsuranceSection } from "./insurance-section.tsx"
import { InvoicesSection } from "./invoices-section.tsx"
import { MoneySection } from "./money-section.tsx"
import { NextStep } from "./next-step.tsx"
import { Proofs, hasProofs } from "./proofs.tsx"
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
      <NextStep view={view} />
      <div className="booking-columns">
        <EventSection view={view} refusal={refusal} />
        <div className="stack gap-4">
          <RentalsSection booking={booking} />
          <MoneySection view={view} />
          <DepositSection view={view} refusal={refusal} />
        </div>
        <div className="stack gap-4">
          <Folds view={view} refusal={refusal} />
        </div>
      </div>
      <BookingLinks booking={booking} />
    </>
  )
}

function Folds({ view, refusal }: { view: OwnerBookingView; refusal: Refusal | null }) {
  const { booking, invoices, formKey } = view
  const { notes, internalNote, mails, events } = booking
  const documents = [contractSummary(view), countLabel(invoices.length, "facture", "factures", "")]
  const noteCount = notes.length + (internalNote ? 1 : 0)
  const hasUndeliveredMail = mails.some(isUndelivered)
  return (
    <>
      <Fold title="Documents" summary={documents.filter(Boolean).join(", ")} icon={FileText}>
        <ContractVersions view={view} />
        <InvoicesSection invoices={invoices} />
        <ConditionReports view={view} />
        <InsuranceSection view={view} />
      </Fold>
      {hasProofs(view) && (
        <Fold title="Preuves" summary="Textes acceptés, signature, liens" icon={ShieldCheck}>
          <Proofs view={view} />
        </Fold>
      )}
      {/* Open, because a draft may wait in its form. */}
      <Fold title="Notes internes" summary={countLabel(noteCount, "note", "notes", "Aucune")} icon={NotebookPen} open>
        <BookingNotes key={booking.id} booking={booking} noteKey={formKey} refusal={refusal} />
      </Fold>
      <Fold
        title="Historique"
        summary={countLabel(events.length, "événement", "événements", "Aucun")}
        icon={Clock}
        open={hasUndeliveredMail}
      >
        <BookingMails mails={mails} resends />
        <BookingTimeline events={events} />
      </Fold>
    </>
  )
}

function RentalsSection({ booking }: Pick<OwnerBookingView, "booking">) {
  const isOpen = occupiesDays(booking.status)
  const editHref = editHrefOf(booking.id)
  return (
    <section className="panel stack" aria-labelledby="locations">
      <h2 className="title-block" id="locations">
        Locations
      </h2>
      <BookingRentals booking={booking} editHref={isOpen ? editHref : null} />
      {isOpen && (
        <ul className="flex flex-wrap gap-x-5 small">
          <BookingEditLinks editHref={editHref} />
        </ul>
      )}
    </section>
  )
}

function editHrefOf(booking: string): EditHref {
  return (edit, rental) => bookingsHref(emptyBookingsUrl, { booking, edit, rental })
}

function BookingLinks({ booking }: Pick<OwnerBookingView, "booking">) {
  const { id, number, clientName, cancellable } = booking
  return (
    <nav className="cluster between border-t border-line pt-4 small" aria-label="Cette réservation">
      <ul className="flex flex-wrap gap-x-5">
        <li>
          <Link className="link-alone" to={href("/admin/bookings/:id/fiche", { id })}>
            Fiche à imprimer
          </Link>
        </li>
        <li>
          <Link className="link-alone" to={`${href("/admin/availability")}?debut=${firstDay(booking)}`}>
            Voir dans le planning
          </Link>
        </li>
      </ul>
      {cancellable && (
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
      )}
    </nav>
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
