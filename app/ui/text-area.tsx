import type { ReactNode, TextareaHTMLAttributes } from "react"
import { Field, type FieldText } from "./field.tsx"

type TextAreaProps = FieldText &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className" | "required"> & {
    tools?: ReactNode
  }

export function TextArea({ label, hint, error, optional, id, className, rows = 4, tools, ...area }: TextAreaProps) {
  return (
    <Field {...{ label, hint, error, optional, id, className }}>
      {(control) => (
        <>
          {tools}
          <textarea {...area} {...control} rows={rows} className="input" />
        </>
      )}
    </Field>
  )
}
