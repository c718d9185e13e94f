import { useRef, useState } from "react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import Plus from "lucide-react/icons/plus"
import X from "lucide-react/icons/x"
import { keptFeatures } from "../../../../domain/catalog/product-fields.ts"
import { moved, placed } from "../../../../isomorphic/ordering.ts"
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

/** What the product does, line by line. Without a script: a text of which each line is one. */
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
      {/* Disabled it sends nothing: until the script is there, the text does. */}
      <fieldset className="needs-script contents" disabled={!hydrated}>
        <FeatureRows {...props} id={hydrated ? "features" : "features-later"} />
      </fieldset>
    </>
  )
}

type Row = { key: number; text: string }

function FeatureRows({ features, error, onChange, id }: FeatureListProps & { id: string }) {
  const [rows, setRows] = useState<Row[]>(() => features.map((text, key) => ({ key, text })))
  const [said, setSaid] = useState("")
  const next = useRef(features.length)
  const [adding, setAdding] = useState("")
  const change = (changed: Row[], words: string) => {
    setRows(changed)
    setSaid(words)
    onChange()
  }
  const drag = useDragOrder("caracteristiques", rows.length, (from, to) =>
    change(placed(rows, from, to), "Caractéristique déplacée"),
  )
  const add = () => {
    const [text] = keptFeatures([adding])
    if (text === undefined) return
    change([...rows, { key: next.current++, text }], `Ajoutée\u00a0: ${text}`)
    setAdding("")
    document.getElementById(id)?.focus()
  }
  const restore = (kept: { texts: readonly string[]; adding: string }) => {
    setRows(kept.texts.map((text) => ({ key: next.current++, text })))
    setAdding(kept.adding)
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
              drag.over === index && "bg-accent-wash",
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
                change(
                  moved(rows, row, direction) ?? rows,
                  direction === "up" ? `Montée\u00a0: ${row.text}` : `Descendue\u00a0: ${row.text}`,
                )
              }
              onRemove={() =>
                change(
                  rows.filter(({ key }) => key !== row.key),
                  `Retirée\u00a0: ${row.text}`,
                )
              }
            />
          </li>
        ))}
      </ol>
      <div className="cluster mt-3 items-end gap-2">
        {/* One that is typed and was not added is sent as the last of them, and not lost. */}
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
        {said}
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
