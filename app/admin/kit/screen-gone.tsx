import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

type ScreenGoneProps = {
  title: string
  message: string
  to: string
  label: string
}

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
