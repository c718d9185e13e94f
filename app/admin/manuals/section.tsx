import type { EditRefusal } from "../kit/edit-refusal.ts"
import type { ReactNode } from "react"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FileField } from "../../ui/file-field.tsx"
import type { Picture } from "../../ui/photo.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { MarkdownField } from "../kit/markdown-field.tsx"
import type { ManualSectionText } from "./view.ts"

type ManualSectionProps = {
  section: ManualSectionText
  /** From 0. */
  index: number
  preview: SafeHtml
  picture: Picture | undefined
  upload: { hint: string; accept: string }
  refusal: EditRefusal | null
  /** Ignored when left empty. */
  blank?: boolean
  acts: ReactNode
}

export function ManualSection({
  section,
  index,
  preview,
  picture,
  upload,
  refusal,
  blank = false,
  acts,
}: ManualSectionProps) {
  const { title, content, imageUrl, imageAlt } = section
  const number = index + 1
  const errorFor = (field: string) => refusal?.errors[`${field}-${index}`]
  return (
    <div className="stack gap-4">
      {acts}
      <TextField
        id={`title-${index}`}
        label={`Titre de la section ${number}`}
        name="title"
        maxLength={120}
        optional={blank}
        defaultValue={title}
        error={errorFor("title")}
      />
      <MarkdownField
        id={`content-${index}`}
        label={`Contenu de la section ${number}`}
        name="content"
        rows={4}
        defaultValue={content}
        error={errorFor("content")}
        preview={preview}
        hint="Mise en forme Markdown&nbsp;: **gras**, - liste, 1. étape."
      />
      <input type="hidden" name="image_url" value={imageUrl} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2">
        <FileField
          id={`fichier-${index}`}
          name={`fichier-${index}`}
          label={`Image de la section ${number}`}
          optional
          hint={upload.hint}
          accept={upload.accept}
          error={errorFor("fichier")}
        />
        <TextField
          id={`image_alt-${index}`}
          label={`Description de l’image ${number}`}
          name="image_alt"
          optional
          maxLength={300}
          defaultValue={imageAlt}
          hint="Ce qu’elle montre, pour qui ne la voit pas."
        />
      </div>
      {imageUrl !== "" && (
        <div className="flex flex-wrap items-center gap-4">
          <img
            className="h-32 w-auto max-w-full rounded-photo object-contain"
            src={picture?.src ?? imageUrl}
            alt={imageAlt || `Image de la section ${number}`}
          />
          <Checkbox name="sans_image" value={String(index)} label={`Retirer l’image ${number}`} />
        </div>
      )}
    </div>
  )
}
