import type { IncomingMessage, ServerResponse } from "node:http"
import { framedVisitorOf } from "./auth/framed-visitor.ts"
import { isDueForRenewal } from "./auth/sessions.ts"
import { type Visitor, readVisitorOf } from "./auth/visitor.ts"
import { countPageAnswer } from "./health/page-answers.ts"
import type { KeptAnswers, Fillable, OwnWish } from "./kept/kept-answers.ts"
import { type OwnValues, type Shape, plainly } from "./kept/marks.ts"
import { currentRequestId, log, nameRoute } from "./log.ts"
import { sendBody } from "./page-answer.ts"
import { newNonce } from "./security.ts"
import { isUnavailable } from "./unavailable.ts"

type Person = { shape: Shape; values: OwnValues; held: Visitor["cart"]["held"] }

/**
 * Answers somebody who is signed in with a page that was rendered once for all of their shape, their own values filled in
 * (decision 77): session, person and cart are read for each request. False, and nothing is sent, where their page has to
 * be rendered for them. `countView` counts the page of anyone but an administrator.
 */
export function filledPages(kept: KeptAnswers, countView: (request: IncomingMessage, wish: OwnWish) => void) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<boolean> => {
    const wish = kept.ownWishOf(request)
    if (!wish) return false
    try {
      const filled = await fillFor(kept, wish)
      if (!filled || response.destroyed) return filled !== null
      nameRoute(wish.address.page.pattern)
      await sendBody(request, response, { status: 200, ...filled })
      countPageAnswer("filled")
      if (!filled.isAdmin) countView(request, wish)
      return true
    } catch (error) {
      // A database that is away is told by whoever asks it next.
      if (!isUnavailable(error)) log.error("A page could not be filled in", { error })
      return response.headersSent
    }
  }
}

async function fillFor(kept: KeptAnswers, wish: OwnWish) {
  const before = await personOf(wish)
  if (!before) return null
  const found = kept.findFillable(wish, before.shape)
  if (found) return filled(found, before)
  const made = await kept.makeFillable(wish, before.shape)
  // Whoever has waited for it may have signed out meanwhile.
  const person = made && (await personOf(wish))
  return person && isAlike(person.shape, before.shape) ? filled(made, person) : null
}

/** Null for nobody, and for anyone whose page says more than such values. */
async function personOf({ signedIn }: OwnWish): Promise<Person | null> {
  const at = new Date()
  const visitor = await readVisitorOf(signedIn.session, { at, renew: false })
  // The ordinary way renews it.
  if (!visitor || isDueForRenewal(visitor.session, at)) return null
  const own = plainly(framedVisitorOf(visitor, at))
  if (!own) return null
  const { shape, values } = own
  return {
    shape,
    values: { ...values, requestId: currentRequestId() ?? "", nonce: newNonce() },
    held: visitor.cart.held,
  }
}

/** What they hold is free for them: a page that takes it for taken is not theirs. */
function filled({ template, taken }: Fillable, { values, shape, held }: Person) {
  const isTheirs = taken === undefined || held.every((product) => taken !== null && product !== taken)
  return isTheirs
    ? { headers: template.headersFor(values), body: template.pageOf(values), isAdmin: shape.isAdmin }
    : null
}

function isAlike(one: Shape, other: Shape): boolean {
  return one.isAdmin === other.isAdmin && one.phoneMissing === other.phoneMissing && one.hasCart === other.hasCart
}
