import { data, href, redirect } from "react-router"
import { z } from "zod"
import { wizardSearch } from "../../../domain/booking/choice.ts"
import type { Id } from "../../../domain/id.ts"
import { planChoiceOf } from "../../../domain/pricing/rate-plan.ts"
import { type Rental, firstDay, rentalDays } from "../../../domain/rental/rental.ts"
import { findTakenDaysOfRental } from "../../../server/bookings/place.ts"
import { findShownPrice, placeOfRow, shownPriceUrl } from "../../../server/bookings/shown-prices/show-price.ts"
import { anonymousAccount } from "../../../domain/accounts/party.ts"
import { findDayAvailability } from "../../../server/availability/queries.ts"
import { readProductForRent } from "../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import type { ShownRow } from "../../../domain/booking/shown-price.ts"
import { fillCartFromPrice } from "../../../server/bookings/shown-prices/fill-cart.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../http/meta.ts"
import { signInPath } from "../../http/return-path.ts"
import { orderingVisitor, partyOf } from "../../http/visitor.server.ts"
import { addProblemText } from "../../kit/booking-problems.server.ts"
import { bookDayHref } from "../kit/links.ts"
import type { Route } from "./+types/route"
import { ShownPriceScreen, type ShownPriceView } from "./screen.tsx"

/** The address is a secret: no referrer and no search index. */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  secretLinkMeta(matches[0].loaderData?.site, "Un prix pour vous")

export async function loader({ params: { secret }, url }: Route.LoaderArgs) {
  const at = new Date()
  const view = await loadScreen("Error loading a shown price", () => readView(secret, at))
  if (!view) return data({ view: null }, { status: 404 })
  const done = url.searchParams.get("fait")
  const link: ShownPriceView["link"] =
    done === "lien" || done === "envoye" ? { done, url: shownPriceUrl(secret), canMail: canDeliverMail() } : null
  return data({ view: { ...view, link } })
}

async function readView(secret: string, at: Date): Promise<Omit<ShownPriceView, "link"> | null> {
  const price = await findShownPrice(secret)
  if (!price) return null
  const { id, rows, delivery, firstName, honouredUntil } = price
  const rentals = rows.flatMap((row) => row.rentals.map((rental) => ({ row, rental })))
  const isHonoured = honouredUntil >= at
  const offers = await Promise.all(
    rentals.map(async ({ row, rental }) => {
      const product = await readProductForRent(rental.productId)
      const isFree = product !== null && (await findTakenDaysOfRental(anonymousAccount, rental, at)).length === 0
      const place = { postcode: row.address.zipCode || null, town: row.address.city || null }
      const answers =
        product && !isFree
          ? await findDayAvailability([product], firstDay(rental), { customerId: null, at })
          : new Map<string, never>()
      const answer = answers.get(rental.productId)
      return {
        productName: rental.productName,
        picture: product?.image ? pictureOf(product.image, product.imageAlt) : null,
        isFree,
        href: product ? bookingHref(rental, row, isHonoured ? id : undefined) : null,
        near: (answer && !answer.free ? answer.nearest : []).map((day) => ({
          day,
          href: bookDayHref(rental.productId, day, place),
        })),
      }
    }),
  )
  return { rows, delivery, firstName, honouredUntil, isHonoured, offers, place: rows.map(placeOfRow)[0] ?? "" }
}

function bookingHref(
  { productId, plan, options, photoPacks, ...period }: Rental,
  row: ShownRow,
  shownPrice: Id | undefined,
) {
  const choice = {
    days: [...rentalDays(period)],
    ...(plan && { plan: planChoiceOf(plan) }),
    options: options.items.map(({ id, quantity }) => ({ optionId: id, quantity })),
    photoPacks,
    postcode: row.address.zipCode || null,
    town: row.address.city || null,
    cartItem: null,
    shownPrice,
  }
  return `${href("/book/:id", { id: productId })}${wizardSearch("options", choice, null, row.isDelivery ? null : false)}`
}

const cartInUse = "Votre panier contient autre chose. Réservez-le ou videz-le d’abord\u00a0: rien n’a changé."

/** A choice of several rentals goes through the cart, which needs an account. */
export async function action({ params: { secret }, request, context }: Route.ActionArgs) {
  const visitor = orderingVisitor(context)
  const price = await findShownPrice(secret)
  if (!price) throw data(null, { status: 404 })
  if (!visitor) return redirect(signInPath(href("/prix/:secret", { secret })), 303)
  const fill = act(
    z.object({}),
    async (_, form) => {
      const filled = await fillCartFromPrice(partyOf(visitor), price, new Date())
      if (filled.ok) return redirect(href("/cart"), 303)
      const { error } = filled
      const text = error.kind === "cart-in-use" ? cartInUse : addProblemText(error)
      return form.refuse({ form: text }, { status: 409 })
    },
    { log: "Error filling the cart from a shown price", failed: "Une erreur est survenue" },
  )
  return handleForm(request, fill)
}

export default function ShownPrice({ loaderData: { view }, actionData }: Route.ComponentProps) {
  return <ShownPriceScreen view={view} error={actionData?.errors["form"] ?? null} />
}
