import { randomUUID } from "node:crypto"
import { href, redirect } from "react-router"
import { type Account, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { z } from "zod"
import { readMode, readSignInPrompt, stepAfterSignIn } from "../../../domain/booking/choice.ts"
import type { wizardSignInForm, wizardSignUpForm } from "../../../server/accounts/auth/forms.ts"
import { signIn } from "../../../server/accounts/auth/sign-in.ts"
import { signUp } from "../../../server/accounts/auth/sign-up.ts"
import { autosaveDraftAddress } from "../../../server/bookings/draft.ts"
import { addToCart } from "../../../server/bookings/cart/add.ts"
import { prefillPostcode } from "../../../server/bookings/suggested-address.ts"
import { holdDays } from "../../../server/bookings/cart/hold.ts"
import { freezeCurrentVersion } from "../../../server/shop/content/legal.ts"
import { log } from "../../../server/platform/log.ts"
import { accountRefusal } from "../../http/auth-answers.server.ts"
import { codePath } from "../../http/return-path.ts"
import { carriedAddress } from "../kit/carried-address.server.ts"
import { type PostedStep, goTo, refuse, stepPath } from "./answers.server.ts"

export async function signInFromWizard(posted: PostedStep, fields: z.output<typeof wizardSignInForm>) {
  const { product, form, at } = posted
  const address = carriedAddress(form)
  const carried = address && { draftOf: product.id, account: null, address, isDelivery: null }
  const result = await signIn(fields, posted.request, at, carried)
  if (result.ok) return continueSignedIn(posted, result.value)
  const problem = result.error
  if (problem.kind === "code-needed")
    return redirect(codePath(returnPath(posted)), { status: 303, headers: problem.headers })
  return refuseAccount(posted, "sign-in", problem)
}

export async function signUpFromWizard(posted: PostedStep, fields: z.output<typeof wizardSignUpForm>) {
  const { name, email, phone, password } = fields
  // The terms of sale are accepted with the order.
  const termsVersion = await freezeCurrentVersion("terms")
  const result = await signUp(
    { name, email, phone, password, ...(termsVersion ? { termsVersion } : {}) },
    posted.request,
  )
  return result.ok ? continueSignedIn(posted, result.value) : refuseAccount(posted, "sign-up", result.error)
}

function refuseAccount(posted: PostedStep, form: "sign-in" | "sign-up", problem: Parameters<typeof accountRefusal>[0]) {
  const { errors, ...init } = accountRefusal(problem)
  const visibleForm = problem.kind === "email-taken" ? "sign-in" : form
  return refuse(posted, "register", errors, { form: visibleForm, ...init, carried: carriedAddress(posted.form) })
}

async function continueSignedIn(posted: PostedStep, { account, headers }: { account: Account; headers: Headers }) {
  const party = ownAccountParty(account)
  const { product, choice, at, form } = posted
  const carried = carriedAddress(form)
  try {
    if (carried) await autosaveDraftAddress(party, product.id, carried, at)
    if (isAddingToCart(posted)) {
      const added = await addToCart(party, product, { ...choice, itemId: choice.cartItem ?? randomUUID() }, at)
      if (added.ok) {
        await prefillPostcode(party, choice, at)
        return redirect(href("/cart"), { status: 303, headers })
      }
    }
    const hold = await holdDays({ party, product, days: choice.days, plan: choice.plan, at })
    return hold.ok ? redirect(returnPath(posted), { status: 303, headers }) : goTo(posted, "calendar", headers)
  } catch (error) {
    // The sign-in stands; the next step holds the days.
    log.error("Error holding dates", { error })
    return goTo(posted, "calendar", headers)
  }
}

function isAddingToCart({ request }: PostedStep): boolean {
  return readSignInPrompt(new URL(request.url).searchParams)?.why === "cart"
}

/** The mode ticked at the last step may never have reached the draft. */
function returnPath(posted: PostedStep): string {
  const values = new URL(posted.request.url).searchParams
  const step = stepAfterSignIn(values)
  return stepPath(posted, step, step === "delivery" ? (readMode(posted.form.fields) ?? readMode(values)) : null)
}
