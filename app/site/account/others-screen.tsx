import { withElision } from "../../../domain/elision.ts"
import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { BookingList } from "./booking-list.tsx"
import { DocumentList } from "./document-list.tsx"
import type { OthersAccountView } from "./view.ts"

export function OthersAccountScreen({ othersName, mayBook, bookings, documents }: OthersAccountView) {
  return (
    <div className="page wizard-page">
      <header className="stack gap-3">
        <h1 className="title-page wrap-anywhere">Compte {withElision(othersName)}</h1>
        <p className="lead soft">
          {mayBook
            ? "Vous voyez ses réservations et réservez en son nom. Cette personne seule signe, paie et annule ce qui est confirmé."
            : "Vous voyez ses réservations et ses documents."}
        </p>
        {mayBook && (
          <p>
            <ButtonLink to={href("/book")}>Réserver en son nom</ButtonLink>
          </p>
        )}
      </header>
      <BookingList bookings={bookings} documentsPage={documents?.page ?? 1} othersName={othersName} />
      <DocumentList documents={documents} bookingsPage={bookings?.page ?? 1} isOthers />
    </div>
  )
}
