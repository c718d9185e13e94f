import { type ReactNode, createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useDrafts } from "./drafts.tsx"
import { readFields, restoreFields, restoreLateFields } from "./fields.ts"
import type { Draft } from "./store.ts"

type Version = Readonly<Record<string, string>>

type FormDraftProps = {
  /** Unique on the site: "booking-note:{id}". */
  name: string
  version?: Version
  answered?: boolean
  notice?: boolean
  withFiles?: boolean
  children: ReactNode
}

type Rows = { fields: readonly string[]; text: () => string; restore: (text: string) => void }

type DraftedForm = {
  addRows: (name: string, rows: Rows) => () => void
  changed: () => void
}

const FormContext = createContext<DraftedForm | null>(null)

const DEBOUNCE_MS = 400
const noVersion: Version = {}

/** Stores what is typed in this tab, for the same person only; `openDrafts` decides when to delete it. */
export function FormDraft({
  name,
  version = noVersion,
  answered = false,
  notice = true,
  withFiles = false,
  children,
}: FormDraftProps) {
  const { drafts, saved, startOver } = useDrafts()
  const marker = useRef<HTMLInputElement>(null)
  const noticeRef = useRef<HTMLDivElement>(null)
  const rows = useRef(new Map<string, Rows>())
  const restoring = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [restored, setRestored] = useState(false)
  const [draftVersion, setDraftVersion] = useState<{ version: Version; baseVersion: string } | null>(null)

  // A restored draft is sent with its older version, so that a colleague's newer text is not overwritten unseen.
  const openedVersion = JSON.stringify(version)
  const sentVersion = draftVersion?.baseVersion === openedVersion ? { ...version, ...draftVersion.version } : version

  const covered = () => new Set([...rows.current.values()].flatMap(({ fields }) => fields))
  const collectDraft = useEffectEvent((form: HTMLFormElement) => ({
    fields: readFields(form, covered()),
    rows: Object.fromEntries([...rows.current].map(([list, { text }]) => [list, text()])),
    version: sentVersion,
  }))
  const isAnswered = useEffectEvent(() => answered)

  useEffect(() => {
    const form = marker.current?.form
    if (!form) return
    drafts.formMounted(name)
    const write = () => {
      clearTimeout(timer.current)
      timer.current = undefined
      drafts.write(name, collectDraft(form))
    }
    const onInput = () => {
      if (restoring.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(write, DEBOUNCE_MS)
    }
    const onSubmit = () => {
      drafts.markSent(name)
      write()
    }
    const flush = () => {
      if (timer.current !== undefined) write()
    }
    form.addEventListener("input", onInput)
    form.addEventListener("submit", onSubmit)
    window.addEventListener("pagehide", flush)
    return () => {
      flush()
      form.removeEventListener("input", onInput)
      form.removeEventListener("submit", onSubmit)
      window.removeEventListener("pagehide", flush)
      drafts.formUnmounted(name)
    }
  }, [drafts, name])

  const restore = useEffectEvent((form: HTMLFormElement, draft: Draft): (() => void) => {
    restoring.current = true
    const rowsChanged = restoreRows(rows.current, draft)
    const { changed, missing } = restoreFields(form, draft.fields, covered())
    restoring.current = false
    if (!rowsChanged && !changed) {
      drafts.forget(name)
      return () => {}
    }
    setRestored(true)
    setDraftVersion({ version: draft.version, baseVersion: openedVersion })
    return missing.size > 0 ? restoreLateFields(form, draft.fields, covered(), missing) : () => {}
  })
  useEffect(() => {
    let stop = () => {}
    // Restored rows must render before their fields are filled, and React renders only after its effects.
    const soon = setTimeout(() => {
      const form = marker.current?.form
      const draft = form && !isAnswered() && drafts.read(name)
      if (draft) stop = restore(form, draft)
    })
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [drafts, name])

  useEffect(() => {
    if (saved === null || !drafts.wasSent(name)) return
    setRestored(false)
    setDraftVersion(null)
  }, [saved, drafts, name])

  useEffect(() => {
    // After a sign-in the page starts at its top: return to the form.
    if (!restored || !drafts.takeInterrupted(name)) return
    noticeRef.current?.focus({ preventScroll: true })
    noticeRef.current?.scrollIntoView({ block: "center" })
  }, [restored, drafts, name])
  const discard = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    drafts.forget(name)
    setRestored(false)
    startOver()
  }
  const form = useMemo(
    (): DraftedForm => ({
      addRows(list, entry) {
        rows.current.set(list, entry)
        return () => void rows.current.delete(list)
      },
      changed: () => marker.current?.form?.dispatchEvent(new Event("input", { bubbles: true })),
    }),
    [],
  )
  return (
    <FormContext value={form}>
      {notice && restored && (
        <div className="col-span-full" ref={noticeRef} tabIndex={-1}>
          <Notice tone="info" title="Votre saisie a été gardée" live>
            <div className="cluster">
              <span>
                Elle n’est pas encore enregistrée.
                {withFiles && " Si vous aviez choisi un fichier, choisissez-le de nouveau."}
              </span>
              <Button type="button" variant="secondary" size="small" onClick={discard}>
                Abandonner cette saisie
              </Button>
            </div>
          </Notice>
        </div>
      )}
      <input type="hidden" ref={marker} />
      {Object.entries(sentVersion).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {children}
    </FormContext>
  )
}

function restoreRows(lists: ReadonlyMap<string, Rows>, draft: Draft): boolean {
  const changed = [...lists].flatMap(([list, { text, restore }]) => {
    const stored = draft.rows[list]
    return stored === undefined || stored === text() ? [] : [() => restore(stored)]
  })
  for (const restore of changed) restore()
  return changed.length > 0
}

type DraftRowsProps<Row> = {
  name: string
  fields?: readonly string[]
  rows: Row
  onRestore: (rows: Row) => void
}

const noFields: readonly string[] = []

export function DraftRows<Row>({ name, fields = noFields, rows, onRestore }: DraftRowsProps<Row>) {
  const form = useContext(FormContext)
  const text = JSON.stringify(rows)
  const lastText = useRef(text)
  const restore = useEffectEvent((stored: string) => {
    const parsed: Row = JSON.parse(stored)
    flushSync(() => onRestore(parsed))
  })
  const covered = fields.join(" ")
  useEffect(
    () =>
      form?.addRows(name, {
        fields: covered.split(" "),
        text: () => lastText.current,
        restore: (stored) => restore(stored),
      }),
    [form, name, covered],
  )
  useEffect(() => {
    if (lastText.current === text) return
    lastText.current = text
    form?.changed()
  }, [text, form])
  return null
}
