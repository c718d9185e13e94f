import { withElision } from "../../../domain/elision.ts"
import { href, useLocation } from "react-router"
import type { ActingRefusal } from "../../http/acting-refusal.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"

export function ActingRefused({ why, name }: ActingRefusal) {
  const { pathname, search } = useLocation()
  const { title, text } = texts[why](name)
  return (
    <div className="page section">
      <EmptyState
        headingLevel={1}
        title={title}
        action={
          <div className="cluster">
            <form method="post" action={href("/agir-pour")}>
              {/* Once access has ended, the refused page would fail again. */}
              {why !== "ended" && <input type="hidden" name="retour" value={pathname + search} />}
              <Button name="pour" value="moi">
                Revenir à mon compte
              </Button>
            </form>
            {why === "may-not-book" && (
              <ButtonLink to={href("/account")} variant="secondary">
                Voir ses réservations
              </ButtonLink>
            )}
          </div>
        }
      >
        {text}
      </EmptyState>
    </div>
  )
}

const texts: Readonly<Record<ActingRefusal["why"], (name: string) => { title: string; text: string }>> = {
  ended: (name) => ({
    title: "Cet accès a pris fin",
    text: `Le compte ${withElision(name)} n’est plus partagé avec vous. Rien n’a été fait en son nom.`,
  }),
  "may-not-book": (name) => ({
    title: "Vous pouvez voir, pas réserver",
    text: `Vous ne pouvez pas réserver pour ${name}. Revenez à votre compte pour réserver pour vous.`,
  }),
  "own-only": (name) => ({
    title: "Cette page est celle de votre compte",
    text: `Vous agissez pour ${name}. Revenez à votre compte pour ouvrir cette page.`,
  }),
  "other-account": (name) => ({
    title: "Cette réservation est d’un autre compte",
    text: `Vous agissez pour ${name}. Revenez à votre compte pour ouvrir cette réservation.`,
  }),
}
