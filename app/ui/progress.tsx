import type { ReactNode } from "react"

export type ProgressProps = {
  label: string
  /** 0 to 1; absent while it cannot be known. */
  value?: number | undefined
  hint?: ReactNode
}

/** How far some long work has come. */
export function Progress({ label, value, hint }: ProgressProps) {
  const percent = value === undefined ? undefined : Math.round(value * 100)
  return (
    <div className="progress">
      <div className="progress-head">
        <span>{label}</span>
        {percent !== undefined && (
          <span>
            {percent}
            {"\u202f"}%
          </span>
        )}
      </div>
      <progress className="bar" aria-label={label} value={percent} max={100} />
      {hint && <p className="hint">{hint}</p>}
    </div>
  )
}

/** Time that runs out, on night: the words say it, the bar repeats it. `share` is what is left, 0 to 1. */
export function TimeLeft({ children, share }: { children: ReactNode; share: number }) {
  return (
    <div className="time-left">
      <span>{children}</span>
      <progress className="bar" aria-hidden="true" value={Math.round(share * 100)} max={100} />
    </div>
  )
}
