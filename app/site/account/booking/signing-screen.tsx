import { type ReactNode, useEffect } from "react"
import { Form, Link, href, useNavigation } from "react-router"
import Clock from "lucide-react/icons/clock-3"
import Download from "lucide-react/icons/download"
import { clockTime, dayRelativeTo, dayShort, deadlineLabel } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { consentLabels } from "../../../../domain/contracts/consent-labels.ts"
import type { InstalmentKind } from "../../../../domain/finance/payment.ts"
import { totalLabel } from "../../../../domain/finance/vat-wording.ts"
import { formatMoney, sumAmounts } from "../../../../domain/money.ts"
import { EVENT_START_INTENT } from "../../../http/event-start.ts"
import { EventStartPanel } from "../../kit/event-start-panel.tsx"
import { HomePanel } from "../../kit/home-fields.tsx"
import { Prose } from "../../../kit/prose.tsx"
import { SignatureField } from "../../../kit/signature/signature-field.tsx"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import type { SafeHtml } from "../../../../isomorphic/safe-html.ts"
import { ChangeText } from "./changes.tsx"
import type { SigningView } from "./signing-view.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"

type SigningScreenProps = { view: SigningView; refusal: (Refusal & { codeSent?: boolean }) | null }

export function SigningScreen({ view, refusal }: SigningScreenProps) {
  const { contract, number, change, dueAt, now } = view
  return (
    <div className="page wizard-page signing">
      <header className="stack gap-2">
        <p className="small soft">
          <Link to={view.back}>Réservation n°&nbsp;{number}</Link>
        </p>
        <h1 className="title-page">{change ? "Signer la modification" : "Signer le contrat"}</h1>
        {dueAt && (
          <p className="sign-until">
            <Icon icon={Clock} />
            <span>Signez avant {deadlineLabel(dueAt, now)}.</span>
          </p>
        )}
      </header>
      <Summary view={view} />
      {change && (
        <section className="panel stack" aria-labelledby="change-title">
          <h2 className="title-card" id="change-title">
            Ce qui change
          </h2>
          <p className="small soft">Le contrat déjà signé reste en vigueur jusque-là.</p>
          <ChangeText {...change} />
        </section>
      )}
      <ContractText html={contract.html} version={contract.version}>
        <p className="cluster">
          {contract.pdf && (
            <a className="button button-quiet button-small" href={contract.pdf} download>
              <Icon icon={Download} size="small" />
              PDF
            </a>
          )}
          <a className="button button-quiet button-small" href={contract.text} download>
            <Icon icon={Download} size="small" />
            Texte
          </a>
        </p>
      </ContractText>
      {view.homeQuestion && (
        <HomePanel question={view.homeQuestion} refusal={refusal}>
          <p className="small soft">Pour le contrat et la facture. Vous signez ensuite.</p>
        </HomePanel>
      )}
      {view.eventStart && (
        <details open={view.eventStart.startsAt !== null || refusal?.values["intent"] === EVENT_START_INTENT}>
          <summary>Heure de votre événement</summary>
          <EventStartPanel start={view.eventStart} refusal={refusal} />
        </details>
      )}
      <Terms terms={view.terms} />
      {!view.homeQuestion && <SigningForm view={view} refusal={refusal} />}
    </div>
  )
}

type ContractTextProps = { html: SafeHtml; version?: number; children?: ReactNode }

export function ContractText({ html, version = 1, children }: ContractTextProps) {
  return (
    <details className="contract-fold">
      <summary>Lire le contrat{version > 1 && `, version ${version}`}</summary>
      <div className="stack gap-3">
        {children}
        <div className="signing-text" tabIndex={0} role="group" aria-label="Texte du contrat">
          <Prose html={html} />
        </div>
        <p>
          <a href={`#${fieldIds["name"]}`}>Aller à la signature</a>
        </p>
      </div>
    </details>
  )
}

/** Appears when the terms have changed since the request (D59). */
function Terms({ terms: { number, changes } }: Pick<SigningView, "terms">) {
  if (number === null || changes === null || changes.added.length + changes.removed.length === 0) return null
  return (
    <Notice tone="warning" title="Les conditions générales ont changé depuis votre demande">
      <div className="stack gap-3">
        <p>
          Vous signez la version {number}. Votre demande suivait la{" "}
          <a
            href={`${href("/legal/:page", { page: "cgv" })}?version=${changes.number}`}
            target="_blank"
            rel="noreferrer"
          >
            version {changes.number}
            <span className="sr-only"> (nouvelle fenêtre)</span>
          </a>
          .
        </p>
        <details>
          <summary>Voir ce qui change</summary>
          <div className="stack gap-3 mt-3">
            {changes.added.length > 0 && <Paragraphs title="Nouveau" texts={changes.added} />}
            {changes.removed.length > 0 && <Paragraphs title="Retiré" texts={changes.removed} struck />}
          </div>
        </details>
      </div>
    </Notice>
  )
}

function Paragraphs({ title, texts, struck }: { title: string; texts: readonly string[]; struck?: boolean }) {
  return (
    <div className="stack gap-2">
      <p className="title-block">{title}</p>
      <ul className="stack gap-2 small">
        {texts.map((text) => (
          <li key={text}>{struck ? <s>{text}</s> : text}</li>
        ))}
      </ul>
    </div>
  )
}

const FORM_ID = "signature-contrat"
const CODE_FIELD = "code"
const fieldIds: Readonly<Record<string, string>> = {
  name: "nom",
  signature: "signature",
  terms: "conditions",
  early: "execution",
  loss: "perte",
  code: CODE_FIELD,
}

type SigningFormProps = Pick<SigningScreenProps, "refusal"> & {
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

/** Together with `orderLine` above the button, what the order obliges to (D39). */
export function Summary({ view: { summary } }: { view: Pick<SigningView, "summary"> }) {
  const { rentals, total, vatMode, instalments, securityDeposit } = summary
  const rows: [string, ReactNode][] = [
    ...rentals.flatMap((rental): [string, string][] => [
      ["Quoi", [rental.productName, ...rental.equipment].join(", ")],
      [rentals.length > 1 ? `Quand, ${rental.productName}` : "Quand", rental.when],
    ]),
    ["Où", placeText(summary)],
    [totalLabel(vatMode), <strong key="total">{formatMoney(total)}</strong>],
    ...instalments.map(({ kind, amount, dueOn }): [string, string] => [
      `${instalmentLabels[kind]}, ${dueOn ? dayRelativeTo(dayInParis(summary.at), dueOn) : "à la signature"}`,
      formatMoney(amount),
    ]),
    ...(securityDeposit > 0 ? [["Caution, empreinte de carte", formatMoney(securityDeposit)] as [string, string]] : []),
    ["Rétractation", withdrawalText(summary)],
  ]
  return (
    <dl className="recap sign-recap">
      {rows.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const instalmentLabels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "À régler",
}

function placeText({ isDelivery, place, warehouse }: SigningView["summary"]): string {
  if (isDelivery) return place
  return `Au dépôt${warehouse ? `, ${warehouse}` : ""}`
}

function withdrawalText({ withdrawUntil, isConsumer }: SigningView["summary"]): string {
  if (withdrawUntil) return `sans frais jusqu’au ${dayShort(withdrawUntil)}`
  return isConsumer ? "pas de délai" : "réservée aux particuliers"
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
