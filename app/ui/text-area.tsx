import type { ReactNode, TextareaHTMLAttributes } from "react"
import { Field, type FieldText } from "./field.tsx"

export type TextAreaProps = FieldText &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, "id" | "className" | "required"> & {
    /** Between the label and the text. */
    tools?: ReactNode
  }

/** Several lines of text. */
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
