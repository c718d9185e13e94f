import { useId, type ReactNode } from "react"
import { classes } from "./classes.ts"
import { FieldError } from "./field.tsx"

type RadioCard = {
  value: string
  label: ReactNode
  text?: ReactNode
  aside?: ReactNode
  picture?: ReactNode
  disabled?: boolean
}

type RadioCardsProps = {
  name: string
  legend: ReactNode
  options: readonly RadioCard[]
  value?: string
  defaultValue?: string
  onChange?: (value: string) => void
  hint?: ReactNode
  error?: ReactNode
  id?: string | undefined
  className?: string | undefined
}

export function RadioCards({
  name,
  legend,
  options,
  value,
  defaultValue,
  onChange,
  hint,
  error,
  id,
  className,
}: RadioCardsProps) {
  const generated = useId()
  const groupId = id ?? generated
  const hintId = hint ? `${groupId}-hint` : undefined
  const errorId = error ? `${groupId}-error` : undefined
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={error ? true : undefined}
      className={classes("field", className)}
      aria-describedby={classes(errorId, hintId) || undefined}
    >
      <legend className="field-label">{legend}</legend>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
      <div className="choices">
        {options.map((option, index) => (
          <label className="choice" key={option.value}>
            <input
              type="radio"
              id={index === 0 ? groupId : undefined}
              name={name}
              value={option.value}
              disabled={option.disabled}
              required
              {...(onChange
                ? { checked: value === option.value, onChange: () => onChange(option.value) }
                : { defaultChecked: (value ?? defaultValue) === option.value })}
            />
            {option.picture}
            <b>{option.label}</b>
            {option.aside && <span>{option.aside}</span>}
            {option.text && <span className="small">{option.text}</span>}
          </label>
        ))}
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
