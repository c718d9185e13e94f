import { type FocusEvent, type ReactNode, useState } from "react"
import { type CorrectedField as Corrected, correct } from "../../../../domain/catalog/product-fields.ts"
import { TextField } from "../../../ui/text-field.tsx"
import { correctedMessage, fieldText } from "../../kit/catalog/corrected-messages.ts"

type CorrectedFieldProps = {
  field: Corrected
  label: string
  hint?: ReactNode
  suffix?: string
  /** Left empty it is asked for, not corrected. */
  required?: boolean
  id: string
  name: string
  defaultValue: string
  error?: string
}

/** A number that is corrected when one leaves the field, and told; without a script the server does the same. */
export function CorrectedField({ field, hint, required = false, ...input }: CorrectedFieldProps) {
  const [message, setMessage] = useState("")
  const leave = ({ currentTarget }: FocusEvent<HTMLInputElement>) => {
    const typed = currentTarget.value
    if (required && typed.trim() === "") return
    const { value, corrected } = correct(field, typed)
    setMessage(corrected ? correctedMessage(field, typed) : "")
    if (corrected) currentTarget.value = fieldText(field, value)
  }
  return (
    <div className="stack gap-2">
      <TextField
        {...input}
        hint={hint}
        optional={!required}
        inputMode={field === "photoPackPrice" ? "decimal" : "numeric"}
        autoComplete="off"
        onBlur={leave}
      />
      <p className="small text-warn empty:hidden" role="status">
        {message}
      </p>
    </div>
  )
}
