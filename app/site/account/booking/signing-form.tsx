import { type ReactNode, useEffect } from "react"
import { Form, href, useNavigation } from "react-router"
import { formatMoney, sumAmounts } from "../../../../domain/money.ts"
import { clockTime } from "../../../../domain/day-labels.ts"
import { consentLabels } from "../../../../domain/contracts/consent-labels.ts"
import { SignatureField } from "../../../kit/signature/signature-field.tsx"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import type { SigningView } from "./signing-view.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"

const FORM_ID = "signature-contrat"

const CODE_FIELD = "code"

export const fieldIds: Readonly<Record<string, string>> = {
  name: "nom",
  signature: "signature",
  terms: "conditions",
  early: "execution",
  loss: "perte",
  code: CODE_FIELD,
}

export type SigningRefusal = Refusal & { codeSent?: boolean }

type SigningFormProps = {
  refusal: SigningRefusal | null
  view: Pick<SigningView, "terms" | "ticksNeeded" | "proof" | "summary"> & {
    contract: Pick<SigningView["contract"], "id" | "sha256">
  }
  /** Hidden fields. */
  children?: ReactNode
}

export function SigningForm({ view, refusal, children }: SigningFormProps) {
  const { state, formMethod, formData } = useNavigation()
  const busy = state !== "idle" && formMethod === "POST"
  const intent = formData?.get("intent")
  const errors = refusal?.errors ?? {}
  const values = refusal?.values ?? {}
  const { contract, terms, ticksNeeded, proof } = view
  return (
    <>
      {/* Another contract or terms version resets the form, so no tick carries over. */}
      <Form
        key={`${contract.id} ${contract.sha256} ${terms.version}`}
        id={FORM_ID}
        method="post"
        className="stack gap-5"
        aria-label="Votre signature"
        noValidate
        preventScrollReset
      >
        {/* The first submit button, so that Enter signs instead of sending a code. */}
        <button type="submit" name="intent" value="signer" className="sr-only" tabIndex={-1} aria-hidden="true" />
        <FormError
          errors={Object.entries(errors).map(([field, message]) => {
            const id = fieldIds[field]
            return id ? { message, field: id } : { message }
          })}
          answer={refusal}
        />
        {children}
        <input type="hidden" name="contractId" value={contract.id} />
        <input type="hidden" name="sha256" value={contract.sha256} />
        <input type="hidden" name="termsVersion" value={terms.version ?? ""} />
        {ticksNeeded && <input type="hidden" name="ticks" value="needed" />}
        {proof.by === "code" && !proof.proved && <input type="hidden" name="proof" value="code" />}
        <RequiredNote />
        <TextField
          id={fieldIds["name"]}
          name="name"
          label="Votre nom, pour signature"
          autoComplete="name"
          defaultValue={values["name"] ?? ""}
          error={errors["name"]}
        />
        <SignatureField id="signature" values={values} error={errors["signature"]} />
        {proof.by === "code" && (
          <CodeField
            proof={proof}
            error={errors["code"]}
            value={values["code"] ?? ""}
            sending={busy && intent === "code"}
            justSent={refusal?.codeSent === true}
          />
        )}
        <Checkbox
          id={fieldIds["terms"]}
          name="terms"
          value="oui"
          required
          defaultChecked={values["terms"] === "oui"}
          error={errors["terms"]}
          label={consentLabels.terms}
          hint={
            <a href={href("/legal/:page", { page: "cgv" })} target="_blank" rel="noreferrer">
              Lire les conditions{terms.number !== null && `, version ${terms.number}`}
              <span className="sr-only"> (nouvelle fenêtre)</span>
            </a>
          }
        />
        {ticksNeeded && <EarlyPerformance errors={errors} values={values} />}
        <DataNote use="signature" />
      </Form>
      <div className="sign-bar">
        <p className="small">{orderLine(view.summary)}</p>
        <Button
          form={FORM_ID}
          name="intent"
          value="signer"
          wide
          busy={busy && intent !== "code"}
          busyText="Signature en cours…"
        >
          Signer, commande avec obligation de paiement
        </Button>
      </div>
    </>
  )
}

type CodeFieldProps = {
  proof: Extract<SigningView["proof"], { by: "code" }>
  error: string | undefined
  value: string
  sending: boolean
  justSent: boolean
}

/** Proves the e-mail address (D56). Shares the signing form, so that requesting a code loses nothing typed. */
function CodeField({ proof, error, value, sending, justSent }: CodeFieldProps) {
  const codeUntil = proof.proved ? null : proof.codeUntil?.getTime()
  useEffect(() => {
    if (justSent) document.getElementById(CODE_FIELD)?.focus()
  }, [justSent, codeUntil])
  if (proof.proved) return <Notice tone="success">Votre adresse {proof.email} est vérifiée.</Notice>
  const sent = proof.codeUntil !== null
  return (
    <div className="stack gap-3">
      {justSent && (
        <Notice tone="success" live>
          Un code pour {proof.email} est en attente d’envoi.
        </Notice>
      )}
      <div className="code-row">
        <TextField
          id={CODE_FIELD}
          name="code"
          label="Code reçu par e-mail"
          hint={
            proof.codeUntil
              ? `Six chiffres, valables jusqu’à ${clockTime(proof.codeUntil)}.`
              : `Pour vérifier que ${proof.email} est à vous.`
          }
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          defaultValue={value}
          error={error}
        />
        <Button variant="secondary" name="intent" value="code" busy={sending} busyText="Envoi…">
          {sent ? "Renvoyer un code" : "Recevoir un code"}
        </Button>
      </div>
    </div>
  )
}

function EarlyPerformance({ errors, values }: { errors: Refusal["errors"]; values: Refusal["values"] }) {
  return (
    <fieldset className="field gap-3">
      <legend className="field-label">Votre événement est proche</legend>
      <Checkbox
        id={fieldIds["early"]}
        name="early"
        value="oui"
        required
        defaultChecked={values["early"] === "oui"}
        error={errors["early"]}
        label={consentLabels.earlyPerformance}
      />
      <Checkbox
        id={fieldIds["loss"]}
        name="loss"
        value="oui"
        required
        defaultChecked={values["loss"] === "oui"}
        error={errors["loss"]}
        label={consentLabels.withdrawalLoss}
      />
    </fieldset>
  )
}

function orderLine({ rentals, total, instalments }: SigningView["summary"]): ReactNode {
  const now = sumAmounts(instalments.filter(({ dueOn }) => dueOn === null))
  return (
    <>
      {rentals.map(({ productName }) => productName).join(", ")}&nbsp;: <b>{formatMoney(total)}</b>, dont{" "}
      <b>{formatMoney(now)}</b> maintenant
    </>
  )
}
