import { data, redirect } from "react-router"
import { z } from "zod"
import { type Party, ownAccountParty } from "../../../domain/accounts/party.ts"
import type { CarriedDraft } from "../../../domain/booking/carried-draft.ts"
import { wizardSignInForm } from "../../../server/accounts/auth/forms.ts"
import { signIn } from "../../../server/accounts/auth/sign-in.ts"
import { restoreCarriedDraft } from "../../../server/bookings/restore-carried-draft.ts"
import { accountRefusal, signingFailed } from "../../http/auth-answers.server.ts"
import { act, checkForm, handleForm, toRefusal } from "../../http/forms.server.ts"
import { type PostedForm, emptyForm } from "../../http/posted-form.server.ts"
import type { FormErrors } from "../../http/refusal.ts"
import { codePath } from "../../http/return-path.ts"
import { VIEWED_ACCOUNT_FIELD } from "../../http/viewed-account.ts"
import { mode } from "../kit/address-forms.ts"
import { carriedAddress, typedAddress } from "../kit/carried-address.server.ts"
import { stepPath } from "./step-url.ts"
import type { CarriedStep, EndedSession } from "./view.ts"

/** Signs in on the same page and keeps what was typed; background posts get a plain 401. */
export function answerWithoutSession(request: Request, at: Date) {
  const unauthorized = (body: { delivery: null } | null) => async () => data(body, { status: 401 })
  return handleForm(
    request,
    {
      quote: unauthorized({ delivery: null }),
      mode: unauthorized(null),
      "save-address": async (form: PostedForm) => askToSignIn(form, "address"),
      address: async (form: PostedForm) => askToSignIn(form, "address"),
      delivery: async (form: PostedForm) => askToSignIn(form, "delivery"),
      "sign-in": act(wizardSignInForm, (sent, form) => signInAndContinue(request, form, sent, at), {
        ...signingFailed,
        failed: "Erreur lors de la connexion",
        refused: ({ errors }, { status }, form) => answerEndedSession(form, readCarried(form), errors, { status }),
      }),
    },
    {
      refused: ({ errors }, { status }, form) =>
        answerEndedSession(form ?? emptyForm, emptyCarried, errors, { status }),
    },
  )
}

const emptyCarried: CarriedStep = { step: "address", account: null, address: null, mode: null }

function askToSignIn(form: PostedForm, step: CarriedStep["step"]) {
  const postedMode = mode.safeParse(form.fields.get("mode"))
  const carried: CarriedStep = {
    step,
    account: form.fields.get(VIEWED_ACCOUNT_FIELD),
    address: step === "address" ? typedAddress(form) : null,
    mode: step === "delivery" && postedMode.success ? postedMode.data : null,
  }
  return answerEndedSession(form, carried, {}, { status: 401 })
}

function answerEndedSession(
  form: PostedForm,
  carried: CarriedStep,
  errors: FormErrors,
  init: { status: number; headers?: Headers },
) {
  return data<EndedSession>({ ...toRefusal(form, errors), carried }, init)
}

const CarriedForm = z.object({
  "etape-gardee": z.enum(["address", "delivery"]).catch("address"),
  "mode-garde": mode.nullable().catch(null),
})

function readCarried(form: PostedForm): CarriedStep {
  const parsed = checkForm(form, CarriedForm)
  if (!parsed.ok) return emptyCarried
  return {
    step: parsed.value["etape-gardee"],
    account: form.fields.get(VIEWED_ACCOUNT_FIELD),
    address: carriedAddress(form),
    mode: parsed.value["mode-garde"],
  }
}

async function signInAndContinue(
  request: Request,
  form: PostedForm,
  fields: z.output<typeof wizardSignInForm>,
  at: Date,
) {
  const carried = readCarried(form)
  const path = stepPath(carried.step)
  const result = await signIn(fields, request, at, toCarriedDraft(carried))
  if (!result.ok) {
    const problem = result.error
    if (problem.kind === "code-needed") return redirect(codePath(path), { status: 303, headers: problem.headers })
    const { errors, ...init } = accountRefusal(problem)
    return answerEndedSession(form, carried, errors, init)
  }
  const { account, headers } = result.value
  await restoreCarriedDraft(ownAccountParty(account), toCarriedDraft(carried), at)
  return redirect(path, { status: 303, headers })
}

/** The session may have been renewed in another tab. */
export async function resumeAfterSignIn(party: Party, form: PostedForm, at: Date) {
  const carried = readCarried(form)
  await restoreCarriedDraft(party, toCarriedDraft(carried), at)
  return redirect(stepPath(carried.step), 303)
}

function toCarriedDraft({ account, address, mode: carriedMode }: CarriedStep): CarriedDraft {
  return { draftOf: null, account, address, isDelivery: carriedMode && carriedMode === "delivery" }
}
