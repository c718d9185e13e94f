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
  draft: string
  intent?: string
  /** Empty when nothing is stored yet. */
  version: string
  flash: Flash | null
  refusal: EditRefusal | null
  saveLabel?: string
  aside?: ReactNode
  hidden?: Readonly<Record<string, string>>
  label: string
  onInput?: (form: HTMLFormElement) => void
  /** Unsaved input elsewhere on the screen. */
  alsoDirty?: boolean
  encType?: "multipart/form-data"
  /** Keeps the save button in view. */
  long?: boolean
  hasRequiredFields?: boolean
  children: ReactNode
}

/** Remembers the version it was opened with and warns before unsaved input is lost. */
export function EditForm({
  draft,
  intent = "enregistrer",
  version,
  flash,
  refusal,
  saveLabel = "Enregistrer",
  aside,
  hidden = {},
  label,
  onInput,
  alsoDirty = false,
  encType,
  long = false,
  hasRequiredFields = true,
  children,
}: EditFormProps) {
  const { formData } = useNavigation()
  const sending = formData?.get("intent") === intent
  const { loadedVersion, displayedVersion, isDirty, touch, submit } = useLoadedVersion(version, flash, refusal)
  const unsaved = isDirty || alsoDirty
  useUnsaved(unsaved)
  usePresence(version === "" ? null : draft)
  const hasOtherUnsaved = useUnsavedCount() > (unsaved ? 1 : 0)
  return (
    <Form
      method="post"
      {...(encType && { encType })}
      className="stack gap-5"
      aria-label={label}
      // Native validation would show browser-language messages and leave an old success visible. It stays on only for
      // the choice in a conflict.
      noValidate={!refusal?.stale}
      preventScrollReset
      onSubmit={submit}
      onInput={(event) => {
        touch()
        onInput?.(event.currentTarget)
      }}
    >
      <FormDraft
        name={draft}
        version={{ vu: refusal?.values["vu"] ?? loadedVersion }}
        withFiles={encType !== undefined}
      >
        {refusal && !refusal.stale && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        {refusal?.stale && (
          <noscript>
            <p className="notice notice-warning">
              <a href="#entre-temps">{refusal.errors["form"]}</a>
            </p>
          </noscript>
        )}
        {/* With unsaved input elsewhere, a save must not redirect to the list. */}
        {hasOtherUnsaved && <input type="hidden" name="rester" value="oui" />}
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {hasRequiredFields && <RequiredNote />}
        <div className="stack gap-5" key={displayedVersion}>
          {children}
        </div>
        <StaleFields refusal={refusal} />
        <div className={long ? "cluster save-bar" : "cluster"}>
          <Button name="intent" value={intent} busy={sending} busyText="Enregistrement…">
            {saveLabel}
          </Button>
          {unsaved && <span className="small soft">Modifications non enregistrées</span>}
          {aside}
        </div>
      </FormDraft>
    </Form>
  )
}

/**
 * `loadedVersion` is what the next save replaces. Fields reset when `displayedVersion` changes, which input typed
 * during a save prevents.
 */
function useLoadedVersion(version: string, flash: Flash | null, refusal: EditRefusal | null) {
  const [loadedVersion, setLoadedVersion] = useState(version)
  const [displayedVersion, setDisplayedVersion] = useState(version)
  const [isDirty, setDirty] = useState(false)
  const submitted = useRef(false)
  const typedSinceSubmit = useRef(false)
  useEffect(() => {
    if (refusal) submitted.current = false
  }, [refusal])
  useEffect(() => {
    if (flash?.kind !== "success" || !submitted.current) return
    submitted.current = false
    setLoadedVersion(version)
    if (typedSinceSubmit.current) return
    setDisplayedVersion(version)
    setDirty(false)
  }, [flash, version])
  const submit = () => {
    submitted.current = true
    typedSinceSubmit.current = false
  }
  const touch = () => {
    typedSinceSubmit.current = true
    setDirty(true)
  }
  return { loadedVersion, displayedVersion, isDirty, touch, submit }
}
