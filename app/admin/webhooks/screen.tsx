import { Form, Link, href, useNavigation } from "react-router"
import { instantLong } from "../../../domain/day-labels.ts"
import {
  MAX_WEBHOOK_URL,
  TRIAL_KIND,
  type WebhookFailure,
  webhookFailures,
  webhookKindLabels,
  webhookKinds,
} from "../../../domain/webhooks/kinds.ts"
import { type Refusal, errorItems, submittedValues } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { CopyField } from "../../ui/copy-field.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { Tag } from "../../ui/tag.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"
import { RowActions } from "../kit/row-actions.tsx"
import { screens } from "../kit/screens.ts"

export type WebhookLine = {
  id: string
  url: string
  summary: string
  failingSince: Date | null
  stoppedAt: Date | null
}

export type MessageLine = {
  id: string
  host: string
  isStopped: boolean
  kind: string
  /** The booking's number; null for a trial. */
  number: number | null
  at: Date
  state: "waiting" | "delivered" | "given-up"
  tries: number
  nextAt: Date
  triedAt: Date | null
  status: number | null
  answer: string | null
  failure: WebhookFailure | null
}

type WebhooksScreenProps = {
  title: string
  webhooks: readonly WebhookLine[]
  messages: readonly MessageLine[]
  flash: Flash | null
  answer: Refusal | { secret: string } | null
}

export function WebhooksScreen({ title, webhooks, messages, flash, answer }: WebhooksScreenProps) {
  const refusal = answer && "errors" in answer ? answer : null
  const secret = answer && "secret" in answer ? answer.secret : null
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft small">
          Un webhook avertit un autre programme de ce qui arrive à une réservation, sans rien dire du client. Le
          programme lit le reste par une <Link to={screens.apiKeys.to}>clé d’API</Link>.
        </p>
      </header>
      <FlashMessage flash={flash} />
      {secret && (
        <Notice key={secret} tone="success" title="Le secret est prêt" live>
          <div className="stack gap-3">
            <p>Copiez-le maintenant&nbsp;: il ne sera plus affiché. Le précédent signe encore un jour.</p>
            <CopyField label="Secret de signature" name="secret" value={secret} copiedText="Secret copié" once />
          </div>
        </Notice>
      )}
      <section className="panel stack" aria-labelledby="adresses">
        <h2 className="title-block" id="adresses">
          Adresses averties
        </h2>
        {webhooks.length === 0 ? (
          <p className="soft">Aucune adresse n’est avertie.</p>
        ) : (
          <ul className="stack">
            {webhooks.map((webhook) => (
              <Webhook key={webhook.id} {...webhook} />
            ))}
          </ul>
        )}
      </section>
      {webhooks.length === 0 && <NewWebhook refusal={refusal} />}
      <section className="panel stack" aria-labelledby="messages">
        <h2 className="title-block" id="messages">
          Derniers messages
        </h2>
        <p className="small soft">Sans réponse, un message repart pendant trois jours.</p>
        {messages.length === 0 ? (
          <p className="soft">Aucun message pour l’instant.</p>
        ) : (
          <ul className="stack">
            {messages.map((message) => (
              <Message key={message.id} {...message} />
            ))}
          </ul>
        )}
      </section>
      {webhooks.length > 0 && <NewWebhook key={webhooks.length} refusal={refusal} />}
      <section className="panel stack" aria-labelledby="programmes">
        <h2 className="title-block" id="programmes">
          Pour qui écrit le programme
        </h2>
        <p>
          Les messages sont des POST en JSON, signés selon{" "}
          <a href="https://www.standardwebhooks.com/" rel="noopener">
            Standard Webhooks
          </a>{" "}
          (webhook-id, webhook-timestamp, webhook-signature). Répondez 2xx en moins de dix secondes&nbsp;; un message
          peut arriver deux fois, sous le même webhook-id.
        </p>
        <p className="wrap-anywhere">
          Le champ «&nbsp;type&nbsp;» vaut <code>{webhookKinds.join(", ")}</code>, ou <code>{TRIAL_KIND}</code> pour un
          essai.
        </p>
      </section>
    </>
  )
}

