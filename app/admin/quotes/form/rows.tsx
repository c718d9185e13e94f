import { useRef, useState } from "react"
import Plus from "lucide-react/icons/plus"
import Trash from "lucide-react/icons/trash-2"
import { adjustmentKindLabels, adjustmentKinds } from "../../../../domain/pricing/adjustment-kind.ts"
import { DraftRows } from "../../../kit/drafts/form-draft.tsx"
import { classes } from "../../../ui/classes.ts"
import { Button } from "../../../ui/button.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { IconButton } from "../../../ui/icon-button.tsx"
import { NeedsScript } from "../../../ui/needs-script.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useHydrated } from "../../../ui/use-hydrated.ts"

const kindOptions = adjustmentKinds.map((kind) => ({ value: kind, label: adjustmentKindLabels[kind] }))

type PricedRow = { id: string; kind?: string; name: string; amount: string }

type PricedRowsProps = {
  /** Names its fields: "ligne-nom", "ligne-montant". */
  prefix: "ligne" | "cocher"
  legend: string
  hint: string
  addLabel: string
  placeholder: string
  rows: readonly PricedRow[]
  most: number
  maxLength: number
  error: string | undefined
  onChange: () => void
}

/** Without JavaScript two empty rows are appended. */
export function PricedRows(props: PricedRowsProps) {
  const { prefix, legend, hint, addLabel, placeholder, rows: stored, most, maxLength, error, onChange } = props
  const hydrated = useHydrated()
  const nextKey = useRef(stored.length)
  const [rows, setRows] = useState(() => stored.map((row, key) => ({ ...row, key })))
  const hasKind = prefix === "ligne"
  const blank = { id: "", kind: "discount", name: "", amount: "" }
  const update = (key: number, part: Partial<PricedRow>) => {
    setRows(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))
    onChange()
  }
  const visible = hydrated ? rows : [...rows, ...[0, 1].map((each) => ({ ...blank, key: rows.length + each }))]
  const errorId = `${prefix}-erreur`
  return (
    <fieldset
      className="field gap-3"
      id={prefix === "ligne" ? "lignes" : prefix}
      tabIndex={-1}
      aria-describedby={error ? errorId : undefined}
    >
      <DraftRows
        name={prefix}
        fields={[`${prefix}-id`, `${prefix}-sorte`, `${prefix}-nom`, `${prefix}-montant`]}
        rows={rows.map(({ id, kind = "", name, amount }) => ({ id, kind, name, amount }))}
        onRestore={(restored) => {
          setRows(restored.map((row) => ({ ...row, key: nextKey.current++ })))
          onChange()
        }}
      />
      <legend className="field-label">{legend}</legend>
      <p className="hint">{hint}</p>
      {visible.length > 0 && (
        <ol className={classes("stack gap-4", rows.length === 0 && "without-script")}>
          {visible.map(({ key, id, kind, name, amount }, index) => (
            <li key={key} className={classes("quote-row", key >= rows.length && !hydrated && "without-script")}>
              <input type="hidden" name={`${prefix}-id`} value={id} />
              {hasKind && (
                <SelectField
                  label={<RowLabel text="Ce que vous faites" row={index + 1} />}
                  name="ligne-sorte"
                  options={kindOptions}
                  value={kind ?? "discount"}
                  onChange={({ target }) => update(key, { kind: target.value })}
                />
              )}
              <TextField
                label={<RowLabel text="Nom" row={index + 1} />}
                name={`${prefix}-nom`}
                autoComplete="off"
                maxLength={maxLength}
                placeholder={placeholder}
                optional="filter"
                value={name}
                onChange={({ target }) => update(key, { name: target.value })}
              />
              <TextField
                label={<RowLabel text="Montant" row={index + 1} />}
                name={`${prefix}-montant`}
                inputMode="decimal"
                autoComplete="off"
                suffix="€"
                optional="filter"
                value={amount}
                onChange={({ target }) => update(key, { amount: target.value })}
              />
              <NeedsScript>
                <IconButton
                  label={`Retirer la ligne ${index + 1}`}
                  icon={Trash}
                  onClick={() => {
                    setRows(rows.filter((row) => row.key !== key))
                    onChange()
                  }}
                />
              </NeedsScript>
            </li>
          ))}
        </ol>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
      {rows.length < most && (
        <NeedsScript>
          <Button
            type="button"
            variant="secondary"
            size="small"
            className="justify-self-start"
            icon={Plus}
            onClick={() => setRows([...rows, { ...blank, key: nextKey.current++ }])}
          >
            {addLabel}
          </Button>
        </NeedsScript>
      )}
    </fieldset>
  )
}

function RowLabel({ text, row }: { text: string; row: number }) {
  return (
    <>
      {text}
      <span className="sr-only">, ligne {row}</span>
    </>
  )
}
