import { useId, type ReactNode } from "react"
import CircleAlert from "lucide-react/icons/circle-alert"
import { classes } from "./classes.ts"
import { Icon } from "./icon.tsx"
import { Unbroken } from "./unbroken.tsx"

export type FieldText = {
  label: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** "filter": neither required nor marked "facultatif". */
  optional?: boolean | "filter" | undefined
  /** For a field that no note above the form declares required. */
  marked?: boolean | undefined
  /** Needed for links from an error summary. */
  id?: string | undefined
  className?: string | undefined
}

type FieldControl = {
  id: string
  required: boolean
  "aria-describedby": string | undefined
  "aria-invalid": true | undefined
}

type FieldProps = FieldText & { children: (control: FieldControl) => ReactNode }

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

export function FieldError({ id, children }: { id?: string | undefined; children: ReactNode }) {
  return (
    <p className="error" id={id}>
      <Icon icon={CircleAlert} size="small" />
      <span>
        <Unbroken>{children}</Unbroken>
      </span>
    </p>
  )
}
