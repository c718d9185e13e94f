import { useId, type InputHTMLAttributes, type ReactNode } from "react"
import { classes } from "./classes.ts"
import { FieldError } from "./field.tsx"

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "type"> & {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  id?: string | undefined
}

export function Checkbox({ label, hint, error, id, className, ...input }: CheckboxProps) {
  const generated = useId()
  const boxId = id ?? generated
  const hintId = hint ? `${boxId}-hint` : undefined
  const errorId = error ? `${boxId}-error` : undefined
  return (
    <div className={classes("field", className)}>
      <label className="check">
        <input
          {...input}
          type="checkbox"
          id={boxId}
          aria-describedby={classes(errorId, hintId, input["aria-describedby"]) || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}
