import { type ReactNode, useEffect, useRef, useState } from "react"
import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { FormError } from "../../ui/form-error.tsx"
import type { Flash } from "./flash.ts"
import { useUnsaved, useUnsavedCount } from "../../kit/drafts/drafts.tsx"
import { FormDraft } from "../../kit/drafts/form-draft.tsx"
import type { EditRefusal } from "./edit-refusal.ts"
import { usePresence } from "./presence/presence.tsx"
import { StaleFields } from "./stale-notice.tsx"
import { errorItems } from "../../http/refusal.ts"

type EditFormProps = {
  /** Names what is typed and not sent, with what it is about: "faq:{id}". */
  draft: string
  /** Names this form among those of the screen. */
  intent?: string
  /** The version that is shown; empty when there is nothing yet. */
  seen: string
  /** What the page says after a save. */
  flash: Flash | null
  refusal: EditRefusal | null
  save?: string
  /** Beside the save button. */
  aside?: ReactNode
  /** Other fields of the form that nobody sees. */
  hidden?: Readonly<Record<string, string>>
  label: string
  onInput?: (form: HTMLFormElement) => void
  /** Something else of the screen is typed and not saved. */
  alsoDirty?: boolean
  /** For a form that carries pictures. */
  encType?: "multipart/form-data"
  /** A long form: saving stays within reach. */
  long?: boolean
  children: ReactNode
}

/**
 * A form over something stored. It remembers the version it was opened on, whatever is uploaded meanwhile from the same
 * screen, and warns before typed text is left behind.
 */
export function EditForm({
  draft,
  intent = "enregistrer",
  seen,
  flash,
  refusal,
  save = "Enregistrer",
  aside,
  hidden = {},
  label,
  onInput,
  alsoDirty = false,
  encType,
  long = false,
  children,
}: EditFormProps) {
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === intent
  const { opened, shown, dirty, touch, submit } = useOpened(seen, flash, refusal)
  const unsaved = dirty || alsoDirty
  useUnsaved(unsaved)
  usePresence(seen === "" ? null : draft)
  const elsewhere = useUnsavedCount() > (unsaved ? 1 : 0)
  return (
    <Form
      method="post"
      {...(encType && { encType })}
      className="stack gap-5"
      aria-label={label}
      // Our messages are French and stand beside their fields; a browser's own would leave an earlier success standing.
      // Only a choice between two owners' texts is asked for before anything is sent: no success stands beside it.
      noValidate={!refusal?.stale}
      preventScrollReset
      onSubmit={submit}
      onInput={(event) => {
        touch()
        onInput?.(event.currentTarget)
      }}
    >
      <FormDraft name={draft} version={{ vu: refusal?.values["vu"] ?? opened }} withFiles={encType !== undefined}>
        {refusal && !refusal.stale && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        {refusal?.stale && (
          <noscript>
            <p className="notice notice-warning">
              <a href="#entre-temps">{refusal.errors["form"]}</a>
            </p>
          </noscript>
        )}
        {/* Something else of the page, such as a picture, waits to be sent: a save that would lead to a list stays here. */}
        {elsewhere && <input type="hidden" name="rester" value="oui" />}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <RequiredNote />
        <div className="stack gap-5" key={shown}>
          {children}
        </div>
        <StaleFields refusal={refusal} />
        <div className={long ? "cluster save-bar" : "cluster"}>
          <Button name="intent" value={intent} busy={sending} busyText="Enregistrement…">
            {save}
          </Button>
          {unsaved && <span className="small soft">Modifications non enregistrées</span>}
          {aside}
        </div>
      </FormDraft>
    </Form>
  )
}

/**
 * `opened` is the version that the next save replaces; the fields are filled anew when `shown` changes. What is typed
 * while a save is on its way stays, over the version that was just saved.
 */
function useOpened(seen: string, flash: Flash | null, refusal: EditRefusal | null) {
  const [opened, setOpened] = useState(seen)
  const [shown, setShown] = useState(seen)
  const [dirty, setDirty] = useState(false)
  const submitted = useRef(false)
  const typedSince = useRef(false)
  useEffect(() => {
    if (refusal) submitted.current = false
  }, [refusal])
  useEffect(() => {
    if (flash?.kind !== "success" || !submitted.current) return
    submitted.current = false
    setOpened(seen)
    if (typedSince.current) return
    setShown(seen)
    setDirty(false)
  }, [flash, seen])
  const submit = () => {
    submitted.current = true
    typedSince.current = false
  }
  const touch = () => {
    typedSince.current = true
    setDirty(true)
  }
  return { opened, shown, dirty, touch, submit }
}
