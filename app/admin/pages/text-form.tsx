import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { Flash } from "../kit/flash.ts"
import { EditForm } from "../kit/edit-form.tsx"
import { MarkdownField } from "../kit/markdown-field.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"

export type PageTextView = {
  title: string
  content: string
  cloudWithout: string
  version: string
  preview: SafeHtml
}

/** In characters. */
export const MAX_CLOUD_WITHOUT = 2_000

type PageTextFormProps = {
  page: "services" | "about"
  label: string
  text: PageTextView
  flash: Flash | null
  refusal: EditRefusal | null
}

export function PageTextForm({ page, label, text, flash, refusal: answer }: PageTextFormProps) {
  const refusal = refusalFor(answer, "enregistrer")
  return (
    <EditForm draft={`page-text:${page}`} label={label} long version={text.version} flash={flash} refusal={refusal}>
      <TextField label="Titre" maxLength={120} {...fieldProps(refusal, "title", text.title)} />
      <MarkdownField label="Contenu" {...fieldProps(refusal, "content", text.content)} preview={text.preview} />
      {page === "about" && (
        <TextArea
          label="Mots absents du nuage"
          optional
          rows={3}
          maxLength={MAX_CLOUD_WITHOUT}
          hint={
            "À laisser hors du nuage «\u00a0Notre ADN en quelques mots\u00a0», séparés par des espaces ou des virgules."
          }
          {...fieldProps(refusal, "cloudWithout", text.cloudWithout)}
        />
      )}
    </EditForm>
  )
}
