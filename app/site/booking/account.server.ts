import { redirect } from "react-router"
import { type Account, onOwnAccount } from "../../../domain/accounts/party.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { type WizardStep, readSignInAsked } from "../../../domain/booking/wizard.ts"
import { wizardSignInForm, wizardSignUpForm } from "../../../server/auth/forms.ts"
import { signIn } from "../../../server/auth/sign-in.ts"
import { signUp } from "../../../server/auth/sign-up.ts"
import { keepDraftAddress } from "../../../server/bookings/draft.ts"
import { holdDays } from "../../../server/cart/hold.ts"
import { currentTermsVersion } from "../../../server/content/legal.ts"
import { log } from "../../../server/log.ts"
import { accountRefusal, attempt } from "../../http/auth-answers.server.ts"
import { parseForm } from "../../http/forms.ts"
import { codePath } from "../../http/return-path.ts"
import { type Posted, goTo, refuse, refuseAs, stepPath } from "./answers.server.ts"
import { CarriedAddress, UnfinishedAddress } from "./forms.ts"

export async function enterBySigningIn(posted: Posted) {
  const carried = await carriedAddress(posted)
  const form = await parseForm(posted.request.clone(), wizardSignInForm)
  if (!form.ok) return refuseAs(posted, "register", "sign-in", form.refusal.data, carried)
  const { email } = form.value
  const entered = await attempt(() => signIn(form.value, posted.request))
  if (!entered)
    return refuse(
      posted,
      "register",
      { form: "Erreur lors de la connexion" },
      { form: "sign-in", values: { email }, status: 503, carried },
    )
  if (entered.ok) return goOnAs(posted, entered.value, carried)
  const problem = entered.error
  // The choice is in the address to come back to; its days are held then.
  if (problem.kind === "code-needed")
    return redirect(codePath(stepPath(posted, nextStep(posted))), { status: 303, headers: problem.headers })
  return refuseAccount(posted, "sign-in", problem, { email }, carried)
}

export async function enterBySigningUp(posted: Posted) {
  const carried = await carriedAddress(posted)
  const form = await parseForm(posted.request.clone(), wizardSignUpForm)
  if (!form.ok) return refuseAs(posted, "register", "sign-up", form.refusal.data, carried)
  const { name, email, password, terms } = form.value
  const termsVersion = await currentTermsVersion()
  const entered = await attempt(() =>
    signUp({ name, email, password, ...(termsVersion ? { termsVersion } : {}) }, posted.request),
  )
  const values = { name, email, terms }
  if (!entered)
    return refuse(
      posted,
      "register",
      { form: "Erreur lors de l'inscription" },
      { form: "sign-up", values, status: 503, carried },
    )
  if (!entered.ok) return refuseAccount(posted, "sign-up", entered.error, values, carried)
  return goOnAs(posted, entered.value, carried)
}

/** The session ended on the way: the choice and the address that was just typed are kept, and signing in is what is wanted. */
export async function signInAgain(posted: Posted) {
  const form = await parseForm(posted.request.clone(), UnfinishedAddress)
  const { typedAt: _typedAt, ...address } = form.ok ? form.value : { typedAt: null, ...nothingTyped }
  return refuse(
    posted,
    "register",
    {},
    { form: "session-ended", status: 401, carried: isEmpty(address) ? null : address },
  )
}

type Problem = Parameters<typeof accountRefusal>[0]

function refuseAccount(
  posted: Posted,
  form: string,
  problem: Problem,
  values: Record<string, string>,
  carried: BookingAddress | null,
) {
  const { errors, status, headers } = accountRefusal(problem)
  return refuse(posted, "register", errors, { form, values, status, carried, ...(headers ? { headers } : {}) })
}

/** Signed in: the days are held from now on, and the person is back where they were asked, or at the address. */
async function goOnAs(posted: Posted, entered: { account: Account; headers: Headers }, carried: BookingAddress | null) {
  const { account, headers } = entered
  const party = onOwnAccount(account)
  const { product, choice, at } = posted
  try {
    if (carried) await keepDraftAddress(party, product.id, carried, at)
    const held = await holdDays(party, product, choice.days, at)
    return goTo(posted, held.ok ? nextStep(posted) : "calendar", headers)
  } catch (error) {
    // Who has just signed in is signed in; the days are held at the next step.
    log.error("Error holding dates", { error })
    return goTo(posted, "calendar", headers)
  }
}

function nextStep({ request }: Posted): WizardStep {
  const asked = readSignInAsked(new URL(request.url).searchParams)
  return asked?.why === "cart" ? asked.back : "address"
}

async function carriedAddress({ request }: Posted): Promise<BookingAddress | null> {
  const form = await parseForm(request.clone(), CarriedAddress)
  return form.ok && !isEmpty(form.value) ? form.value : null
}

const nothingTyped: BookingAddress = { street: "", zipCode: "", city: "", instructions: "" }

function isEmpty(address: BookingAddress): boolean {
  return Object.values(address).every((part) => part === "")
}
