import type { CustomerNote } from "../../../../server/customers/notes.ts"
import { useState } from "react"
import { Form } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { Button } from "../../../ui/button.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { useSending } from "../../kit/use-sending.ts"

type PersonNotesProps = { id: string; notes: readonly CustomerNote[]; noteKey: string; refusal: Refusal | null }

/** What administrators wrote down about somebody, and a place to write more. */
export function PersonNotes({ id, notes, noteKey, refusal }: PersonNotesProps) {
  return (
    <section className="panel stack" aria-labelledby="notes">
      <h2 className="title-card" id="notes">
        Notes
      </h2>
      {notes.length > 0 && (
        <ul className="stack gap-2">
          {notes.map((note) => (
            <li key={note.id} className="small wrap-anywhere">
              <span className="whitespace-pre-wrap">{note.body}</span>
              <br />
              <span className="fine soft">
                {note.author}, <time dateTime={note.at.toISOString()}>{instantLong(note.at)}</time>
              </span>
            </li>
          ))}
        </ul>
      )}
      <NoteForm key={notes.length} id={id} noteKey={noteKey} refusal={refusal} />
    </section>
  )
}

function NoteForm({ id, noteKey, refusal }: Omit<PersonNotesProps, "notes">) {
  const sending = useSending({ intent: "noter" })
  // A refused note keeps its key: sent again it is still the same one.
  const [key] = useState(noteKey)
  return (
    <Form method="post" className="stack gap-2" preventScrollReset>
      <FormDraft name={`person-note:${id}`}>
        <input type="hidden" name="cle" value={key} />
        <RequiredNote one />
        <TextArea
          label="Ajouter une note"
          name="note"
          rows={2}
          maxLength={2000}
          hint="Jamais montrée dans son compte. La loi lui permet d’en demander une copie."
          defaultValue={refusal?.values["note"]}
          error={refusal?.errors["note"]}
        />
        <div>
          <Button name="intent" value="noter" variant="secondary" size="small" busy={sending}>
            Ajouter la note
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}
