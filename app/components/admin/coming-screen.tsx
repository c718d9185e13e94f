import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { bookingsPath } from "./bookings-url.ts"

/** Says honestly that a screen is not there yet, and leads to the one that is. */
export function ComingScreen({ title }: { title: string }) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <div className="panel">
        <EmptyState title="Cet écran n’est pas encore là" action={<ButtonLink to={bookingsPath} variant="secondary">Voir les réservations</ButtonLink>}>
          Il viendra dans une prochaine version.
        </EmptyState>
      </div>
    </>
  )
}
