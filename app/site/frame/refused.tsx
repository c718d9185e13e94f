import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

/** Something was refused, and the reason can be told. */
export function Refused({ message }: { message: string }) {
  return (
    <div className="page section">
      <EmptyState headingLevel={1} title="Demande refusée" action={<ButtonLink to="/">Retour à l’accueil</ButtonLink>}>
        {message}
      </EmptyState>
    </div>
  )
}
