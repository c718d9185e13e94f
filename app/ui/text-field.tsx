import type { InputHTMLAttributes, ReactNode } from "react"
import { Field, type FieldText } from "./field.tsx"
import { Icon, type LucideIcon } from "./icon.tsx"

export type TextFieldProps = FieldText &
  Omit<InputHTMLAttributes<HTMLInputElement>, "id" | "className" | "required"> & {
    icon?: LucideIcon | undefined
    suffix?: ReactNode
  }

export function TextField({
  label,
  hint,
  error,
  optional,
  marked,
  id,
  className,
  icon,
  suffix,
  type = "text",
  ...input
}: TextFieldProps) {
  return (
    <Field {...{ label, hint, error, optional, marked, id, className }}>
      {(control) =>
        icon || suffix ? (
          <div className="input-box">
            {icon && <Icon icon={icon} />}
            <input {...input} {...control} type={type} className="input" />
            {suffix && <span className="input-suffix">{suffix}</span>}
          </div>
        ) : (
          <input {...input} {...control} type={type} className="input" />
        )
      }
    </Field>
  )
}
