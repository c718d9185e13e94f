import { redirect } from "react-router"
import { type Account, onOwnAccount } from "../../../domain/accounts/party.ts"
import type { z } from "zod"
import { readMode, stepAfterSignIn } from "../../../domain/booking/choice.ts"
import type { wizardSignInForm, wizardSignUpForm } from "../../../server/accounts/auth/forms.ts"
import { signIn } from "../../../server/accounts/auth/sign-in.ts"
import { signUp } from "../../../server/accounts/auth/sign-up.ts"
import { keepDraftAddress } from "../../../server/bookings/draft.ts"
import { holdDays } from "../../../server/bookings/cart/hold.ts"
import { acceptedVersion } from "../../../server/shop/content/legal.ts"
import { log } from "../../../server/platform/log.ts"
import { accountRefusal } from "../../http/auth-answers.server.ts"
import { codePath } from "../../http/return-path.ts"
import { carriedAddress } from "../kit/carried-address.server.ts"
import { type Posted, goTo, refuse, stepPath } from "./answers.server.ts"

export async function enterBySigningIn(posted: Posted, sent: z.output<typeof wizardSignInForm>) {
  const { product, form, at } = posted
  const address = carriedAddress(form)
  const carried = address && { draftOf: product.id, account: null, address, isDelivery: null }
  const entered = await signIn(sent, posted.request, at, carried)
  if (entered.ok) return continueSignedIn(posted, entered.value)
  const problem = entered.error
  // The choice is in the address to come back to; its days are held then.
  if (problem.kind === "code-needed")
    return redirect(codePath(pathBack(posted)), { status: 303, headers: problem.headers })
  return refuseAccount(posted, "sign-in", problem)
}

export async function enterBySigningUp(posted: Posted, sent: z.output<typeof wizardSignUpForm>) {
  const { name, email, phone, password } = sent
  // What governs the account; the terms of sale are accepted with the order.
  const termsVersion = await acceptedVersion("terms")
  const entered = await signUp(
    { name, email, phone, password, ...(termsVersion ? { termsVersion } : {}) },
    posted.request,
  )
  return entered.ok ? continueSignedIn(posted, entered.value) : refuseAccount(posted, "sign-up", entered.error)
}

function refuseAccount(posted: Posted, form: "sign-in" | "sign-up", problem: Parameters<typeof accountRefusal>[0]) {
  const { errors, ...init } = accountRefusal(problem)
  // Anyone who has an account already is asked to sign in with it, the address filled in.
  const shown = problem.kind === "email-taken" ? "sign-in" : form
  return refuse(posted, "register", errors, { form: shown, ...init, carried: carriedAddress(posted.form) })
}

/** Signed in: the days are held from now on, and the person is back where they were. */
async function continueSignedIn(posted: Posted, { account, headers }: { account: Account; headers: Headers }) {
  const party = onOwnAccount(account)
  const { product, choice, at, form } = posted
  const carried = carriedAddress(form)
  try {
    if (carried) await keepDraftAddress(party, product.id, carried, at)
    const held = await holdDays({ party, product, days: choice.days, at })
    return held.ok ? redirect(pathBack(posted), { status: 303, headers }) : goTo(posted, "calendar", headers)
  } catch (error) {
    // Who has just signed in is signed in; the days are held at the next step.
    log.error("Error holding dates", { error })
    return goTo(posted, "calendar", headers)
  }
}

/** With what was ticked at the last step: it may never have reached the draft. */
function pathBack(posted: Posted): string {
  const values = new URL(posted.request.url).searchParams
  const step = stepAfterSignIn(values)
  return stepPath(posted, step, step === "delivery" ? (readMode(posted.form.fields) ?? readMode(values)) : null)
}
