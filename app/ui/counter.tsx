import { useState } from "react"
import Minus from "lucide-react/icons/minus"
import Plus from "lucide-react/icons/plus"
import { IconButton } from "./icon-button.tsx"

export type CounterProps = {
  name: string
  /** What is counted: it names the field. */
  label: string
  /** "Ajouter un pack photo". */
  increaseLabel: string
  /** "Retirer un pack photo". */
  decreaseLabel: string
  min?: number
  max?: number
  step?: number
  /** Given with `onChange`; otherwise the counter remembers by itself from `defaultValue`. */
  value?: number
  defaultValue?: number
  onChange?: (value: number) => void
  /** Where plus and minus lead, when it is not simply one step; answering the same number disables them. */
  increase?: (value: number) => number
  decrease?: (value: number) => number
  id?: string
  /** It is not asked for now: its value is not sent. */
  disabled?: boolean
  "aria-describedby"?: string
  "aria-invalid"?: true
}

/** Minus, a number field, plus. Without a script the field alone does the work. */
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
  const [own, setOwn] = useState(defaultValue)
  const [draft, setDraft] = useState<string>()
  const [said, setSaid] = useState("")
  const current = value ?? own

  const set = (next: number) => {
    if (value === undefined) setOwn(next)
    onChange?.(next)
  }
  const press = (next: number) => {
    setDraft(undefined)
    if (next === current) return
    set(next)
    setSaid(`${label} : ${next}`)
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
        // A number that cannot be counted stays as it was typed, to be refused beside it (D77).
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
        {said}
      </span>
    </div>
  )
}
