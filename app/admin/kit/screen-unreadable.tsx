import { useLocation } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

export function ScreenUnreadable({ title, message }: { title: string; message: string }) {
  const { pathname } = useLocation()
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <div className="panel">
        <EmptyState
          title={message}
          action={
            <ButtonLink to={pathname} reloadDocument>
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
