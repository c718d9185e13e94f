import { type ReactNode, useEffect, useRef, useState } from "react"
import { Form, href, useLocation, useNavigation } from "react-router"
import { CART_LIFETIME_MINUTES } from "../../../domain/cart/cart.ts"
import { groupOverlapping } from "../../../domain/cart/overlapping.ts"
import { formatMoney } from "../../../domain/money.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import type { Refusal } from "../../http/refusal.ts"
import { signInPath } from "../../http/return-path.ts"
import { emptyListPicture } from "../../kit/empty-list-picture.ts"
import { useTotalLabel } from "../../kit/vat-mode.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Photo } from "../../ui/photo.tsx"
import { Receipt } from "../../ui/receipt.tsx"
import { BookingError } from "../kit/booking-error.tsx"
import { ShareLinks } from "../kit/share-links.tsx"
import { useScrollToTop } from "../kit/use-scroll-to-top.ts"
import { Comparisons } from "./comparison.tsx"
import { CartCountdown } from "./countdown.tsx"
import { CartLine } from "./line.tsx"
import type { CartLineView, CartView } from "./view.ts"

type CartScreenProps = {
  signedIn: boolean
  /** null when it is empty. */
  cart: CartView | "unreadable" | null
  done: string | null
  /** A new object for each attempt. */
  refusal: Refusal | null
}

const messages: Record<string, string> = {
  reprendre: "Votre panier est repris. Nous gardons de nouveau vos dates.",
  retirer: "La location est retirée du panier.",
  vider: "Le panier est vidé.",
  "deja-retiree": "Cette location n’était plus dans votre panier.",
  "deja-vide": "Ce panier était déjà vide.",
}

export function CartScreen({ signedIn, cart, done, refusal }: CartScreenProps) {
  const error = refusal?.errors["form"]
  const title = useRef<HTMLHeadingElement>(null)
  useScrollToTop()
  const { done: messageKey, key } = useLastAction(refusal === null ? done : null, cart)
  // The pressed button disappears with its line, so the title takes the focus; later updates leave it alone.
  useEffect(() => {
    if (done !== null && refusal === null) title.current?.focus()
  }, [done, refusal, key])
  return (
    <div className="page wizard-page">
      <h1 className="title-page" tabIndex={-1} ref={title}>
        Votre panier
      </h1>
      {error && <BookingError answer={refusal} errors={[{ message: error }]} />}
      {messageKey !== null && messages[messageKey] && <p role="status">{messages[messageKey]}</p>}
      {!signedIn && <Anonymous />}
      {signedIn && cart === "unreadable" && <Unreadable />}
      {signedIn && cart === null && <Empty />}
      {cart !== null && cart !== "unreadable" && <CartContents cart={cart} />}
    </div>
  )
}

function CartContents({ cart }: { cart: CartView }) {
  const totalLabel = useTotalLabel({ withoutDelivery: true })
  const { lines, state, total } = cart
  const groups = groupOverlapping(lines, ({ when }) => rentalDays(when)).length
  const open = state === "open"
  return (
    <div className="with-aside">
      <div className="stack gap-5">
        {!open && (
          <Notice tone="warning" title="Votre panier a expiré">
            <p>
              Un panier garde vos dates {CART_LIFETIME_MINUTES}&nbsp;minutes. Vos choix sont toujours là, et leurs dates
              peut-être encore libres.
            </p>
            <CartForm cartId={cart.id} intent="reprendre" variant="primary">
              Reprendre tout le panier
            </CartForm>
          </Notice>
        )}
        <ul className="stack gap-5">
          {lines.map((line) => (
            <li key={line.id}>
              <CartLine line={line} state={state} />
            </li>
          ))}
        </ul>
        <Comparisons lines={lines} />
        <div className="cluster between">
          <ButtonLink to={href("/catalog")} variant="quiet">
            Ajouter une autre location
          </ButtonLink>
          <CartForm cartId={cart.id} intent="vider" variant="quiet">
            Vider le panier
          </CartForm>
        </div>
      </div>
      <aside aria-label="Total du panier" className="stack">
        <Receipt
          title="Votre total"
          lines={lines.map((line) => ({
            label: line.name,
            amount: line.offered && line.unavailable.length === 0 ? formatMoney(line.total) : "indisponible",
          }))}
          totalLabel={totalLabel}
          total={open && total > 0 ? formatMoney(total) : "à revoir"}
          note={
            <div className="stack">
              {open && <CartCountdown {...cart} />}
              <p>
                {groups > 1
                  ? `Hors livraison, comptée pour chacune de vos ${groups} réservations\u00a0: leurs dates sont séparées.`
                  : "Hors livraison, comptée une seule fois."}{" "}
                Rien n’est réservé tant que vous ne confirmez pas.
              </p>
            </div>
          }
        >
          {open && <CheckoutLink lines={lines} />}
        </Receipt>
        {open && total > 0 && <ShareLinks id="panier" />}
      </aside>
    </div>
  )
}

