import { useState } from "react"
import Minus from "lucide-react/icons/minus"
import Plus from "lucide-react/icons/plus"
import { IconButton } from "./icon-button.tsx"

type CounterProps = {
  name: string
  label: string
  increaseLabel: string
  decreaseLabel: string
  min?: number
  max?: number
  step?: number
  /** Controlled together with `onChange`; otherwise use `defaultValue`. */
  value?: number
  defaultValue?: number
  onChange?: (value: number) => void
  /** Return the same number to disable the button. */
  increase?: (value: number) => number
  decrease?: (value: number) => number
  id?: string
  disabled?: boolean
  "aria-describedby"?: string
  "aria-invalid"?: true
}

/** Without JavaScript the field alone does the work. */
export function Counter({
  name,
  label,
  increaseLabel,
  decreaseLabel,
  min = 0,
  max,
  step = 1,
  value,
  defaultValue = min,
  onChange,
  increase = (from) => Math.min(from + step, max ?? Infinity),
  decrease = (from) => Math.max(from - step, min),
  ...input
}: CounterProps) {
  const [ownValue, setOwnValue] = useState(defaultValue)
  const [draft, setDraft] = useState<string>()
  const [announcement, setAnnouncement] = useState("")
  const current = value ?? ownValue

  const set = (next: number) => {
    if (value === undefined) setOwnValue(next)
    onChange?.(next)
  }
  const press = (next: number) => {
    setDraft(undefined)
    if (next === current) return
    set(next)
    setAnnouncement(`${label} : ${next}`)
  }

  return (
    <div className="counter" role="group" aria-label={label}>
      <IconButton
        className="needs-script"
        icon={Minus}
        label={decreaseLabel}
        aria-disabled={decrease(current) === current || undefined}
        onClick={() => press(decrease(current))}
      />
      <input
        {...input}
        type="number"
        inputMode="numeric"
        name={name}
        aria-label={label}
        min={min}
        max={max}
        step={step}
        value={draft ?? current}
        onChange={(event) => {
          const typed = event.target.valueAsNumber
          setDraft(event.target.value)
          if (Number.isInteger(typed)) set(typed)
        }}
        // An invalid number stays as typed, to be refused next to it (D77).
        onBlur={() => setDraft((typed) => (Number.isInteger(Number(typed ?? "")) ? undefined : typed))}
      />
      <IconButton
        className="needs-script"
        icon={Plus}
        label={increaseLabel}
        aria-disabled={increase(current) === current || undefined}
        onClick={() => press(increase(current))}
      />
      <span className="sr-only" role="status">
        {announcement}
      </span>
    </div>
  )
}
