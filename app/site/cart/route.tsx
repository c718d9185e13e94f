import { data, href, redirect } from "react-router"
import { z } from "zod"
import type { Account } from "../../../domain/accounts/party.ts"
import { idField } from "../../http/form-fields.ts"
import { DAYS_UNAVAILABLE } from "../../../domain/availability/days-unavailable.ts"
import { lineSearch } from "../../../domain/cart/cart.ts"
import { clockTime } from "../../../domain/day-labels.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { type Cart, type CartLine, readCart } from "../../../server/bookings/cart/read.ts"
import { type ExtendHoldProblem, extendHold } from "../../../server/bookings/cart/extend.ts"
import { type RenewProblem, renewCart } from "../../../server/bookings/cart/renew.ts"
import { clearCart, removeFromCart } from "../../../server/bookings/cart/remove.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import { log } from "../../../server/platform/log.ts"
import stylesheet from "../../styles/cart.css?url"
import { CartScreen } from "./screen.tsx"
import type { CartLineView, CartView } from "./view.ts"
import { addProblemText, holdProblemText } from "../../kit/booking-problems.server.ts"
import type { LivePage } from "../../http/live.ts"
import { livePage } from "../../http/live.server.ts"
import { Live } from "../../kit/live/live.tsx"
import { pageMeta } from "../../http/meta.ts"
import { signInPath } from "../../http/return-path.ts"
import { requireViewedAccount, otherAccountText, withoutFields } from "../../http/viewed-account.server.ts"
import { partyOf, orderingVisitor } from "../../http/visitor.server.ts"
import { act, handleForm, toRefusal } from "../../http/forms.server.ts"
import { unknownAct } from "../../http/posted-form.server.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Votre panier", canonical: null })

type Answer = { live: LivePage | null; signedIn: boolean; cart: CartView | "unreadable" | null; done: string | null }

export async function loader({ request, context }: Route.LoaderArgs) {
  const done = new URL(request.url).searchParams.get("fait")
  const visitor = orderingVisitor(context)
  if (!visitor) return data<Answer>({ live: null, signedIn: false, cart: null, done: null })
  const at = new Date()
  const { account } = partyOf(visitor)
  try {
    const live = await livePage(context, ["cart"])
    const cart = await readCart(account.id, at)
    const products = [...new Set(cart?.lines.map(({ product }) => `product.${product.id}`))]
    return data<Answer>({
      live: { ...live, topics: ["cart", ...products] },
      signedIn: true,
      cart: cart && toCartView(cart, account, at),
      done,
    })
  } catch (error) {
    log.error("Error fetching cart", { error })
    return data<Answer>({ live: null, signedIn: true, cart: "unreadable", done: null }, { status: 503 })
  }
}

const LineForm = z.object({ ligne: idField })
const WholeCartForm = z.object({ panier: idField })

/** Removing twice removes once, and says so. */
export async function action({ request, context }: Route.ActionArgs) {
  const visitor = orderingVisitor(context)
  if (!visitor) return redirect(signInPath(href("/cart")), 303)
  return handleForm(request, {
    retirer: act(
      LineForm,
      async ({ ligne }) => {
        const removed = await removeFromCart(partyOf(visitor), ligne)
        return redirect(`${href("/cart")}?fait=${removed ? "retirer" : "deja-retiree"}`, 303)
      },
      {
        log: "Error removing from cart",
        failed: "La location n’a pas pu être retirée. Réessayez dans un instant.",
        refused,
      },
    ),
    prolonger: requireViewedAccount(
      visitor,
      act(
        z.object({}),
        async (_, form) => {
          const extended = await extendHold(partyOf(visitor), new Date())
          if (extended.ok) return data<Refusal>({ errors: {}, values: {}, lists: {} })
          const status = extended.error.kind === "throttled" ? 429 : 409
          return form.refuse({ form: extensionProblemText(extended.error) }, { status })
        },
        {
          log: "Error extending hold",
          failed: "Vos dates n’ont pas pu être gardées plus longtemps. Réessayez.",
          refused,
        },
      ),
      (form) => refused(toRefusal(withoutFields(form), { form: otherAccountText }), { status: 409 }),
    ),
    reprendre: act(
      WholeCartForm,
      async ({ panier }, form) => {
        const renewed = await renewCart(partyOf(visitor), panier, new Date())
        if (renewed.ok) return redirect(`${href("/cart")}?fait=reprendre`, 303)
        const { error } = renewed
        if (error.kind === "nothing-to-renew") return redirect(href("/cart"), 303)
        return form.refuse({ form: renewalProblemText(error) }, { status: error.kind === "throttled" ? 429 : 409 })
      },
      {
        log: "Error retrieving cart",
        failed: "Votre panier n’a pas pu être repris. Rien n’est perdu\u00a0: réessayez dans un instant.",
        refused,
      },
    ),
    vider: act(
      WholeCartForm,
      async ({ panier }) => {
        const cleared = await clearCart(partyOf(visitor), panier)
        return redirect(`${href("/cart")}?fait=${cleared ? "vider" : "deja-vide"}`, 303)
      },
      { log: "Error clearing cart", failed: "Le panier n’a pas pu être vidé. Réessayez dans un instant.", refused },
    ),
  })
}

function extensionProblemText(problem: ExtendHoldProblem): string {
  switch (problem.kind) {
    case "ended":
      return "Vos dates ne sont plus gardées, mais peut-être encore libres. Vos choix sont toujours là."
    case "used-up":
      return "Vos dates ont déjà été gardées deux fois plus longtemps."
    default:
      return holdProblemText(problem)
  }
}

function renewalProblemText(problem: Exclude<RenewProblem, { kind: "nothing-to-renew" }>): string {
  if (problem.kind === "too-many-items") return addProblemText(problem)
  if (problem.kind !== "lines-taken") return holdProblemText(problem)
  const names = problem.lines.map(({ productName }) => productName)
  return `${DAYS_UNAVAILABLE}\u00a0: ${names.join(", ")}. Changez ou retirez ce qui est pris, puis reprenez le reste, qui est gardé tel quel.`
}

/** The page has no field to put a message next to. */
function refused({ errors, ...typed }: Refusal, init: { status: number }) {
  return data({ ...typed, errors: { form: errors["form"] ?? unknownAct } }, init)
}

function toCartView(cart: Cart, { id: accountId }: Account, at: Date): CartView {
  const { id, state, endsAt, extensionsLeft, lines, total } = cart
  return {
    id,
    account: { id: accountId },
    state,
    total,
    endsInSeconds: Math.max(0, Math.round((endsAt.getTime() - at.getTime()) / 1000)),
    endsAt: clockTime(endsAt),
    extensionsLeft,
    lines: lines.map(toLineView),
  }
}

function toLineView({
  id,
  product,
  features,
  tariff,
  when,
  plan,
  planChoice,
  times,
  options,
  photoPacks,
  price,
  changed,
  offered,
  planProblem,
  unavailable,
}: CartLine): CartLineView {
  return {
    id,
    tariff,
    when,
    plan,
    times,
    changed,
    offered,
    planProblem,
    unavailable,
    name: product.name,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    features,
    securityDeposit: product.securityDeposit,
    priceLines: price.lines,
    total: price.total,
    href:
      href("/book/:id", { id: product.id }) +
      lineSearch({ days: [...rentalDays(when)], plan: planChoice, options, photoPacks }, id),
  }
}

export default function CartRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { live, ...screenProps } = loaderData
  return (
    <>
      <CartScreen {...screenProps} refusal={actionData ?? null} />
      {live && <Live live={live} shiftsPage isPaused={actionData !== undefined} />}
    </>
  )
}
