import { data, redirect } from "react-router"
import { z } from "zod"
import { lineHref } from "../../../domain/cart/cart.ts"
import { clockTime } from "../../../domain/day-words.ts"
import { type Cart, type CartLine, readCart } from "../../../server/cart/read.ts"
import { clearCart, removeFromCart } from "../../../server/cart/remove.ts"
import { pictureOf } from "../../../server/images/queries.ts"
import { log } from "../../../server/log.ts"
import { CartScreen } from "./screen.tsx"
import type { CartLineView, CartView } from "./view.ts"
import { parseForm } from "../../http/forms.ts"
import { pageMeta } from "../../http/meta.ts"
import { signInPath } from "../../http/return-path.ts"
import { getVisitor, partyOf } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Votre panier", canonical: null })

type Answer = { signedIn: boolean; cart: CartView | "unreadable" | null; done: string | null }

export async function loader({ request, context }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get("fait")
  const visitor = getVisitor(context)
  if (!visitor) return data<Answer>({ signedIn: false, cart: null, done: null })
  const at = new Date()
  try {
    const cart = await readCart(visitor.profile.id, at)
    return data<Answer>({ signedIn: true, cart: cart && viewOf(cart, at), done })
  } catch (error) {
    log.error("Error fetching cart", { error })
    return data<Answer>({ signedIn: true, cart: "unreadable", done: null }, { status: 503 })
  }
}

const CartForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("retirer"), ligne: z.uuid() }),
  z.object({ intent: z.literal("vider"), panier: z.uuid() }),
])
/** The fields of both forms, for reading them; what belongs together is checked above. */
const Fields = z.object({ intent: z.string().optional(), ligne: z.string().optional(), panier: z.string().optional() })

/** Removing one line, or all of them. Doing it twice does it once. */
export async function action({ request, context }: Route.ActionArgs) {
  const visitor = getVisitor(context)
  if (!visitor) return redirect(signInPath("/cart"), 303)
  const fields = await parseForm(request, Fields)
  if (!fields.ok) return fields.refusal
  const form = CartForm.safeParse(fields.value)
  if (!form.success)
    return fields.refuse({ form: "Le formulaire n’a pas pu être lu. Rechargez la page, puis réessayez." })
  const removing = form.data.intent === "retirer"
  try {
    if (form.data.intent === "retirer") await removeFromCart(partyOf(visitor), form.data.ligne)
    else await clearCart(partyOf(visitor), form.data.panier)
  } catch (error) {
    log.error(removing ? "Error removing from cart" : "Error clearing cart", { error })
    return fields.refuse({ form: removing ? notRemoved : notCleared }, 503)
  }
  return redirect(`/cart?fait=${form.data.intent}`, 303)
}

const notRemoved = "La location n’a pas pu être retirée. Réessayez dans un instant."
const notCleared = "Le panier n’a pas pu être vidé. Réessayez dans un instant."

function viewOf({ id, state, endsAt, lines, total }: Cart, at: Date): CartView {
  return {
    id,
    state,
    total,
    endsInSeconds: Math.max(0, Math.round((endsAt.getTime() - at.getTime()) / 1000)),
    endsAt: clockTime(endsAt),
    lines: lines.map(lineOf),
  }
}

function lineOf({
  id,
  product,
  tariff,
  days,
  options,
  photoPacks,
  price,
  changed,
  offered,
  unavailable,
}: CartLine): CartLineView {
  return {
    id,
    tariff,
    days,
    changed,
    offered,
    unavailable,
    name: product.name,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    priceLines: price.lines,
    total: price.total,
    href: lineHref(product.id, { days, options, photoPacks }, id),
  }
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <CartScreen {...loaderData} error={actionData?.errors["form"] ?? null} />
}
