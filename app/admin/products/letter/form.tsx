import { Form, href, useNavigation } from "react-router"
import {
  LETTER_DELAY_MINUTES,
  type LetterText,
  MAX_LETTER_BODY,
  MAX_LETTER_SUBJECT,
} from "../../../../domain/correspondence/letter.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { fieldProps } from "../../kit/edit-refusal.ts"
import type { Flash } from "../../kit/flash.ts"
import { Sheet } from "../../kit/sheet.tsx"
import { useTypedPreview } from "../../kit/use-typed-preview.ts"
import type { LetterAnswer } from "./view.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"

type LetterFormProps = {
  id: string
  initialText: LetterText
  subscribers: number
  flash: Flash | null
  answer: LetterAnswer | null
}

export function LetterForm({ id, initialText, subscribers, flash, answer }: LetterFormProps) {
  const letterHref = href("/admin/products/:id/lettre", { id })
  const subject = answer?.values["objet"] ?? initialText.subject
  const body = answer?.values["texte"] ?? initialText.body
  const [updatePreview, preview] = useTypedPreview(previewHref(id, subject, body))
  const isSendingTrial = useNavigation().formData?.get("intent") === "essai"
  return (
    <>
      {answer?.needsConfirmation && (
        <SendDialog letterHref={letterHref} subscribers={subscribers} subject={subject} body={body} />
      )}
      {answer?.isStopped && (
        <Notice tone="success" title="Lettre arrêtée" live>
          Personne ne l’a reçue. Son texte est revenu ci-dessous.
        </Notice>
      )}
      {answer?.trialRecipient && (
        <Notice tone="success" title="Essai en route" live>
          Il attend son départ vers {answer.trialRecipient}. Lisez-le avant d’envoyer la lettre.
        </Notice>
      )}
      <section className="panel stack" aria-label="Votre lettre">
        <h2 className="title-card">Votre lettre</h2>
        <p>
          <strong>{readersLabel(subscribers)}</strong> {subscribers > 1 ? "la recevront" : "la recevra"}.
        </p>
        <EditForm
          draft={`product-letter:${id}`}
          intent="preparer"
          long
          version=""
          flash={flash}
          refusal={answer}
          label="Votre lettre"
          saveLabel="Préparer l’envoi"
          aside={
            <Button variant="secondary" name="intent" value="essai" busy={isSendingTrial} busyText="Envoi…">
              M’envoyer un essai
            </Button>
          }
          onInput={(form) => {
            const fields = new FormData(form)
            updatePreview(previewHref(id, String(fields.get("objet") ?? ""), String(fields.get("texte") ?? "")))
          }}
        >
          <TextField
            label="Objet"
            maxLength={MAX_LETTER_SUBJECT}
            {...fieldProps(answer, "objet", initialText.subject)}
          />
          <TextArea
            label="Texte"
            rows={8}
            maxLength={MAX_LETTER_BODY}
            hint="Caractéristiques, prix, bouton et lien de désinscription s’ajoutent seuls."
            {...fieldProps(answer, "texte", initialText.body)}
          />
        </EditForm>
      </section>
      <section className="panel stack" aria-label="Aperçu">
        <h2 className="title-card">Aperçu</h2>
        <iframe
          title="Aperçu de la lettre"
          src={preview}
          sandbox=""
          className="h-[44rem] w-full rounded-control border border-line"
        />
      </section>
    </>
  )
}

function previewHref(id: string, subject: string, body: string): string {
  return `${href("/admin/products/:id/lettre/apercu", { id })}?${new URLSearchParams({ objet: subject, texte: body })}`
}

type SendDialogProps = { letterHref: string; subscribers: number; subject: string; body: string }

function SendDialog({ letterHref, subscribers, subject, body }: SendDialogProps) {
  const sending = useNavigation().formData?.get("intent") === "envoyer"
  return (
    <Sheet
      title={`Envoyer à ${readersLabel(subscribers)}\u00A0?`}
      closeHref={letterHref}
      shape="card"
      closeLabel="Revoir"
    >
      <p className="wrap-anywhere">{subject}</p>
      <p className="soft small">
        Les envois commencent dans {LETTER_DELAY_MINUTES} minutes&nbsp;: vous pouvez encore arrêter la lettre. Ce
        produit n’en aura pas d’autre.
      </p>
      <Form method="post" action={letterHref} className="cluster" preventScrollReset>
        <input type="hidden" name="objet" value={subject} />
        <input type="hidden" name="texte" value={body} />
        <ButtonLink variant="secondary" size="small" to={letterHref} preventScrollReset>
          Revoir
        </ButtonLink>
        <Button size="small" name="intent" value="envoyer" busy={sending} busyText="Envoi…">
          Envoyer la lettre
        </Button>
      </Form>
    </Sheet>
  )
}

/** "12 personnes" */
export function readersLabel(people: number): string {
  return countLabel(people, "personne", "personnes", "Personne")
}
