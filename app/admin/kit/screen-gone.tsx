import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

type ScreenGoneProps = {
  title: string
  /** "Ce produit n’existe pas ou plus" */
  message: string
  /** The list of what there is. */
  to: string
  label: string
}

/** What an address leads to does not exist: trying again would not help, the list does. */
export function ScreenGone({ title, message, to, label }: ScreenGoneProps) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <div className="panel">
        <EmptyState title={message} action={<ButtonLink to={to}>{label}</ButtonLink>}>
          L’adresse a changé, ou ce qu’elle montrait a été supprimé (erreur 404).
        </EmptyState>
      </div>
    </>
  )
}
