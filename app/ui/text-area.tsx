import type { TextareaHTMLAttributes } from "react"
import { Field, type FieldText } from "./field.tsx"

export type TextAreaProps = FieldText &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className" | "required">

/** Several lines of text. */
export function TextArea({ label, hint, error, optional, id, className, rows = 4, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => <textarea {...area} {...control} rows={rows} className="input" />}
    </Field>
  )
}
