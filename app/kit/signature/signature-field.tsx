import { type ReactNode, useState } from "react"
import { FieldError } from "../../ui/field.tsx"
import { useHydrated } from "../../ui/use-hydrated.ts"
import { SignaturePad } from "./signature-pad.tsx"

type SignatureFieldProps = {
  id: string
  legend?: ReactNode
  /** Absent where the form's own field for the name is the typed signature. */
  typedLabel?: string
  values: Readonly<Record<string, string>>
  error: string | undefined
}

export function SignatureField({ id, legend = "Signature", typedLabel, values, error }: SignatureFieldProps) {
  const hydrated = useHydrated()
  const [kind, setKind] = useState<"typed" | "drawn">(values["kind"] === "drawn" ? "drawn" : "typed")
  const errorId = error ? `${id}-erreur` : undefined
  const isDrawn = hydrated && kind === "drawn"
  const kindChoice = (value: "typed" | "drawn", label: string) => (
    <label className="choice">
      <input
        type="radio"
        name="kind"
        value={value}
        id={hydrated && value === "typed" ? id : undefined}
        checked={kind === value}
        onChange={() => setKind(value)}
      />
      <b>{label}</b>
    </label>
  )
  return (
    <fieldset className="field" aria-describedby={errorId}>
      <legend className="field-label">{legend}</legend>
      <div className="choices signature-ways needs-script">
        {kindChoice("typed", "Taper mon nom")}
        {kindChoice("drawn", "Dessiner")}
      </div>
      {isDrawn ? (
        <SignaturePad
          name="strokes"
          initialStrokes={values["strokes"] ?? ""}
          invalid={error !== undefined}
          describedBy={errorId}
        />
      ) : typedLabel === undefined ? null : (
        <input
          id={hydrated ? `${id}-tapee` : id}
          className="input signature-typed"
          name="typed"
          defaultValue={values["typed"] ?? ""}
          autoComplete="off"
          spellCheck={false}
          aria-label={typedLabel}
          aria-invalid={error ? true : undefined}
          aria-describedby={errorId}
        />
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
