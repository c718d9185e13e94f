import { Form, useNavigation } from "react-router"
import Download from "lucide-react/icons/download"
import { declineReasonLabels, declineReasons } from "../../../../../domain/quotes/state.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import { DataNote } from "../../../../kit/data-note.tsx"
import { UploadProgress } from "../../../../kit/upload-progress.tsx"
import { Button } from "../../../../ui/button.tsx"
import { CopyField } from "../../../../ui/copy-field.tsx"
import { FileField } from "../../../../ui/file-field.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { Icon } from "../../../../ui/icon.tsx"
import { SelectField } from "../../../../ui/select-field.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { CHANGE_INTENT, DECLINE_INTENT, ORDER_FIELD, ORDER_INTENT, SHOW_INTENT } from "./intents.ts"
import type { QuoteView } from "./view.ts"

export type QuoteRefusal = Refusal & { showUrl?: string }

const ways = { change: CHANGE_INTENT, order: ORDER_INTENT, decline: DECLINE_INTENT, show: SHOW_INTENT }

const changeId = "changement-texte"

type OtherWaysProps = Pick<QuoteView, "orderReceivedAt"> & { refusal: QuoteRefusal | null }

export function OtherWays({ orderReceivedAt, refusal }: OtherWaysProps) {
  const { formMethod, formData } = useNavigation()
  const busyWith = formMethod === "POST" ? formData?.get("intent") : null
  const refused = refusal?.values["intent"]
  const of = (intent: string) => (refused === intent ? refusal : null)
  return (
    <div className="quote-ways stack gap-3">
      <details className="panel quote-way" open={refused === ways.change || undefined}>
        <summary>Demander un changement</summary>
        <Form method="post" className="stack" noValidate preventScrollReset>
          <FormError
            errors={Object.values(of(ways.change)?.errors ?? {}).map((message) => ({ message, field: changeId }))}
            answer={of(ways.change)}
          />
          <TextArea
            id={changeId}
            name="words"
            label="Que voulez-vous changer&nbsp;?"
            maxLength={1000}
            error={of(ways.change)?.errors["words"]}
            defaultValue={of(ways.change)?.values["words"]}
          />
          <p>
            <Button name="intent" value={ways.change} variant="secondary" busy={busyWith === ways.change}>
              Envoyer
            </Button>
          </p>
        </Form>
      </details>
      <OrderWay
        // Empties the field once the file has arrived.
        key={orderReceivedAt?.getTime()}
        isReplacement={orderReceivedAt !== null}
        refusal={of(ways.order)}
        busy={busyWith === ways.order}
      />
      <details className="panel quote-way" open={refused === ways.decline || undefined}>
        <summary>Décliner</summary>
        <Form method="post" className="stack" noValidate preventScrollReset>
          <FormError
            errors={Object.values(of(ways.decline)?.errors ?? {}).map((message) => ({ message }))}
            answer={of(ways.decline)}
          />
          <SelectField
            name="reason"
            label="Pour quelle raison&nbsp;?"
            options={declineReasons.map((value) => ({ value, label: declineReasonLabels[value] }))}
            defaultValue={of(ways.decline)?.values["reason"]}
          />
          <TextArea
            name="words"
            label="Un mot pour nous"
            optional
            rows={2}
            maxLength={1000}
            error={of(ways.decline)?.errors["words"]}
            defaultValue={of(ways.decline)?.values["words"]}
          />
          <p>
            <Button name="intent" value={ways.decline} variant="secondary" busy={busyWith === ways.decline}>
              Décliner
            </Button>
          </p>
        </Form>
      </details>
    </div>
  )
}

type OrderWayProps = { isReplacement: boolean; refusal: QuoteRefusal | null; busy: boolean }

function OrderWay({ isReplacement, refusal, busy }: OrderWayProps) {
  const { [ORDER_FIELD]: error, ...others } = refusal?.errors ?? {}
  return (
    <details className="panel quote-way" open={refusal ? true : undefined}>
      <summary>Bon de commande signé</summary>
      <Form method="post" encType="multipart/form-data" className="stack" noValidate preventScrollReset>
        <FormError
          errors={[
            ...(error ? [{ message: error, field: ORDER_FIELD }] : []),
            ...Object.values(others).map((message) => ({ message })),
          ]}
          answer={refusal}
        />
        <p className="small">
          Pour une entreprise ou une association. Nous vous répondons&nbsp;; seule l’acceptation en ligne réserve.
        </p>
        <FileField
          id={ORDER_FIELD}
          name={ORDER_FIELD}
          label="Le fichier"
          hint="Un PDF, ou une photo nette de la page (JPG, PNG). 5&nbsp;Mo au plus."
          accept="application/pdf,image/jpeg,image/png"
          error={error}
        />
        <UploadProgress label="Envoi du bon de commande" nextLabel="Lecture du bon de commande" />
        <p>
          <Button name="intent" value={ways.order} variant="secondary" busy={busy} busyText="Envoi…">
            {isReplacement ? "Envoyer ce fichier à la place" : "Envoyer le bon de commande"}
          </Button>
        </p>
        <DataNote use="order" />
      </Form>
    </details>
  )
}

export function QuoteLinks({ pdf, refusal }: { pdf: string; refusal: QuoteRefusal | null }) {
  const refused = refusal?.values["intent"] === ways.show ? refusal : null
  return (
    <div className="stack gap-3">
      <div className="cluster">
        <a className="button button-quiet button-small" href={pdf} download>
          <Icon icon={Download} size="small" />
          Devis en PDF
        </a>
        <Form method="post" preventScrollReset>
          <Button name="intent" value={ways.show} variant="quiet" size="small">
            Montrer à quelqu’un
          </Button>
        </Form>
      </div>
      <FormError errors={Object.values(refused?.errors ?? {}).map((message) => ({ message }))} answer={refused} />
      {refusal?.showUrl && (
        <CopyField
          label="Lien à envoyer"
          name="lien"
          value={refusal.showUrl}
          hint="À lire seulement. Votre nom et votre adresse restent masqués."
          copiedText="Lien copié."
          once
        />
      )}
    </div>
  )
}
