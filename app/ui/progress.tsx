import type { ReactNode } from "react"

type ProgressProps = {
  label: string
  /** 0 to 1; absent while unknown. */
  value?: number | undefined
  hint?: ReactNode
}

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

export function TimeLeft({ children, share }: { children: ReactNode; share: number }) {
  return (
    <div className="time-left">
      <span>{children}</span>
      <progress className="bar" aria-hidden="true" value={Math.round(share * 100)} max={100} />
    </div>
  )
}
