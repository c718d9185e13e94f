import { useEffect, useRef } from "react"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { Form, href, useNavigation } from "react-router"
import { formatMoney } from "../../../domain/money.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Photo } from "../../ui/photo.tsx"
import { Receipt } from "../../ui/receipt.tsx"
import { useTopOnArrival } from "../kit/use-top-on-arrival.ts"
import { signInPath } from "../../http/return-path.ts"
import { nothingYet } from "../../kit/nothing-yet.ts"
import { CartCountdown } from "./countdown.tsx"
import { CartLine } from "./line.tsx"
import type { CartView } from "./view.ts"

export type CartScreenProps = {
  signedIn: boolean
  /** Null when nothing is in it; "unreadable" when it could not be read. */
  cart: CartView | "unreadable" | null
  /** What was just done: "retirer" or "vider". */
  done: string | null
  /** Why something that was asked for was not done. */
  error: string | null
}

const messages: Record<string, string> = {
  retirer: "La location est retirée du panier. Ses dates sont libres de nouveau.",
  vider: "Le panier est vidé. Ses dates sont libres de nouveau.",
}

/** The customer's cart: what is in it, for how long, and what it comes to before delivery. */
export function CartScreen({ signedIn, cart, done, error }: CartScreenProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useTopOnArrival()
  const lines = cart === null || cart === "unreadable" ? 0 : cart.lines.length
  // The button that was pressed is gone with its line: the title is where reading goes on.
  useEffect(() => {
    if (done !== null) title.current?.focus()
  }, [done, lines])
  return (
    <div className="page wizard-page">
      <h1 className="title-page" tabIndex={-1} ref={title}>
        Votre panier
      </h1>
      {error && <FormError answer={error} errors={[{ message: error }]} />}
      {done !== null && messages[done] && <p role="status">{messages[done]}</p>}
      {!signedIn && <Anonymous />}
      {signedIn && cart === "unreadable" && <Unreadable />}
      {signedIn && cart === null && <Empty />}
      {cart !== null && cart !== "unreadable" && <Filled cart={cart} />}
    </div>
  )
}

function Filled({ cart }: { cart: CartView }) {
  const totalLabel = useTotalLabel()
  const { lines, state, total } = cart
  const open = state === "open"
  return (
    <div className="with-aside">
      <div className="stack gap-5">
        {!open && (
          <Notice tone="warning" title="Votre panier a expiré">
            Un panier garde vos dates 30&nbsp;minutes. Vos choix sont toujours là&nbsp;: reprenez-les, leurs dates sont
            peut-être encore libres.
          </Notice>
        )}
        <ul className="stack gap-5">
          {lines.map((line) => (
            <li key={line.id}>
              <CartLine line={line} state={state} />
            </li>
          ))}
        </ul>
        <div className="cluster between">
          <ButtonLink to={href("/catalog")} variant="quiet">
            Ajouter une autre location
          </ButtonLink>
          <ClearButton cartId={cart.id} />
        </div>
      </div>
      <aside aria-label="Total du panier">
        <Receipt
          title="Votre total"
          lines={lines.map((line) => ({
            label: line.name,
            amount: line.offered && line.unavailable.length === 0 ? formatMoney(line.total) : "indisponible",
          }))}
          totalLabel={totalLabel}
          total={open ? formatMoney(total) : "à revoir"}
          note={
            <div className="stack">
              {open && <CartCountdown {...cart} />}
              <p>
                Hors livraison, calculée à l’étape Livraison de chaque réservation. Rien n’est réservé tant que vous ne
                confirmez pas.
              </p>
            </div>
          }
        />
      </aside>
    </div>
  )
}

function ClearButton({ cartId }: { cartId: string }) {
  const busy = useNavigation().formData?.get("intent") === "vider"
  return (
    <Form method="post" action={href("/cart")}>
      <input type="hidden" name="intent" value="vider" />
      <input type="hidden" name="panier" value={cartId} />
      <Button variant="quiet" busy={busy}>
        Vider le panier
      </Button>
    </Form>
  )
}

function Empty() {
  return (
    <EmptyState
      title="Votre panier est vide"
      picture={<Photo image={nothingYet} sizes="26rem" />}
      action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
    >
      Choisissez une machine et vos dates&nbsp;: le panier les garde 30&nbsp;minutes.
    </EmptyState>
  )
}

function Anonymous() {
  return (
    <EmptyState
      title="Connectez-vous pour voir votre panier"
      picture={<Photo image={nothingYet} sizes="26rem" />}
      action={
        <p className="cluster">
          <ButtonLink to={signInPath(href("/cart"))}>Se connecter</ButtonLink>
          <ButtonLink to={`${href("/inscription")}?retour=${encodeURIComponent(href("/cart"))}`} variant="secondary">
            S'inscrire
          </ButtonLink>
        </p>
      }
    >
      Il vous attend sur tous vos appareils, avec vos dates gardées 30&nbsp;minutes.
    </EmptyState>
  )
}

function Unreadable() {
  return (
    <EmptyState
      title="Votre panier n’a pas pu être chargé"
      action={
        <ButtonLink to={href("/cart")} reloadDocument>
          Réessayer
        </ButtonLink>
      }
    >
      Rien n’est perdu&nbsp;: il est toujours enregistré. Réessayez dans un instant.
    </EmptyState>
  )
}
