import { data, redirect } from "react-router"
import { z } from "zod"
import { type Party, onOwnAccount } from "../../../domain/accounts/party.ts"
import type { CarriedTyping } from "../../../domain/booking/carried-typing.ts"
import { wizardSignInForm } from "../../../server/accounts/auth/forms.ts"
import { signIn } from "../../../server/accounts/auth/sign-in.ts"
import { keepCarried } from "../../../server/bookings/keep-carried.ts"
import { accountRefusal, signingFailed } from "../../http/auth-answers.server.ts"
import { act, checkForm, handleForm, refusalOf } from "../../http/forms.server.ts"
import type { PostedForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { codePath } from "../../http/return-path.ts"
import { SHOWN_ACCOUNT } from "../../http/shown-account.ts"
import { mode } from "../kit/address-forms.ts"
import { carriedAddress, typedAddress } from "../kit/carried-address.server.ts"
import { stepPath } from "./step-address.ts"
import type { Carried, EndedSession } from "./view.ts"

/**
 * What the forms of a step answer once the session has ended: signing in on the same page, with everything that was
 * typed in the form, whose step comes back afterwards. What is sent while one types says nothing: the form will.
 */
export function answerWithoutSession(request: Request, at: Date) {
  const quietly = (nothing: { delivery: null } | null) => async () => data(nothing, { status: 401 })
  return handleForm(
    request,
    {
      quote: quietly({ delivery: null }),
      mode: quietly(null),
      "save-address": async (form: PostedForm) => askToSignIn(form, "address"),
      address: async (form: PostedForm) => askToSignIn(form, "address"),
      delivery: async (form: PostedForm) => askToSignIn(form, "delivery"),
      "sign-in": act(wizardSignInForm, (sent, form) => enter(request, form, sent, at), {
        ...signingFailed,
        failed: "Erreur lors de la connexion",
        refused: ({ errors }, { status }, form) => ended(form, carriedIn(form), errors, { status }),
      }),
    },
    {
      refused: ({ errors }, { status }, form) => ended(form ?? emptyForm, emptyCarried, errors, { status }),
    },
  )
}

const emptyForm: PostedForm = { intent: "", fields: new URLSearchParams(), files: new Map() }
const emptyCarried: Carried = { step: "address", account: null, address: null, mode: null }

function askToSignIn(form: PostedForm, step: Carried["step"]) {
  const ticked = mode.safeParse(form.fields.get("mode"))
  const carried: Carried = {
    step,
    account: form.fields.get(SHOWN_ACCOUNT),
    address: step === "address" ? typedAddress(form) : null,
    mode: step === "delivery" && ticked.success ? ticked.data : null,
  }
  return ended(form, carried, {}, { status: 401 })
}

function ended(form: PostedForm, carried: Carried, errors: FormErrors, init: { status: number; headers?: Headers }) {
  return data<EndedSession>({ ...refusalOf(form, errors), ended: carried }, init)
}

const CarriedForm = z.object({
  "etape-gardee": z.enum(["address", "delivery"]).catch("address"),
  "mode-garde": mode.nullable().catch(null),
})

function carriedIn(form: PostedForm): Carried {
  const read = checkForm(form, CarriedForm)
  if (!read.ok) return emptyCarried
  return {
    step: read.value["etape-gardee"],
    account: form.fields.get(SHOWN_ACCOUNT),
    address: carriedAddress(form),
    mode: read.value["mode-garde"],
  }
}

async function enter(request: Request, form: PostedForm, sent: z.output<typeof wizardSignInForm>, at: Date) {
  const carried = carriedIn(form)
  const path = stepPath(carried.step)
  const entered = await signIn(sent, request, at, typingOf(carried))
  if (!entered.ok) {
    const problem = entered.error
    if (problem.kind === "code-needed") return redirect(codePath(path), { status: 303, headers: problem.headers })
    const { errors, ...init } = accountRefusal(problem)
    return ended(form, carried, errors, init)
  }
  const { account, headers } = entered.value
  await keepCarried(onOwnAccount(account), typingOf(carried), at)
  return redirect(path, { status: 303, headers })
}

/** The same form from who has signed in since, in another tab say. */
export async function redirectSignedInAgain(party: Party, form: PostedForm, at: Date) {
  const carried = carriedIn(form)
  await keepCarried(party, typingOf(carried), at)
  return redirect(stepPath(carried.step), 303)
}

function typingOf({ account, address, mode: ticked }: Carried): CarriedTyping {
  return { draftOf: null, account, address, isDelivery: ticked && ticked === "delivery" }
}
