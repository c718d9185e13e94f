import { type ReactNode, useEffect } from "react"
import { Form, Link, href, useNavigation } from "react-router"
import Download from "lucide-react/icons/download"
import { clockTime, dayLong, dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { consentLabels } from "../../../../domain/contracts/consent-labels.ts"
import { SECURITY_DEPOSIT_TERMS } from "../../../../domain/finance/security-deposit.ts"
import { totalLabel } from "../../../../domain/finance/vat-wording.ts"
import { formatMoney } from "../../../../domain/money.ts"
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
import { Countdown } from "./countdown.tsx"
import { ChangeText } from "./screen.tsx"
import type { SigningView } from "./signing-view.ts"
import { RequiredNote } from "../../../ui/required-note.tsx"

type SigningScreenProps = { view: SigningView; refusal: (Refusal & { codeSent?: boolean }) | null }

export function SigningScreen({ view, refusal }: SigningScreenProps) {
  const { contract, number, change, dueAt, sentAt, now } = view
  return (
    <div className="page wizard-page signing">
      <header className="stack gap-2">
        <p className="small soft">
          <Link to={view.back}>Réservation n°&nbsp;{number}</Link>
        </p>
        <h1 className="title-page">{change ? "Signer la modification" : "Signer le contrat"}</h1>
        {dueAt && <p className="lead soft">À signer avant le {instantLong(dueAt)}.</p>}
      </header>
      {dueAt && sentAt && (
        <div className="next-action on-night signing-clock">
          <Countdown since={sentAt} until={dueAt} now={now} />
        </div>
      )}
      {change && (
        <section className="panel stack" aria-labelledby="change-title">
          <h2 className="title-card" id="change-title">
            Ce qui change
          </h2>
          <p className="small soft">Le contrat que vous avez signé reste en vigueur tant que celui-ci ne l’est pas.</p>
          <ChangeText {...change} />
        </section>
      )}
      {view.homeQuestion && (
        <HomePanel question={view.homeQuestion} refusal={refusal}>
          <p className="small soft">Pour le contrat et la facture. Vous signez ensuite.</p>
        </HomePanel>
      )}
      {view.eventStart && <EventStartPanel start={view.eventStart} refusal={refusal} />}
      <section className="stack" aria-labelledby="text-title">
        <div className="cluster between">
          <h2 className="title-section" id="text-title">
            Le contrat{contract.version > 1 && `, version ${contract.version}`}
          </h2>
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
        </div>
        <div className="signing-text" tabIndex={0} role="group" aria-label="Texte du contrat">
          <Prose html={contract.html} />
        </div>
      </section>
      <Terms terms={view.terms} />
      {!view.homeQuestion && <SigningForm view={view} refusal={refusal} />}
    </div>
  )
}

/** Appears when the terms have changed since the request (D59). */
function Terms({ terms: { number, changes } }: Pick<SigningView, "terms">) {
  if (number === null || changes === null || changes.added.length + changes.removed.length === 0) return null
  return (
    <Notice tone="warning" title="Les conditions générales ont changé depuis votre demande">
      <div className="stack gap-3">
        <p>
          Vous signez avec la version {number}. Votre demande était faite avec la{" "}
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
  view: Pick<SigningView, "terms" | "ticksNeeded" | "proof" | "name" | "summary"> & {
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
    // Another contract or terms version resets the form, so no tick carries over.
    <Form
      key={`${contract.id} ${contract.sha256} ${terms.version}`}
      method="post"
      className="panel stack gap-5"
      aria-labelledby="sign-title"
      noValidate
      preventScrollReset
    >
      {/* The first submit button, so that Enter signs instead of sending a code. */}
      <button type="submit" name="intent" value="signer" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <h2 className="title-section" id="sign-title">
        Votre signature
      </h2>
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
        label="Nom et prénom du signataire"
        autoComplete="name"
        defaultValue={values["name"] ?? view.name}
        error={errors["name"]}
      />
      <SignatureField
        id="signature"
        typedLabel="Votre nom, pour signature"
        values={values}
        error={errors["signature"]}
      />
      {proof.by === "code" && (
        <CodeField
          proof={proof}
          error={errors["code"]}
          value={values["code"] ?? ""}
          sending={busy && intent === "code"}
          justSent={refusal?.codeSent === true}
        />
      )}
      <Summary view={view} />
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
            Lire les conditions générales de vente{terms.number !== null && `, version ${terms.number}`}
            <span className="sr-only"> (nouvelle fenêtre)</span>
          </a>
        }
      />
      {ticksNeeded && <EarlyPerformance errors={errors} values={values} />}
      <div className="stack gap-2">
        <Button name="intent" value="signer" wide busy={busy && intent !== "code"} busyText="Signature en cours…">
          Signer, commande avec obligation de paiement
        </Button>
        <DataNote use="signature" />
      </div>
    </Form>
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
          Un code pour {proof.email} attend son départ. Il arrive en général en quelques instants.
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
              : `Pour vérifier que ${proof.email} est bien à vous.`
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

/** Must stand directly above the button that obliges to pay (D39). */
function Summary({ view: { summary } }: { view: Pick<SigningView, "summary"> }) {
  const {
    rentals,
    isDelivery,
    place,
    clientAddress,
    warehouse,
    total,
    vatMode,
    instalments,
    securityDeposit,
    withdrawUntil,
  } = summary
  const now = instalments.filter(({ dueOn }) => dueOn === null)
  const later = instalments.filter(({ dueOn }) => dueOn !== null)
  const where: [string, string][] = isDelivery
    ? [
        ["Livraison et reprise", place],
        ["Votre adresse", clientAddress ?? ""],
      ]
    : [
        ["Retrait et retour", `Au dépôt${warehouse ? `, ${warehouse}` : ""}, gratuit`],
        ["Adresse de facturation", clientAddress ?? place],
      ]
  const rows: [string, ReactNode][] = [
    ...rentals.flatMap((rental): [string, string][] => [
      ["Matériel", [rental.productName, ...rental.equipment].join(", ")],
      [rentals.length > 1 ? `Dates, ${rental.productName}` : "Dates", rental.when],
    ]),
    ...where,
    [totalLabel(vatMode), <strong key="total">{formatMoney(total)}</strong>],
    ["À payer maintenant", now.length > 0 ? now.map(({ amount }) => formatMoney(amount)).join(", ") : "rien"],
    [
      "À payer plus tard",
      later.length > 0
        ? later
            .map(({ amount, dueOn }) => `${formatMoney(amount)}${dueOn ? ` au plus tard le ${dayMedium(dueOn)}` : ""}`)
            .join(", ")
        : "rien",
    ],
    ["Caution", securityDeposit > 0 ? `${formatMoney(securityDeposit)}, ${SECURITY_DEPOSIT_TERMS}` : "aucune"],
    [
      "Rétractation",
      withdrawUntil
        ? `sans motif, jusqu’au ${dayLong(withdrawUntil)} inclus`
        : summary.isConsumer
          ? "pas de délai de rétractation"
          : "réservée aux consommateurs",
    ],
  ]
  return (
    <dl className="recap">
      {rows.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function EarlyPerformance({ errors, values }: { errors: Refusal["errors"]; values: Refusal["values"] }) {
  return (
    <fieldset className="field gap-3">
      <legend className="field-label">La location a lieu pendant le délai de rétractation</legend>
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
