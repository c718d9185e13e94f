import { useRef, useState } from "react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Plus from "lucide-react/icons/plus"
import X from "lucide-react/icons/x"
import { cleanFeatures } from "../../../../domain/catalog/product-fields.ts"
import { moveInList, placeInList } from "../../../../isomorphic/ordering.ts"
import { Button } from "../../../ui/button.tsx"
import { classes } from "../../../ui/classes.ts"
import { IconButton } from "../../../ui/icon-button.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"
import { DraftRows } from "../../../kit/drafts/form-draft.tsx"
import { DragHandle } from "../../kit/drag-handle.tsx"
import { useDragOrder } from "../../kit/use-drag-order.ts"

type FeatureListProps = { features: readonly string[]; error?: string | undefined; onChange: () => void }

/** Without JavaScript: one text area, a feature per line. */
export function FeatureList(props: FeatureListProps) {
  const hydrated = useHydrated()
  return (
    <>
      {!hydrated && (
        <div className="without-script">
          <TextArea
            id="features"
            label="Caractéristiques"
            name="features"
            optional
            rows={6}
            hint="Une par ligne."
            defaultValue={props.features.join("\n")}
            error={props.error}
          />
        </div>
      )}
      {/* Disabled fields are not submitted: until hydration the text area is. */}
      <fieldset className="needs-script contents" disabled={!hydrated}>
        <FeatureRows {...props} id={hydrated ? "features" : "features-later"} />
      </fieldset>
    </>
  )
}

type Row = { key: number; text: string }

function FeatureRows({ features, error, onChange, id }: FeatureListProps & { id: string }) {
  const [rows, setRows] = useState<Row[]>(() => features.map((text, key) => ({ key, text })))
  const [announcement, setAnnouncement] = useState("")
  const nextKey = useRef(features.length)
  const [adding, setAdding] = useState("")
  const applyChange = (nextRows: Row[], message: string) => {
    setRows(nextRows)
    setAnnouncement(message)
    onChange()
  }
  const drag = useDragOrder("caracteristiques", rows.length, (from, to) =>
    applyChange(placeInList(rows, from, to), "Caractéristique déplacée"),
  )
  const add = () => {
    const [text] = cleanFeatures([adding])
    if (text === undefined) return
    applyChange([...rows, { key: nextKey.current++, text }], `Ajoutée\u00a0: ${text}`)
    setAdding("")
    document.getElementById(id)?.focus()
  }
  const restore = (restored: { texts: readonly string[]; adding: string }) => {
    setRows(restored.texts.map((text) => ({ key: nextKey.current++, text })))
    setAdding(restored.adding)
    onChange()
  }
  return (
    <fieldset className="field">
      <DraftRows
        name="features"
        fields={["features"]}
        rows={{ texts: rows.map(({ text }) => text), adding }}
        onRestore={restore}
      />
      <legend className="field-label">
        Caractéristiques<span className="field-optional"> (facultatif)</span>
      </legend>
      <ol className="stack gap-2">
        {rows.map((row, index) => (
          <li
            key={row.key}
            {...drag.place(index)}
            className={classes(
              "flex flex-wrap items-center gap-1 rounded-control sm:flex-nowrap",
              drag.dropIndex === index && "bg-accent-wash",
            )}
          >
            <DragHandle grip={drag.grip(index)} />
            <input
              className="input order-first min-w-0 basis-full sm:order-none sm:flex-1 sm:basis-0"
              name="features"
              aria-label={`Caractéristique ${index + 1}`}
              maxLength={200}
              value={row.text}
              onChange={({ currentTarget }) =>
                setRows(rows.map((each) => (each.key === row.key ? { ...each, text: currentTarget.value } : each)))
              }
            />
            <FeatureActs
              text={row.text}
              first={index === 0}
              last={index === rows.length - 1}
              onMove={(direction) =>
                applyChange(
                  moveInList(rows, row, direction) ?? rows,
                  direction === "up" ? `Montée\u00a0: ${row.text}` : `Descendue\u00a0: ${row.text}`,
                )
              }
              onRemove={() =>
                applyChange(
                  rows.filter(({ key }) => key !== row.key),
                  `Retirée\u00a0: ${row.text}`,
                )
              }
            />
          </li>
        ))}
      </ol>
      <div className="cluster mt-3 items-end gap-2">
        {/* Text not yet added is submitted as the last feature instead of being lost. */}
        <TextField
          id={id}
          name="features"
          className="min-w-0 flex-1 basis-48"
          label="Nouvelle caractéristique"
          optional
          maxLength={200}
          value={adding}
          onChange={({ currentTarget }) => setAdding(currentTarget.value)}
          error={error}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return
            event.preventDefault()
            add()
          }}
        />
        <Button type="button" variant="secondary" icon={Plus} onClick={add}>
          Ajouter
        </Button>
      </div>
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </fieldset>
  )
}

type FeatureActsProps = {
  text: string
  first: boolean
  last: boolean
  onMove: (direction: "up" | "down") => void
  onRemove: () => void
}

function FeatureActs({ text, first, last, onMove, onRemove }: FeatureActsProps) {
  return (
    <>
      <IconButton
        plain
        icon={ArrowUp}
        label={`Monter\u00a0: ${text}`}
        aria-disabled={first || undefined}
        onClick={() => !first && onMove("up")}
      />
      <IconButton
        plain
        icon={ArrowDown}
        label={`Descendre\u00a0: ${text}`}
        aria-disabled={last || undefined}
        onClick={() => !last && onMove("down")}
      />
      <IconButton plain icon={X} label={`Retirer\u00a0: ${text}`} onClick={onRemove} />
    </>
  )
}
