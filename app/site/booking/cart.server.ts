import { randomUUID } from "node:crypto"
import { data, href, redirect } from "react-router"
import type { z } from "zod"
import { signInSearch } from "../../../domain/booking/choice.ts"
import { addToCart } from "../../../server/bookings/cart/add.ts"
import { holdDays } from "../../../server/bookings/cart/hold.ts"
import { type Posted, choiceErrors, holdAnswer, refuse, refuseDays, strangersDaysProblem } from "./answers.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import type { CartForm } from "./forms.ts"
import { addProblemText, holdProblemText } from "../../kit/booking-problems.server.ts"

/**
 * "Ajouter au panier" (specification, sections 4 and 5): somebody unknown is asked to sign in and comes back to this
 * step (D14); a customer's choice becomes a line of the cart, whose page is next.
 */
export async function putIntoCart(
  posted: Posted,
  { etape: step, "nouvelle-ligne": newItem }: z.output<typeof CartForm>,
) {
  const { product, visitor, choice, at } = posted
  if (!visitor) {
    const problem = await strangersDaysProblem(posted)
    return (
      problem ??
      redirect(`${href("/book/:id", { id: product.id })}${signInSearch(choice, { why: "cart", back: step })}`, 303)
    )
  }

  const itemId = choice.cartItem ?? newItem ?? randomUUID()
  const added = await addToCart(partyOf(visitor), product, { ...choice, itemId }, at)
  if (added.ok) return redirect(href("/cart"), 303)
  switch (added.error.kind) {
    case "choice-refused":
      return refuse(posted, "options", choiceErrors(added.error.problem))
    case "too-many-items":
      return refuse(posted, step, { form: addProblemText(added.error) }, { status: 409 })
    case "in-cart":
      return refuse(posted, step, { form: addProblemText(added.error) }, { status: 409, inCart: added.error.line.id })
    default:
      return refuseDays(posted, added.error)
  }
}

/** The days of a choice that was made before signing in are held from now on; the page then looks at them again. */
export async function holdChoice({ visitor, product, choice, at }: Posted) {
  if (!visitor) return data({ held: false, why: null }, { status: 401 })
  const held = await holdDays({ party: partyOf(visitor), product, days: choice.days, at })
  if (held.ok) return data({ held: true, why: null })
  return data({ held: false, why: holdProblemText(held.error) }, holdAnswer(held.error))
}
