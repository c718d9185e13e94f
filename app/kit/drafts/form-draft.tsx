import { type ReactNode, createContext, useContext, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { useDrafts } from "./drafts.tsx"
import { readFields, restoreFields, restoreLateFields } from "./fields.ts"
import type { Draft } from "./store.ts"

type Version = Readonly<Record<string, string>>

type FormDraftProps = {
  /** The form's name among all of the site, with what it is about: "booking-note:{id}". */
  name: string
  /** The hidden fields by which the form says which version it was opened on. They are sent from here. */
  version?: Version
  /** True when the server has just answered the form with all that was typed, over the version stored now. */
  answered?: boolean
  /** False where the page says by itself that what was typed is still there. */
  notice?: boolean
  /** The form takes files, which are not kept. */
  withFiles?: boolean
  /** The form's fields. */
  children: ReactNode
}

/** A list of the form that grows, as `DraftRows` registers it. */
type Rows = { fields: readonly string[]; text: () => string; restore: (text: string) => void }

type DraftedForm = {
  addRows: (name: string, rows: Rows) => () => void
  changed: () => void
}

const FormContext = createContext<DraftedForm | null>(null)

const DEBOUNCE_MS = 400
const noVersion: Version = {}

/**
 * Inside a form, around its fields: what is typed there outlives a reload, the browser's "back" and the session. It is
 * kept in this tab while one types and when the form is sent, and restored when the same person opens the form again;
 * `openDrafts` says when it goes. A form without this keeps nothing, and so does a browser without scripts.
 */
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
  const keptNotice = useRef<HTMLDivElement>(null)
  const rows = useRef(new Map<string, Rows>())
  const restoring = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [restored, setRestored] = useState(false)
  const [typedOver, setTypedOver] = useState<{ version: Version; insteadOf: string } | null>(null)

  // What was typed over an older version is sent with that one, so that a colleague's newer text is not overwritten
  // unseen; until the server has answered and given the form another version.
  const opened = JSON.stringify(version)
  const sentVersion = typedOver?.insteadOf === opened ? { ...version, ...typedOver.version } : version

  const covered = () => new Set([...rows.current.values()].flatMap(({ fields }) => fields))
  const draftOf = useEffectEvent((form: HTMLFormElement) => ({
    fields: readFields(form, covered()),
    rows: Object.fromEntries([...rows.current].map(([list, { text }]) => [list, text()])),
    version: sentVersion,
  }))
  const wasAnswered = useEffectEvent(() => answered)

  useEffect(() => {
    const form = marker.current?.form
    if (!form) return
    drafts.formShown(name)
    const write = () => {
      clearTimeout(timer.current)
      timer.current = undefined
      drafts.write(name, draftOf(form))
    }
    const onInput = () => {
      if (restoring.current) return
      clearTimeout(timer.current)
      timer.current = setTimeout(write, DEBOUNCE_MS)
    }
    const onSubmit = () => {
      drafts.formSent(name)
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
      drafts.formGone(name)
    }
  }, [drafts, name])

  /** Answers how to stop waiting for fields that appear late. */
  const restore = useEffectEvent((form: HTMLFormElement, draft: Draft): (() => void) => {
    restoring.current = true
    const otherRows = restoreRows(rows.current, draft)
    const { changed, missing } = restoreFields(form, draft.fields, covered())
    restoring.current = false
    if (!otherRows && !changed) {
      drafts.forget(name)
      return () => {}
    }
    setRestored(true)
    setTypedOver({ version: draft.version, insteadOf: opened })
    return missing.size > 0 ? restoreLateFields(form, draft.fields, covered(), missing) : () => {}
  })
  useEffect(() => {
    let stop = () => {}
    // Rows that come back must be shown before their fields are filled, which React does only outside of its effects.
    const soon = setTimeout(() => {
      const form = marker.current?.form
      const draft = form && !wasAnswered() && drafts.read(name)
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
    setTypedOver(null)
  }, [saved, drafts, name])

  useEffect(() => {
    // Back from signing in the page begins at its top: one goes on where one was.
    if (!restored || !drafts.takeCutOff(name)) return
    keptNotice.current?.focus({ preventScroll: true })
    keptNotice.current?.scrollIntoView({ block: "center" })
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
      addRows(list, given) {
        rows.current.set(list, given)
        return () => void rows.current.delete(list)
      },
      changed: () => marker.current?.form?.dispatchEvent(new Event("input", { bubbles: true })),
    }),
    [],
  )
  return (
    <FormContext value={form}>
      {notice && restored && (
        <div className="col-span-full" ref={keptNotice} tabIndex={-1}>
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

/** Puts back the rows that a form had; answers whether they were other ones. */
function restoreRows(lists: ReadonlyMap<string, Rows>, draft: Draft): boolean {
  const changed = [...lists].flatMap(([list, { text, restore }]) => {
    const kept = draft.rows[list]
    return kept === undefined || kept === text() ? [] : [() => restore(kept)]
  })
  for (const restore of changed) restore()
  return changed.length > 0
}

type DraftRowsProps<Row> = {
  /** Among the lists of the form. */
  name: string
  /** Names of the fields that these rows fill by themselves. */
  fields?: readonly string[]
  rows: Row
  onRestore: (rows: Row) => void
}

const noFields: readonly string[] = []

/**
 * Inside a `FormDraft`: rows of the form that a script adds, moves or removes, days that were chosen in another month.
 * They are kept with what is typed, and come back before it.
 */
export function DraftRows<Row>({ name, fields = noFields, rows, onRestore }: DraftRowsProps<Row>) {
  const form = useContext(FormContext)
  const text = JSON.stringify(rows)
  const shown = useRef(text)
  const restore = useEffectEvent((kept: string) => {
    // Our own rows, as this page wrote them down.
    const read: Row = JSON.parse(kept)
    flushSync(() => onRestore(read))
  })
  const covered = fields.join(" ")
  useEffect(
    () =>
      form?.addRows(name, {
        fields: covered.split(" "),
        text: () => shown.current,
        restore: (kept) => restore(kept),
      }),
    [form, name, covered],
  )
  // A row that comes or goes is a change of the form, as if it had been typed.
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    form?.changed()
  }, [text, form])
  return null
}
