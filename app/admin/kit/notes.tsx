import { type ReactNode, useState } from "react"
import { Form } from "react-router"
import { instantLong } from "../../../domain/day-labels.ts"
import { Button } from "../../ui/button.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { FormDraft } from "../../kit/drafts/form-draft.tsx"

type NotesProps = {
  notes: readonly { id: string; at: Date; author: string; body: string }[]
  draft: string
  /** Submitting the same key twice stores one note. */
  noteKey: string
  hint: string
  fieldState: { value?: string | undefined; error?: string | undefined }
  busy: boolean
  children?: ReactNode
}

export function Notes({ notes, ...form }: NotesProps) {
  return (
    <>
      {notes.length > 0 && (
        <ul className="stack gap-2">
          {notes.map(({ id, at, author, body }) => (
            <li key={id} className="small wrap-anywhere">
              <span className="whitespace-pre-wrap">{body}</span>
              <br />
              <span className="fine soft">
                {author}, <time dateTime={at.toISOString()}>{instantLong(at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm key={notes.length} {...form} />
    </>
  )
}

function NoteForm({ draft, noteKey, hint, fieldState: { value, error }, busy, children }: Omit<NotesProps, "notes">) {
  // A refused note keeps its key, so a resubmission is still the same note.
  const [key] = useState(noteKey)
  return (
    <Form method="post" className="stack gap-2" preventScrollReset>
      <FormDraft name={draft}>
        {children}
        <input type="hidden" name="cle" value={key} />
        <RequiredNote one />
        <TextArea
          label="Ajouter une note"
          name="note"
          rows={2}
          maxLength={2000}
          hint={hint}
          defaultValue={value}
          error={error}
        />
        <div>
          <Button name="intent" value="noter" variant="secondary" size="small" busy={busy}>
            Ajouter la note
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}
