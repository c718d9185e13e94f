import { useId, type ReactNode } from "react"
import CircleAlert from "lucide-react/icons/circle-alert"
import { classes } from "./classes.ts"
import { Icon } from "./icon.tsx"
import { Unbroken } from "./unbroken.tsx"

/** What every field says of itself. */
export type FieldText = {
  label: ReactNode
  /** How to fill it in, before any mistake. */
  hint?: ReactNode
  /** What is wrong with what was sent. */
  error?: ReactNode
  /**
   * Fields are required; the few that are not say so ("facultatif"). "filter": a search or a filter, which narrows when it
   * is filled in and asks for nothing.
   */
  optional?: boolean | "filter" | undefined
  /** Says "obligatoire", where no note above the form says it of all fields. */
  marked?: boolean | undefined
  /** Needed when an error summary links to the field. */
  id?: string | undefined
  className?: string | undefined
}

/** What the wrapper hands to the control inside it. */
export type FieldControl = {
  id: string
  required: boolean
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

export type FieldProps = FieldText & { children: (control: FieldControl) => ReactNode }

/** Label above, control, then hint and error, tied together for who cannot see them. */
export function Field({ label, hint, error, optional = false, marked = false, id, className, children }: FieldProps) {
  const generated = useId()
  const fieldId = id ?? generated
  const hintId = hint ? `${fieldId}-hint` : undefined
  const errorId = error ? `${fieldId}-error` : undefined
  return (
    <div className={classes("field", className)}>
      <label htmlFor={fieldId} className="field-label">
        <Unbroken>{label}</Unbroken>
        {marked && <span className="field-optional"> (obligatoire)</span>}
        {optional === true && <span className="field-optional"> (facultatif)</span>}
      </label>
      {children({
        id: fieldId,
        required: !optional,
        "aria-describedby": classes(errorId, hintId) || undefined,
        "aria-invalid": error ? true : undefined,
      })}
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  )
}

/** The line under a field that says what is wrong. */
export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon of={CircleAlert} size="small" />
      <span>
        <Unbroken>{children}</Unbroken>
      </span>
    </p>
  )
}
