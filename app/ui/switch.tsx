import type { InputHTMLAttributes, ReactNode } from "react"

export type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role" | "className"> & {
  /** Its sentence, at the left. Without it, name the switch with `aria-label` or `aria-labelledby`. */
  label?: ReactNode
}

/** On or off: a native checkbox that reads as a switch. */
export function Switch({ label, ...input }: SwitchProps) {
  const control = <input {...input} type="checkbox" role="switch" className="switch" />
  if (!label) return control
  return (
    <label className="switch-row">
      <span>{label}</span>
      {control}
    </label>
  )
}