function CheckoutLink({ lines }: { lines: readonly CartLineView[] }) {
  const blocked = lines.some(({ offered, unavailable }) => !offered || unavailable.length > 0)
  if (blocked)
    return (
      <p className="small mt-4">
        Changez ou retirez d’abord ce qui n’est plus disponible&nbsp;: le reste de votre panier est gardé.
      </p>
    )
  return (
    <div className="stack gap-2 mt-4">
      <ButtonLink to={href("/cart/valider")} wide>
        Valider
      </ButtonLink>
      <p className="fine soft">
        {lines.length > 1
          ? `Une adresse et une confirmation pour vos ${lines.length} locations.`
          : "Il reste l’adresse et la livraison."}
      </p>
    </div>
  )
}

type CartFormProps = {
  cartId: string
  intent: "vider" | "reprendre"
  variant: "primary" | "quiet"
  children: ReactNode
}

function CartForm({ cartId, intent, variant, children }: CartFormProps) {
  const busy = useNavigation().formData?.get("intent") === intent
  return (
    <Form method="post" action={href("/cart")}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="panier" value={cartId} />
      <Button variant={variant} busy={busy}>
        {children}
      </Button>
    </Form>
  )
}

function Empty() {
  return (
    <EmptyState
      title="Votre panier est vide"
      picture={<Photo image={emptyListPicture} sizes="26rem" />}
      action={<ButtonLink to={href("/catalog")}>Voir le catalogue</ButtonLink>}
    >
      Choisissez un photobooth et vos dates. Le panier les garde {CART_LIFETIME_MINUTES}&nbsp;minutes.
    </EmptyState>
  )
}

function Anonymous() {
  return (
    <EmptyState
      title="Connectez-vous pour voir votre panier"
      picture={<Photo image={emptyListPicture} sizes="26rem" />}
      action={
        <p className="cluster">
          <ButtonLink to={signInPath(href("/cart"))}>Se connecter</ButtonLink>
          <ButtonLink to={`${href("/inscription")}?retour=${encodeURIComponent(href("/cart"))}`} variant="secondary">
            S'inscrire
          </ButtonLink>
        </p>
      }
    >
      Il vous attend sur tous vos appareils, avec vos dates gardées {CART_LIFETIME_MINUTES}&nbsp;minutes.
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

/** Hides the message once the cart has changed elsewhere (decision 57). `key` changes with each act. */
function useLastAction(
  done: string | null,
  cart: CartView | "unreadable" | null,
): { done: string | null; key: string } {
  const { key } = useLocation()
  const contents =
    cart === null || cart === "unreadable" ? "" : [cart.state, ...cart.lines.map(({ id }) => id)].join(" ")
  const [initial, setInitial] = useState({ key, contents })
  if (initial.key !== key) setInitial({ key, contents })
  return { key, done: initial.key !== key || initial.contents === contents ? done : null }
}
