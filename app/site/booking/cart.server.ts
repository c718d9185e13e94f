import { randomUUID } from "node:crypto"
import { data, href, redirect } from "react-router"
import type { z } from "zod"
import { signInSearch } from "../../../domain/booking/choice.ts"
import { addToCart } from "../../../server/bookings/cart/add.ts"
import { holdDays } from "../../../server/bookings/cart/hold.ts"
import { prefillPostcode } from "../../../server/bookings/suggested-address.ts"
import {
  type PostedStep,
  choiceErrors,
  holdResponseInit,
  refuse,
  refuseDays,
  checkDaysOrRefuse,
} from "./answers.server.ts"
import { partyOf } from "../../http/visitor.server.ts"
import type { CartForm } from "./forms.ts"
import { addProblemText, holdProblemText } from "../../kit/booking-problems.server.ts"

/** A stranger signs in first, which then adds the choice (D14). */
export async function addChoiceToCart(
  posted: PostedStep,
  { etape: step, "nouvelle-ligne": newItem }: z.output<typeof CartForm>,
) {
  const { product, visitor, choice, at } = posted
  if (!visitor) {
    const problem = await checkDaysOrRefuse(posted)
    return (
      problem ??
      redirect(`${href("/book/:id", { id: product.id })}${signInSearch(choice, { why: "cart", back: step })}`, 303)
    )
  }

  const itemId = choice.cartItem ?? newItem ?? randomUUID()
  const added = await addToCart(partyOf(visitor), product, { ...choice, itemId }, at)
  if (added.ok) {
    await prefillPostcode(partyOf(visitor), choice, at)
    return redirect(href("/cart"), 303)
  }
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

export async function holdChoice({ visitor, product, choice, at }: PostedStep) {
  if (!visitor) return data({ held: false, problem: null }, { status: 401 })
  const hold = await holdDays({ party: partyOf(visitor), product, days: choice.days, plan: choice.plan, at })
  if (hold.ok) return data({ held: true, problem: null })
  return data({ held: false, problem: holdProblemText(hold.error) }, holdResponseInit(hold.error))
}
