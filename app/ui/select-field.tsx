import type { SelectHTMLAttributes } from "react"
import ChevronDown from "lucide-react/icons/chevron-down"
import { Field, type FieldText } from "./field.tsx"
import { Icon } from "./icon.tsx"

export type SelectOption = { value: string; label: string; disabled?: boolean }

type SelectFieldProps = FieldText &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, "id" | "className" | "required" | "children" | "multiple"> & {
    options: readonly SelectOption[]
    placeholder?: string | undefined
  }

export function SelectField({
  label,
  hint,
  error,
  optional,
  id,
  className,
  options,
  placeholder,
  ...select
}: SelectFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <div className="input-box">
          <select {...select} {...control} className="input">
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon icon={ChevronDown} />
        </div>
      )}
    </Field>
  )
}
