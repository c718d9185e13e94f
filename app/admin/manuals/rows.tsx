import type { EditRefusal } from "../kit/edit-refusal.ts"
import { type ReactNode, useRef, useState } from "react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash-2"
import { moveInList, placeInList } from "../../../isomorphic/ordering.ts"
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
/** Keeps the field indexes of removed sections apart from the visible ones. */
const HIDDEN_INDEX_OFFSET = 1_000

export function ManualRows({ view, sections, refusal, onChange }: ManualRowsProps) {
  const toast = useToast()
  const [rows, setRows] = useState<Row[]>(() => sections.map((section, key) => ({ key, section })))
  // A removed section stays in the DOM, so that undo restores what was typed.
  const [hiddenKeys, setHiddenKeys] = useState<readonly number[]>([])
  const [announcement, setAnnouncement] = useState("")
  const nextKey = useRef(sections.length)
  const visibleRows = rows.filter(({ key }) => !hiddenKeys.includes(key))
  const applyChange = (nextRows: Row[], message: string) => {
    setRows(nextRows)
    setAnnouncement(message)
    onChange()
  }
  const drag = useDragOrder("sections", visibleRows.length, (from, to) =>
    applyChange(
      [...placeInList(visibleRows, from, to), ...rows.filter(({ key }) => hiddenKeys.includes(key))],
      "Section déplacée",
    ),
  )
  const add = () => {
    const key = nextKey.current++
    applyChange([...rows, { key, section: empty }], "Section ajoutée")
    requestAnimationFrame(() => document.getElementById(`title-${visibleRows.length}`)?.focus())
  }
  const remove = (key: number, index: number) => {
    setHiddenKeys((keys) => [...keys, key])
    onChange()
    toast({
      kind: "success",
      title: `Section ${index + 1} retirée`,
      text: "Elle sera supprimée quand vous enregistrerez.",
      undo: { seconds: UNDO_SECONDS, onUndo: () => setHiddenKeys((keys) => keys.filter((each) => each !== key)) },
    })
  }
  const restore = (restored: readonly ManualSectionText[]) => {
    setRows(restored.map((section) => ({ key: nextKey.current++, section })))
    setHiddenKeys([])
    onChange()
  }
  return (
    <>
      <DraftRows name="sections" rows={visibleRows.map(({ section }) => section)} onRestore={restore} />
      <ol className="stack gap-4" aria-label="Sections">
        {rows.map((row) => {
          const position = visibleRows.indexOf(row)
          const isRemoved = position === -1
          const index = isRemoved ? HIDDEN_INDEX_OFFSET + row.key : position
          return (
            <li
              key={row.key}
              hidden={isRemoved}
              {...(isRemoved ? {} : drag.place(index))}
              className={
                isRemoved
                  ? undefined
                  : classes("panel", drag.dropIndex === index && "border-accent-line bg-accent-wash")
              }
            >
              <fieldset disabled={isRemoved} className="min-w-0">
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
                      count={visibleRows.length}
                      handle={<DragHandle grip={drag.grip(index)} />}
                      onMove={(direction) =>
                        applyChange(
                          [
                            ...(moveInList(visibleRows, row, direction) ?? visibleRows),
                            ...rows.filter(({ key }) => hiddenKeys.includes(key)),
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
      {visibleRows.length === 0 && (
        <p className="soft">Aucune section&nbsp;: une notice vide n’est pas proposée aux invités.</p>
      )}
      <AddSection onClick={add} />
      <span className="sr-only" role="status">
        {announcement}
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
