import type { CustomerNote } from "../../../../server/accounts/customers/notes.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { Notes } from "../../kit/notes.tsx"
import { useSending } from "../../kit/use-sending.ts"

type PersonNotesProps = { id: string; notes: readonly CustomerNote[]; noteKey: string; refusal: Refusal | null }

export function PersonNotes({ id, notes, noteKey, refusal }: PersonNotesProps) {
  const sending = useSending({ intent: "noter" })
  return (
    <section className="panel stack" aria-labelledby="notes">
      <h2 className="title-card" id="notes">
        Notes
      </h2>
      <Notes
        notes={notes}
        draft={`person-note:${id}`}
        noteKey={noteKey}
        hint="Jamais montrée dans son compte. La loi lui permet d’en demander une copie."
        fieldState={{ value: refusal?.values["note"], error: refusal?.errors["note"] }}
        busy={sending}
      />
    </section>
  )
}
