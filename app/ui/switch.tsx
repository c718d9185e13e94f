import type { InputHTMLAttributes, ReactNode } from "react"

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role" | "className"> & {
  /** Without it, use `aria-label` or `aria-labelledby`. */
  label?: ReactNode
}

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
