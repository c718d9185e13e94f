import { type ReactNode, useId } from "react"
import type { Scale } from "./chart-scale.ts"

type Bar = {
  key: string
  value: number
  label: string
  /** "juin 2027 : 4 280 €". */
  title: string
  marked?: boolean
}

type BarChartProps = {
  label: string
  summary: string
  bars: readonly Bar[]
  scale: Scale
  tickText: (value: number) => string
  /** A table for screen readers, which the switch shows to everybody. */
  children: ReactNode
}

/** The switch is a checkbox, so it works without JavaScript. */
export function BarChart({ label, summary, bars, scale, tickText, children }: BarChartProps) {
  const id = useId()
  const height = (value: number) => `${round((Math.min(value, scale.top) / scale.top) * 100)}%`
  const width = 100 / Math.max(1, bars.length)
  return (
    <figure className="chart" aria-label={label}>
      <div className="chart-drawing" role="img" aria-label={summary}>
        <svg className="chart-ticks" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <text
              key={tick}
              x="100%"
              y={`${round(100 - (tick / scale.top) * 100)}%`}
              textAnchor="end"
              dominantBaseline="middle"
            >
              {tickText(tick)}
            </text>
          ))}
        </svg>
        <svg aria-hidden="true">
          {scale.ticks.map((tick) => {
            const y = `${round(100 - (tick / scale.top) * 100)}%`
            return (
              <line key={tick} className={tick === 0 ? "chart-ground" : "chart-line"} x1="0" x2="100%" y1={y} y2={y} />
            )
          })}
          {bars.map(({ key, value, title, marked }, index) => (
            <g key={key}>
              <title>{title}</title>
              <rect
                className="chart-column"
                x={`${round(index * width)}%`}
                y="0"
                width={`${round(width)}%`}
                height="100%"
              />
              <rect
                className={marked ? "chart-bar chart-bar-marked" : "chart-bar"}
                x={`${round((index + 0.12) * width)}%`}
                y={`${round(100 - (Math.min(value, scale.top) / scale.top) * 100)}%`}
                width={`${round(width * 0.76)}%`}
                height={height(value)}
              />
            </g>
          ))}
        </svg>
        <div className="chart-labels" aria-hidden="true">
          {bars.map(({ key, label: text, marked }) => (
            <span key={key} className={marked ? "chart-label-marked" : undefined}>
              {text}
            </span>
          ))}
        </div>
      </div>
      <label className="chart-choice small" htmlFor={id}>
        <input type="checkbox" role="switch" className="switch chart-switch" id={id} autoComplete="off" />
        <span>
          Voir en tableau<span className="sr-only">&nbsp;: {label}</span>
        </span>
      </label>
      <div className="chart-table">{children}</div>
    </figure>
  )
}

export function Share({ percent }: { percent: number }) {
  return (
    <span className="share">
      <svg className="share-bar" aria-hidden="true">
        <rect className="share-whole" width="100%" height="100%" />
        <rect className="share-part" width={`${round(Math.max(0, Math.min(100, percent)))}%`} height="100%" />
      </svg>
      <span className="whitespace-nowrap">{percent}&nbsp;%</span>
    </span>
  )
}

function round(percent: number): number {
  return Math.round(percent * 100) / 100
}
