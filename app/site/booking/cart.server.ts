import { randomUUID } from "node:crypto"
import { data, redirect } from "react-router"
import { signInSearch } from "../../../domain/booking/wizard.ts"
import { addToCart } from "../../../server/cart/add.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import { log } from "../../../server/log.ts"
import { parseForm } from "../../http/forms.ts"
import { type Posted, choiceErrors, daysProblem, refuse, refuseDays } from "./answers.server.ts"
import { CartForm } from "./forms.ts"
import { addProblemText } from "../../kit/booking-problems.server.ts"

/**
 * "Ajouter au panier" (specification, sections 4 and 5): somebody unknown is asked to sign in and comes back to this
 * step (D14); a customer's choice becomes a line of the cart, whose page is next.
 */
export async function putIntoCart(posted: Posted) {
  const { request, product, visitor, choice, at } = posted
  const form = await parseForm(request.clone(), CartForm)
  const { step, itemId: newItem } = form.ok ? form.value.intent : { step: "options" as const, itemId: null }
  const problem = await daysProblem(posted)
  if (problem) return problem
  if (!visitor) return redirect(`/book/${product.id}${signInSearch(choice, { why: "cart", back: step })}`, 303)

  const itemId = choice.cartItem ?? newItem ?? randomUUID()
  try {
    const added = await addToCart(visitor.profile, product, { ...choice, itemId }, at)
    if (added.ok) return redirect("/cart", 303)
    if (added.error.kind === "days-taken") return refuseDays(posted)
    if (added.error.kind === "choice-refused") return refuse(posted, "options", choiceErrors(added.error.problem))
    return refuse(posted, step, { form: addProblemText(added.error) }, { status: 409 })
  } catch (error) {
    log.error("Error adding to cart", { error })
    return refuse(posted, step, { form: notAdded }, { status: 503 })
  }
}

const notAdded = "Votre choix n’a pas pu être ajouté au panier. Il est gardé ici\u00a0: réessayez dans un instant."

/** The days of a choice that was made before signing in are held from now on; the page then looks at them again. */
export async function holdChoice({ visitor, product, choice, at }: Posted) {
  if (!visitor || choice.days.length === 0) return data({ held: false }, { status: visitor ? 422 : 401 })
  const held = await holdDays(visitor.profile, product, choice.days, at)
  return data({ held: held.ok }, { status: held.ok ? 200 : 409 })
}
