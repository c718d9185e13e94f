import type { EditableMail } from "../../../../../server/outside/mails/edit-sentences.ts"
import { Form, Link, useNavigation, href } from "react-router"
import { MAX_SENTENCE_LENGTH, sentenceFields } from "../../../../../domain/correspondence/sentences.ts"
import { Button } from "../../../../ui/button.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { TextField } from "../../../../ui/text-field.tsx"
import { EditForm } from "../../../kit/edit-form.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../../../kit/edit-refusal.ts"
import type { Flash } from "../../../kit/flash.ts"
import { FlashMessage } from "../../../kit/flash-message.tsx"
import { useTypedPreview } from "../../../kit/use-typed-preview.ts"
import { sentenceLabels } from "./sentence-labels.ts"

export type TemplateView = {
  template: string
  name: string
  /** null when nothing in it can be edited. */
  editable: EditableMail | null
  /** The version that the form was loaded with. */
  loadedVersion: string
  subject: string
  text: string
  files: readonly string[]
  flash: Flash | null
}

export function TemplateScreen({ view, refusal }: { view: TemplateView; refusal: EditRefusal | null }) {
  const { template, name, editable, loadedVersion, subject, text, files, flash } = view
  const savedPreviewUrl = `${href("/admin/mails/modeles/:template/apercu", { template })}?v=${editable?.version ?? 0}`
  const [updatePreview, preview] = useTypedPreview(savedPreviewUrl)
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/mails/modeles")} className="link-alone small">
          Modèles d’e-mails
        </Link>
        <h1 className="title-page">{name}</h1>
      </header>
      <FlashMessage flash={flash} />
      {editable ? (
        <SentencesForm
          template={template}
          editable={editable}
          loadedVersion={loadedVersion}
          flash={flash}
          refusal={refusal}
          onInput={(form) => updatePreview(`${savedPreviewUrl}&${sentencesQuery(form)}`)}
        />
      ) : (
        <p className="soft">
          Cet e-mail n’a pas de phrase à modifier&nbsp;: ses mots sont ceux que vous écrivez au moment de l’envoyer.
        </p>
      )}
      <section className="panel stack" aria-label="Aperçu">
        <h2 className="title-card">Aperçu, avec un exemple</h2>
        <p className="small soft wrap-anywhere">
          Objet&nbsp;: {subject}
          {files.length > 0 && (
            <>
              <br />
              Joint&nbsp;: {files.join(", ")}
            </>
          )}
        </p>
        <iframe
          title={`Aperçu de l’e-mail ${name}`}
          src={preview}
          sandbox=""
          className="h-[44rem] w-full rounded-control border border-line"
        />
        <details className="small">
          <summary>En texte seul</summary>
          <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
        </details>
      </section>
    </>
  )
}

type SentencesFormProps = {
  template: string
  editable: EditableMail
  loadedVersion: string
  flash: Flash | null
  refusal: EditRefusal | null
  onInput: (form: HTMLFormElement) => void
}

function SentencesForm({ template, editable, loadedVersion, flash, refusal: answer, onInput }: SentencesFormProps) {
  const { sentences, defaults, version, placeholders } = editable
  const refusal = refusalFor(answer, "enregistrer")
  const resetting = useNavigation().formData?.get("intent") === "reprendre"
  return (
    <section className="panel stack" aria-label="Vos phrases">
      <h2 className="title-card">Vos phrases</h2>
      <EditForm
        draft={`mail-sentences:${template}`}
        version={loadedVersion}
        flash={flash}
        refusal={refusal}
        label="Vos phrases"
        long
        onInput={onInput}
      >
        <TextField
          label={sentenceLabels.subject}
          maxLength={MAX_SENTENCE_LENGTH.subject}
          {...fieldProps(refusal, "subject", sentences.subject)}
        />
        <TextField
          label={sentenceLabels.greeting}
          optional
          maxLength={MAX_SENTENCE_LENGTH.greeting}
          {...fieldProps(refusal, "greeting", sentences.greeting)}
        />
        <TextArea
          label={sentenceLabels.intro}
          optional
          rows={4}
          maxLength={MAX_SENTENCE_LENGTH.intro}
          hint="Une ligne vide commence un paragraphe."
          {...fieldProps(refusal, "intro", sentences.intro)}
        />
        <TextArea
          label={sentenceLabels.closing}
          optional
          rows={3}
          maxLength={MAX_SENTENCE_LENGTH.closing}
          {...fieldProps(refusal, "closing", sentences.closing)}
        />
        <details className="small" open>
          <summary>Mots entre accolades, et ce qu’ils disent dans l’exemple</summary>
          <ul className="stack gap-1">
            {placeholders.map(({ name, example }) => (
              <li key={name} className="wrap-anywhere">
                <code>{`{${name}}`}</code> <span className="soft">{example}</span>
              </li>
            ))}
          </ul>
        </details>
      </EditForm>
      {version > 0 && (
        <details className="small">
          <summary>Reprendre les phrases d’origine</summary>
          <div className="stack gap-2">
            {sentenceFields.map((field) => (
              <p key={field} className="wrap-anywhere whitespace-pre-wrap">
                <strong>{sentenceLabels[field]}</strong> {defaults[field] || "(rien)"}
              </p>
            ))}
            <Form method="post" preventScrollReset>
              <input type="hidden" name="vu" value={version} />
              <Button variant="secondary" name="intent" value="reprendre" busy={resetting}>
                Reprendre ces phrases
              </Button>
            </Form>
          </div>
        </details>
      )}
    </section>
  )
}

function sentencesQuery(form: HTMLFormElement): string {
  const typed = new FormData(form)
  return new URLSearchParams(sentenceFields.map((field) => [field, String(typed.get(field) ?? "")])).toString()
}