function Webhook({ id, url, summary, failingSince, stoppedAt }: WebhookLine) {
  const buttons = [
    stoppedAt ? { intent: "reprendre", label: "Reprendre" } : { intent: "essayer", label: "Envoyer un essai" },
    { intent: "renouveler", label: "Renouveler le secret" },
    { intent: "retirer", label: "Retirer" },
  ]
  return (
    <li className="stack gap-2">
      <p className="wrap-anywhere">
        <b>{url}</b>
      </p>
      <p className="small soft">{summary}</p>
      {stoppedAt ? (
        <p className="small">
          <Tag tone="late">Arrêté</Tag> Depuis le {instantLong(stoppedAt)}&nbsp;: rien n’a été reçu pendant trois jours,
          ou le programme a répondu qu’il n’existe plus.
        </p>
      ) : (
        failingSince && (
          <p className="small">
            <Tag tone="late">En panne</Tag> Depuis le {instantLong(failingSince)}. Les messages attendent.
          </p>
        )
      )}
      <RowActions
        field="webhook"
        id={id}
        actions={buttons.map((button) => ({ ...button, name: `${button.label}\u00a0: ${url}` }))}
      />
    </li>
  )
}

function Message({ id, host, isStopped, kind, number, at, state, answer, ...attempt }: MessageLine) {
  const kindLabel = kind === TRIAL_KIND ? "Essai" : (webhookKindLabels[kind as keyof typeof webhookKindLabels] ?? kind)
  return (
    <li className="cluster between">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <b>{kindLabel}</b>
          <span className="soft">
            {number !== null && (
              <>
                , <Link to={href("/admin/bookings/:number", { number: String(number) })}>réservation {number}</Link>
              </>
            )}
            , {host}, le {instantLong(at)}
          </span>
        </p>
        <p className="small">
          <MessageState state={state} {...attempt} />
        </p>
        {answer && (
          <details className="small">
            <summary>Réponse reçue</summary>
            <pre className="whitespace-pre-wrap wrap-anywhere">{answer}</pre>
          </details>
        )}
      </div>
      {state !== "waiting" && !isStopped && (
        <RowActions
          field="message"
          id={id}
          actions={[
            {
              intent: "renvoyer",
              label: "Renvoyer",
              name: `Renvoyer\u00a0: ${kindLabel}${number === null ? "" : `, réservation ${number}`}, le ${instantLong(at)}`,
            },
          ]}
        />
      )}
    </li>
  )
}

function MessageState({
  state,
  tries,
  nextAt,
  triedAt,
  status,
  failure,
}: Pick<MessageLine, "state" | "tries" | "nextAt" | "triedAt" | "status" | "failure">) {
  if (state === "delivered" && triedAt) return `Reçu le ${instantLong(triedAt)} (réponse ${status})`
  const reason = failure ? webhookFailures[failure] : status === null ? null : `réponse ${status}`
  const count = tries > 1 ? `${tries} essais` : "un essai"
  if (state === "given-up")
    return (
      <>
        <Tag tone="late">Abandonné</Tag> {tries > 0 ? `Après ${count}` : "Sans essai"}
        {reason && `\u00a0: ${reason}`}
      </>
    )
  return tries === 0 || reason === null
    ? "À l’envoi"
    : `${count}\u00a0: ${reason}. Le prochain, le ${instantLong(nextAt)}`
}

function NewWebhook({ refusal }: { refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const { errors = {}, values = {} } = refusal ?? {}
  const ticked = refusal ? submittedValues(refusal, "kinds") : webhookKinds
  return (
    <Form method="post" className="panel stack" aria-labelledby="nouveau-webhook" preventScrollReset>
      <h2 className="title-block" id="nouveau-webhook">
        Avertir une adresse
      </h2>
      <FormError errors={errorItems(errors)} answer={refusal} />
      <RequiredNote />
      <input type="hidden" name="intent" value="ajouter" />
      <TextField
        label="Adresse à appeler"
        id="url"
        name="url"
        type="url"
        inputMode="url"
        maxLength={MAX_WEBHOOK_URL}
        autoComplete="off"
        placeholder="https://exemple.fr/webhooks"
        hint="Celle que l’autre programme vous donne, en https."
        defaultValue={values["url"] ?? ""}
        error={errors["url"]}
      />
      <fieldset className="grid gap-2 md:grid-cols-2" id="kinds" tabIndex={-1}>
        <legend className="field-label">Événements</legend>
        {webhookKinds.map((kind) => (
          <Checkbox
            key={kind}
            name="kinds"
            value={kind}
            label={webhookKindLabels[kind]}
            defaultChecked={ticked.includes(kind)}
          />
        ))}
      </fieldset>
      <div className="save-bar">
        <Button busy={state !== "idle" && formData?.get("intent") === "ajouter"}>Ajouter le webhook</Button>
      </div>
    </Form>
  )
}
