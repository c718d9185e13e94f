import { data, href, redirect } from "react-router"
import { z } from "zod"
import { anonymousAccount } from "../../../domain/accounts/party.ts"
import { readMode } from "../../../domain/booking/choice.ts"
import { readChoice } from "../../../domain/booking/read-choice.ts"
import { isId, type ProductId } from "../../../domain/id.ts"
import { readCampaign } from "../../../domain/leads/lead.ts"
import { createStamp } from "../../../server/accounts/auth/form-stamp.ts"
import { emailAddress } from "../../../server/accounts/customers/person-fields.ts"
import { priceCartToShow, priceChoiceToShow } from "../../../server/bookings/shown-prices/price-to-show.ts"
import { type PriceToShow, showPrice, showPricePurpose } from "../../../server/bookings/shown-prices/show-price.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import { clientAddress } from "../../../server/platform/request/client-address.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { refuseGuarded } from "../../http/guarded-forms.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { orderingVisitor, partyOf } from "../../http/visitor.server.ts"
import { placeProblemText } from "../../kit/booking-problems.server.ts"
import type { Route } from "./+types/route"
import { ShowPriceScreen } from "./screen.tsx"

const CART = "panier"

type Priced = { ok: true; price: PriceToShow } | { ok: false; text: string; back: string }

/** `/montrer/{product}?date=…` as in the wizard, or `/montrer/panier`. */
async function readPrice(
  id: string,
  { url, visitor, at }: { url: URL; visitor: ReturnType<typeof orderingVisitor>; at: Date },
): Promise<Priced> {
  const account = visitor ? partyOf(visitor).account : anonymousAccount
  if (id === CART) {
    const priced = await priceCartToShow(account, at)
    if (priced.ok) return { ok: true, price: priced.value }
    const text = "Une location de votre panier n’est plus disponible. Changez-la, puis montrez le prix."
    return { ok: false, text, back: href("/cart") }
  }
  if (!isId(id)) throw data(null, { status: 404 })
  const choice = { ...readChoice(url.searchParams), productId: id as ProductId }
  const isDelivery = readMode(url.searchParams) ?? true
  const priced = await priceChoiceToShow(account, choice, { isDelivery, at })
  if (priced.ok) return { ok: true, price: priced.value }
  if (priced.error.kind === "not-for-rent") throw data(null, { status: 404 })
  return { ok: false, text: placeProblemText(priced.error), back: `${href("/book/:id", { id })}${url.search}` }
}

export async function loader({ params: { id }, url, context }: Route.LoaderArgs) {
  const at = new Date()
  const visitor = orderingVisitor(context)
  const priced = await readPrice(id, { url, visitor, at })
  const stamp = await createStamp(showPricePurpose, at)
  if (!priced.ok) return data({ priced, stamp, canMail: canDeliverMail() }, { status: 409 })
  const { rows, delivery } = priced.price
  const displayed = rows.map(({ rentals, priceLines, total, isDelivery, address, deliveryFee = 0 }) => ({
    rentals: [...rentals],
    priceLines,
    total,
    isDelivery,
    address,
    deliveryFee,
  }))
  return data({ priced: { ok: true as const, rows: displayed, delivery }, stamp, canMail: canDeliverMail() })
}

const guarded = {
  provenance: z.string().optional().transform(readCampaign),
  remarque: z.string().optional(),
  affichage: z.string().optional(),
}

const MAX_FIRST_NAME_LENGTH = 40

/** Letters only: the name is read by whoever gets the link. */
const firstName = z
  .string()
  .trim()
  .max(MAX_FIRST_NAME_LENGTH, `${MAX_FIRST_NAME_LENGTH} caractères au plus.`)
  .regex(/^[\p{L}\p{M}' ’-]*$/u, "Un prénom, sans chiffre ni signe.")
  .default("")

export async function action({ params: { id }, request, url, context }: Route.ActionArgs) {
  const at = new Date()
  const visitor = orderingVisitor(context)
  const send = async (
    form: Parameters<typeof refuseGuarded>[0],
    fields: {
      email: string
      firstName: string
      provenance: string
      remarque?: string | undefined
      affichage?: string | undefined
    },
    done: "envoye" | "lien",
  ) => {
    const priced = await readPrice(id, { url, visitor, at })
    if (!priced.ok) return form.refuse({ form: priced.text }, { status: 409 })
    const result = await showPrice({
      price: priced.price,
      email: fields.email,
      firstName: fields.firstName,
      userId: visitor ? partyOf(visitor).account.id : null,
      campaign: fields.provenance,
      guard: { trap: fields.remarque, stamp: fields.affichage },
      address: clientAddress(request),
      at,
    })
    if (!result.ok) return refuseGuarded(form, result.error)
    return redirect(`${href("/prix/:secret", { secret: result.value.secret })}?fait=${done}`, 303)
  }
  const failure = { log: "Error showing a price", failed: "Une erreur est survenue" }
  return handleForm(request, {
    envoyer: act(
      z.object({ ...guarded, email: emailAddress() }),
      (fields, form) => send(form, { ...fields, firstName: "" }, "envoye"),
      failure,
    ),
    montrer: act(
      z.object({ ...guarded, prenom: firstName }),
      ({ prenom, ...fields }, form) => send(form, { ...fields, email: "", firstName: prenom }, "lien"),
      failure,
    ),
  })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Montrer ce prix", canonical: null })

export default function ShowPrice({ loaderData, actionData }: Route.ComponentProps) {
  return <ShowPriceScreen {...loaderData} refusal={actionData ?? null} />
}
