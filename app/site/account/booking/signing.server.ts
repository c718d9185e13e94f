import { unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { redirect } from "react-router"
import { z } from "zod"
import { type Account, ownAccountParty } from "../../../../domain/accounts/party.ts"
import type { Visit } from "../../../../domain/contracts/evidence.ts"
import { MAX_NAME_LENGTH, checkSignature } from "../../../../domain/contracts/signature.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { clientAddress } from "../../../../server/platform/request/client-address.ts"
import { readBookingAccount } from "../../../../server/bookings/booking-page.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { saveHome } from "../../../../server/contracts/save-home.ts"
import { readAddressProofStatus } from "../../../../server/contracts/address-proof.ts"
import { readOwnContract } from "../../../../server/contracts/read-link.ts"
import { mailFreshLink } from "../../../../server/contracts/mail-fresh-link.ts"
import { type Signer, type SigningProblem, signContract } from "../../../../server/contracts/sign.ts"
import { CODE_MINUTES, requestSigningCode, proveByCode } from "../../../../server/contracts/signing-code.ts"
import { eventStartAct } from "../../kit/event-start-act.server.ts"
import { homeAct } from "../../kit/home-act.server.ts"
import { EVENT_START_INTENT } from "../../../http/event-start.ts"
import { OPEN_CONTRACT_INTENT } from "../../../http/open-contract.ts"
import { HOME_INTENT } from "../../../http/home-tick.ts"
import { idField, ticked } from "../../../http/form-fields.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import { MAX_SIGNED_FORM_BYTES, toSignature, signatureShape } from "../../../kit/signature/signature-form.server.ts"
import { isAddressProved } from "./signing-view.server.ts"

/** Stored as evidence of the signature. */
export function readVisit(request: Request): Visit {
  return { address: clientAddress(request), userAgent: (request.headers.get("user-agent") ?? "").slice(0, 400) }
}

export const signingForm = z.object({
  contractId: idField,
  sha256: z.string(),
  termsVersion: z.string(),
  name: z.string().max(MAX_NAME_LENGTH * 2),
  ...signatureShape,
  terms: ticked,
  early: ticked,
  loss: ticked,
  code: z.string().max(40).optional(),
  /** Which optional parts the form displayed, so that everything missing is reported at once. */
  ticks: z.string().optional(),
  proof: z.string().optional(),
})

type SigningFields = z.output<typeof signingForm>

type SigningRequest = {
  request: Request
  /** null for a link's holder. */
  account: Account | null
  signer: Signer
  findDonePath: () => Promise<string> | string
  pagePath: string
  /** null where the signer may not change it. */
  findBooking: () => Promise<Booking | null>
}

/** Mails only the booking's own address (D75). */
const freshLinkAct = (secret: string) =>
  act(
    z.object({}),
    async (_fields, form) => {
      const mailed = await mailFreshLink(secret)
      if (mailed.ok) return form.refuseWith({ linkMailed: true }, {}, { status: 200 })
      if (mailed.error.kind === "wait") return refuseThrottled(form, mailed.error)
      return form.refuse({ form: "Ce lien ne se renouvelle pas. Écrivez-nous." }, { status: 409 })
    },
    { log: "Error mailing a fresh link", failed: "Le lien n’a pas pu être envoyé. Réessayez dans un instant." },
  )

export function handleSigning({ request, account, signer, findDonePath, pagePath, findBooking }: SigningRequest) {
  const visit = readVisit(request)
  return handleForm(
    request,
    {
      code: act(signingForm, async (typed, form) => sendCode(account, typed, form, visit), {
        log: "Error sending a signing code",
        failed: "Le code n’a pas pu être envoyé. Rien n’est perdu\u00a0: réessayez dans un instant.",
      }),
      signer: act(
        signingForm,
        async (typed, form) => {
          const missing = missingFieldErrors(typed, account)
          if (Object.keys(missing).length > 0) return form.refuse(missing)
          const proofErrors = await proveAddress(account, typed, visit)
          if (proofErrors) return form.refuse(proofErrors)
          const result = await signContract(signer, toSigning(typed), visit)
          // Already signed in another tab or by a double click: treat it as success.
          if (result.ok || result.error.kind === "already-signed") return redirect(await findDonePath(), 303)
          // Consent covers one text only: ask again for another one.
          const isOtherText = result.error.kind === "replaced" || result.error.kind === "terms-changed"
          const values = isOtherText ? { terms: "", early: "", loss: "" } : {}
          return form.refuse(signingErrors(result.error), { status: responseStatus(result.error), values })
        },
        {
          log: "Error signing a contract",
          failed: "La signature n’a pas pu être enregistrée. Rien n’est perdu\u00a0: réessayez dans un instant.",
        },
      ),
      [HOME_INTENT]: homeAct(findBooking, async (home, booking) => {
        await saveHome({ party: ownAccountParty(await readBookingAccount(booking)), home, onlyIfUnknown: true })
        return redirect(pagePath, 303)
      }),
      [OPEN_CONTRACT_INTENT]: async () => {
        const booking = await findBooking()
        if (account && booking) await sendFirstCode(account, booking, visit)
        return redirect(pagePath, 303)
      },
      [EVENT_START_INTENT]: eventStartAct(findBooking, pagePath),
      "nouveau-lien": freshLinkAct(signer.by === "link" ? signer.secret : ""),
    },
    { maximumBytes: MAX_SIGNED_FORM_BYTES },
  )
}

async function sendFirstCode(account: Account, booking: Booking, visit: Visit): Promise<void> {
  const at = new Date()
  const view = await readOwnContract(account.id, booking.id, visit, at)
  if (view?.signing.kind !== "open") return
  const contractId = view.signing.contract.id
  const { proved, codeUntil } = await readAddressProofStatus(account.id, contractId, at)
  if (!proved && codeUntil === null) await requestSigningCode({ account, contractId, visit, at })
}

async function sendCode(account: Account | null, { contractId }: SigningFields, form: CheckedForm, visit: Visit) {
  if (!account) return form.refuse({ form: "Ce lien suffit pour signer\u00a0: aucun code n’est nécessaire." })
  const result = await requestSigningCode({ account, contractId, visit })
  if (result.ok) return form.refuseWith({ codeSent: true }, {}, { status: 200 })
  if (result.error.kind === "wait") return refuseThrottled(form, result.error)
  return form.refuse({ form: "Ce contrat n’attend plus de signature. Rechargez la page." }, { status: 409 })
}

/** Without a typed code, signContract reports whether one is missing. */
async function proveAddress(
  account: Account | null,
  { contractId, code = "" }: SigningFields,
  visit: Visit,
): Promise<FormErrors | null> {
  if (!account || code.trim() === "") return null
  const proved = await proveByCode({ account, contractId, code, visit })
  if (proved.ok) return null
  switch (proved.error.kind) {
    case "wrong-code":
      return {
        code:
          proved.error.left > 0
            ? `Ce n’est pas le code envoyé. Il vous reste ${proved.error.left} essai${proved.error.left > 1 ? "s" : ""}.`
            : "Ce n’est pas le code envoyé, et il ne sert plus. Demandez-en un autre.",
      }
    case "ended-code":
      // The code was used a moment ago: the proof still holds.
      return (await isAddressProved(account, contractId))
        ? null
        : { code: `Ce code ne sert plus\u00a0: il vaut ${CODE_MINUTES} minutes. Demandez-en un autre.` }
    case "not-found":
      return { form: "Ce contrat n’attend plus de signature. Rechargez la page." }
  }
}

/** Reports everything missing at once; signing checks it all again. */
export function missingFieldErrors(typed: SigningFields, account: Account | null): FormErrors {
  const { name, signature } = toSigning(typed)
  const checked = checkSignature({ name, signature })
  const signatureOnly = checkSignature({ name: "x", signature })
  return {
    ...(typed.kind === "typed" || signatureOnly.ok ? {} : signingErrors(signatureOnly.error)),
    ...(checked.ok ? {} : signingErrors(checked.error)),
    ...(account && typed.proof === "code" && (typed.code ?? "").trim() === ""
      ? signingErrors({ kind: "not-proved" })
      : {}),
    ...(typed.terms ? {} : signingErrors({ kind: "terms-not-accepted" })),
    ...(typed.ticks === "needed" && !typed.early
      ? signingErrors({ kind: "ticks-missing", missing: ["earlyPerformance"] })
      : {}),
    ...(typed.ticks === "needed" && !typed.loss
      ? signingErrors({ kind: "ticks-missing", missing: ["withdrawalLoss"] })
      : {}),
  }
}

export function toSigning({ contractId, sha256, name, terms, early, loss, termsVersion, ...typed }: SigningFields) {
  return {
    contractId,
    sha256,
    name,
    signature: toSignature({ ...typed, typed: typed.typed ?? name }),
    ticks: { terms, earlyPerformance: early, withdrawalLoss: loss },
    termsVersion: termsVersion === "" ? null : termsVersion,
  }
}

function responseStatus({ kind }: SigningProblem): number {
  return [
    "replaced",
    "overdue",
    "ended",
    "terms-changed",
    "days-taken",
    "reads-only",
    "ended-link",
    "unknown-link",
  ].includes(kind)
    ? 409
    : 422
}

const tickErrors = {
  earlyPerformance: ["early", "Cochez «\u00a0Je demande…\u00a0» pour que la location ait lieu à vos dates."],
  withdrawalLoss: ["loss", "Cochez «\u00a0Je reconnais…\u00a0» pour que la location ait lieu à vos dates."],
} as const

export function signingErrors(problem: Exclude<SigningProblem, { kind: "already-signed" }>): FormErrors {
  switch (problem.kind) {
    case "name-missing":
      return { name: "Indiquez votre nom." }
    case "name-too-long":
      return { name: `Ne dépassez pas ${MAX_NAME_LENGTH} caractères.` }
    case "name-unprintable":
      return { name: unprintableMessage(problem.text) }
    case "signature-unprintable":
      return { signature: unprintableMessage(problem.text) }
    case "signature-missing":
      return { signature: "Tapez ou dessinez votre signature." }
    case "signature-unreadable":
      return { signature: "Cette signature n’a pas pu être lue. Effacez-la et recommencez, ou tapez votre nom." }
    case "home-missing":
      return { form: "Indiquez d’abord votre adresse. Rien n’est signé." }
    case "terms-not-accepted":
      return { terms: "Cochez cette case pour signer." }
    case "ticks-missing":
      return Object.fromEntries(problem.missing.map((name) => tickErrors[name]))
    case "not-proved":
      return { code: "Saisissez le code à six chiffres reçu par e-mail." }
    case "terms-changed":
      return {
        form: "Les conditions générales viennent de changer. Rien n’est signé\u00a0: relisez ce qui change, puis signez.",
      }
    case "replaced":
      return {
        form: "Votre réservation a changé\u00a0: un nouveau contrat remplace celui-ci. Rien n’est signé\u00a0: relisez la nouvelle version, affichée ici.",
      }
    case "overdue":
      return { form: `Le délai de signature est passé depuis le ${instantLong(problem.dueAt)}. Rien n’est signé.` }
    case "ended":
      return { form: "Cette réservation a pris fin entre-temps. Rien n’est signé." }
    case "days-taken":
      return { form: "Les dates de cette modification ne sont plus libres. Rien n’est signé\u00a0: écrivez-nous." }
    case "reads-only":
    case "ended-link":
    case "unknown-link":
      return { form: "Ce lien ne sert plus à signer. Connectez-vous pour signer avec un code." }
    case "not-found":
      return { form: "Ce contrat n’existe plus. Rechargez la page." }
  }
}
