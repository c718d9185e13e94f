import { useRef, useState } from "react"
import Plus from "lucide-react/icons/plus"
import Trash from "lucide-react/icons/trash-2"
import { cancellationSentences } from "../../../domain/finance/cancellation-labels.ts"
import { MAX_TIERS, type TierInput, readTiers } from "../../../domain/finance/cancellation-tiers.ts"
import { Button } from "../../ui/button.tsx"
import { Field, FieldError } from "../../ui/field.tsx"
import { IconButton } from "../../ui/icon-button.tsx"
import { NeedsScript } from "../../ui/needs-script.tsx"
import { DraftRows } from "../../kit/drafts/form-draft.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"

type TiersEditorProps = { rows: readonly TierInput[]; error?: string }

/** Without JavaScript one empty row is appended. */
export function TiersEditor({ rows: stored, error }: TiersEditorProps) {
  const hydrated = useHydrated()
  const [rows, setRows] = useState(() => stored.map((row, id) => ({ ...row, id })))
  const nextId = useRef(stored.length + 1)
  const updateRow = (id: number, part: Partial<TierInput>) =>
    setRows(rows.map((row) => (row.id === id ? { ...row, ...part } : row)))
  const blankRow = { id: stored.length, daysBefore: "", refundPercent: "" }
  return (
    <fieldset className="field gap-3" id="paliers" tabIndex={-1} aria-describedby={error ? "paliers-error" : undefined}>
      <DraftRows
        name="tiers"
        fields={["palierJours", "palierPourcent"]}
        rows={rows.map(({ daysBefore, refundPercent }) => ({ daysBefore, refundPercent }))}
        onRestore={(restored) => setRows(restored.map((row) => ({ ...row, id: nextId.current++ })))}
      />
      <legend className="field-label">Remboursement d’une annulation par le client</legend>
      <p className="hint">
        Chaque palier vaut à partir de ce nombre de jours avant l’événement, jusqu’au palier suivant.
      </p>
      <ol className="stack gap-3">
        {(hydrated ? rows : [...rows, blankRow]).map(({ id, daysBefore, refundPercent }, index) => (
          <li key={id} className={index === rows.length ? "tier without-script" : "tier"}>
            <TierField
              name="palierJours"
              label="Jours avant"
              tier={index + 1}
              suffix="jours"
              value={daysBefore}
              onType={(text) => updateRow(id, { daysBefore: text })}
            />
            <TierField
              name="palierPourcent"
              label="Remboursé"
              tier={index + 1}
              suffix="%"
              value={refundPercent}
              onType={(text) => updateRow(id, { refundPercent: text })}
            />
            <NeedsScript>
              <IconButton
                label={`Retirer le palier ${index + 1}`}
                icon={Trash}
                onClick={() => setRows(rows.filter((row) => row.id !== id))}
              />
            </NeedsScript>
          </li>
        ))}
      </ol>
      {error && <FieldError id="paliers-error">{error}</FieldError>}
      {rows.length < MAX_TIERS && (
        <NeedsScript>
          <Button
            type="button"
            variant="secondary"
            size="small"
            className="justify-self-start"
            icon={Plus}
            onClick={() => setRows([...rows, { id: nextId.current++, daysBefore: "", refundPercent: "" }])}
          >
            Ajouter un palier
          </Button>
        </NeedsScript>
      )}
      <Sentences rows={rows} />
    </fieldset>
  )
}

type TierFieldProps = {
  name: string
  label: string
  tier: number
  suffix: string
  value: string
  onType: (text: string) => void
}

/** Never required: an empty row is ignored. */
function TierField({ name, label, tier, suffix, value, onType }: TierFieldProps) {
  return (
    <Field
      label={
        <>
          {label}
          <span className="sr-only">, palier {tier}</span>
        </>
      }
    >
      {(control) => (
        <div className="input-box">
          <input
            {...control}
            required={false}
            className="input"
            name={name}
            value={value}
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            onChange={({ target }) => onType(target.value)}
          />
          <span className="input-suffix">{suffix}</span>
        </div>
      )}
    </Field>
  )
}

function Sentences({ rows }: { rows: readonly TierInput[] }) {
  const tiers = readTiers(rows)
  return (
    <div className="small" aria-live="polite" aria-label="Ce que diront vos conditions" role="group">
      <p className="soft">Vos conditions diront&nbsp;:</p>
      {tiers.ok ? (
        <ul className="list-disc pl-5">
          {cancellationSentences(tiers.value).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p>Complétez les paliers pour lire la phrase.</p>
      )}
    </div>
  )
}
