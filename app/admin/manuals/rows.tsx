import type { EditRefusal } from "../kit/edit-refusal.ts"
import { type ReactNode, useRef, useState } from "react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import { moved, placed } from "../../../isomorphic/ordering.ts"
import { Button } from "../../ui/button.tsx"
import { classes } from "../../ui/classes.ts"
import { useToast } from "../../ui/toast.tsx"
import { DraftRows } from "../../kit/drafts/form-draft.tsx"
import { DragHandle } from "../kit/drag-handle.tsx"
import { ManualSection } from "./section.tsx"
import type { ManualSectionText, ManualsView } from "./view.ts"
import { useDragOrder } from "../kit/use-drag-order.ts"

type ManualRowsProps = {
  view: ManualsView
  sections: readonly ManualSectionText[]
  refusal: EditRefusal | null
  onChange: () => void
}

type Row = { key: number; section: ManualSectionText }

const empty: ManualSectionText = { title: "", content: "", imageUrl: "", imageAlt: "" }
const UNDO_SECONDS = 10
/** Numbers the fields of what is removed, so that they are nobody else's. */
const OUT_OF_SIGHT = 1_000

/** The sections being written: added, removed and moved at once, kept with the whole form. */
export function ManualRows({ view, sections, refusal, onChange }: ManualRowsProps) {
  const toast = useToast()
  const [rows, setRows] = useState<Row[]>(() => sections.map((section, key) => ({ key, section })))
  // A removed section only hides, with all that was typed in it, as long as it can come back.
  const [hidden, setHidden] = useState<readonly number[]>([])
  const [said, setSaid] = useState("")
  const next = useRef(sections.length)
  const shown = rows.filter(({ key }) => !hidden.includes(key))
  const change = (changed: Row[], words: string) => {
    setRows(changed)
    setSaid(words)
    onChange()
  }
  const drag = useDragOrder("sections", shown.length, (from, to) =>
    change([...placed(shown, from, to), ...rows.filter(({ key }) => hidden.includes(key))], "Section déplacée"),
  )
  const add = () => {
    const key = next.current++
    change([...rows, { key, section: empty }], "Section ajoutée")
    requestAnimationFrame(() => document.getElementById(`title-${shown.length}`)?.focus())
  }
  const remove = (key: number, index: number) => {
    setHidden((before) => [...before, key])
    onChange()
    toast({
      kind: "success",
      title: `Section ${index + 1} retirée`,
      text: "Elle sera supprimée quand vous enregistrerez.",
      undo: { seconds: UNDO_SECONDS, onUndo: () => setHidden((before) => before.filter((each) => each !== key)) },
    })
  }
  const restore = (kept: readonly ManualSectionText[]) => {
    setRows(kept.map((section) => ({ key: next.current++, section })))
    setHidden([])
    onChange()
  }
  return (
    <>
      <DraftRows name="sections" rows={shown.map(({ section }) => section)} onRestore={restore} />
      <ol className="stack gap-4" aria-label="Sections">
        {rows.map((row) => {
          const place = shown.indexOf(row)
          const gone = place === -1
          const index = gone ? OUT_OF_SIGHT + row.key : place
          return (
            <li
              key={row.key}
              hidden={gone}
              {...(gone ? {} : drag.place(index))}
              className={
                gone ? undefined : classes("panel", drag.over === index && "border-accent-line bg-accent-wash")
              }
            >
              <fieldset disabled={gone} className="min-w-0">
                <ManualSection
                  section={row.section}
                  index={index}
                  preview={
                    view.sections.find(({ content }) => content === row.section.content)?.preview ?? view.emptyPreview
                  }
                  picture={view.pictures[row.section.imageUrl]}
                  upload={view.upload}
                  refusal={refusal}
                  acts={
                    <SectionActs
                      index={index}
                      count={shown.length}
                      handle={<DragHandle grip={drag.grip(index)} />}
                      onMove={(direction) =>
                        change(
                          [
                            ...(moved(shown, row, direction) ?? shown),
                            ...rows.filter(({ key }) => hidden.includes(key)),
                          ],
                          `Section ${index + 1} déplacée`,
                        )
                      }
                      onRemove={() => remove(row.key, index)}
                    />
                  }
                />
              </fieldset>
            </li>
          )
        })}
      </ol>
      {shown.length === 0 && (
        <p className="soft">Aucune section&nbsp;: une notice vide n’est pas proposée aux invités.</p>
      )}
      <AddSection onClick={add} />
      <span className="sr-only" role="status">
        {said}
      </span>
    </>
  )
}

export function AddSection({ onClick }: { onClick?: () => void }) {
  return (
    <div>
      <Button type="button" variant="secondary" icon={Plus} onClick={onClick}>
        Ajouter une section
      </Button>
    </div>
  )
}

type SectionActsProps = {
  index: number
  count: number
  handle?: ReactNode
  onMove?: (direction: "up" | "down") => void
  onRemove?: () => void
}

export function SectionActs({ index, count, handle, onMove, onRemove }: SectionActsProps) {
  const [first, last] = [index === 0, index === count - 1]
  return (
    <div className="flex flex-wrap items-center gap-1">
      {handle}
      <h3 className="title-block mr-auto">Section {index + 1}</h3>
      <Button
        type="button"
        variant="quiet"
        size="small"
        icon={ArrowUp}
        aria-disabled={first || undefined}
        aria-label={`Monter la section ${index + 1}`}
        onClick={() => !first && onMove?.("up")}
      >
        Monter
      </Button>
      <Button
        type="button"
        variant="quiet"
        size="small"
        icon={ArrowDown}
        aria-disabled={last || undefined}
        aria-label={`Descendre la section ${index + 1}`}
        onClick={() => !last && onMove?.("down")}
      >
        Descendre
      </Button>
      <Button
        type="button"
        variant="quiet"
        size="small"
        icon={Trash2}
        aria-label={`Retirer la section ${index + 1}`}
        onClick={onRemove}
      >
        Retirer
      </Button>
    </div>
  )
}
