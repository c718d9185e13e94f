import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { bookingsPath } from "../kit/booking/bookings-url.ts"
import { screens } from "../kit/screens.ts"

export function BookingsUnreadable() {
  return (
    <>
      <h1 className="title-page">{screens.bookings.title}</h1>
      <div className="panel">
        <EmptyState
          title="Les réservations n’ont pas pu être chargées"
          action={
            <ButtonLink to={bookingsPath} reloadDocument>
              Réessayer
            </ButtonLink>
          }
        >
          Rien n’est perdu&nbsp;: réessayez dans un instant.
        </EmptyState>
      </div>
    </>
  )
}
