import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Flash } from "../kit/flash.ts"
import { EditForm } from "../kit/edit-form.tsx"
import { MarkdownField } from "../kit/markdown-field.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"

type FaqEntryView = {
  id: string
  version: string
  theme: string
  question: string
  answer: string
  preview: SafeHtml
  isPublished: boolean
}

type FaqFormProps = {
  entry: FaqEntryView
  themes: readonly string[]
  flash: Flash | null
  refusal: EditRefusal | null
  listHref: string
}

export function FaqEditor({ entry, themes, flash, refusal: answer, listHref }: FaqFormProps) {
  const refusal = refusalFor(answer, "enregistrer")
  const published = refusal ? refusal.values["isPublished"] === "oui" : entry.isPublished
  return (
    <EditForm
      draft={`faq:${entry.id}`}
      label="Question"
      long
      version={entry.version}
      hidden={{ id: entry.id }}
      flash={flash}
      refusal={refusal}
      aside={
        <ButtonLink variant="quiet" to={listHref}>
          Retour à la liste
        </ButtonLink>
      }
    >
      <TextField
        label="Thème"
        maxLength={60}
        list="themes"
        autoComplete="off"
        hint="Les questions d’un même thème sont groupées."
        {...fieldProps(refusal, "theme", entry.theme)}
      />
      <datalist id="themes">
        {themes.map((theme) => (
          <option key={theme} value={theme} />
        ))}
      </datalist>
      <TextField label="Question" maxLength={200} {...fieldProps(refusal, "question", entry.question)} />
      <MarkdownField label="Réponse" {...fieldProps(refusal, "answer", entry.answer)} preview={entry.preview} />
      <Checkbox name="isPublished" value="oui" defaultChecked={published} label="Publiée sur le site" />
    </EditForm>
  )
}
