import type { ReactNode } from "react"
import { Unbroken } from "./unbroken.tsx"

export type ReceiptLine = {
  label: ReactNode
  /** How it was counted: "2 jours × 250 €". */
  detail?: ReactNode
  amount: ReactNode
}

/** Labels at the left, amounts at the right. */
export function ReceiptLines({ lines }: { lines: readonly ReceiptLine[] }) {
  return (
    <dl className="lines">
      {lines.map((line, index) => (
        <div key={index}>
          <dt>
            {line.label}
            {line.detail && (
              <small>
                <Unbroken>{line.detail}</Unbroken>
              </small>
            )}
          </dt>
          <dd>{line.amount}</dd>
        </div>
      ))}
    </dl>
  )
}

export type ReceiptProps = {
  title: string
  subtitle?: ReactNode
  lines: readonly ReceiptLine[]
  totalLabel: string
  /** Null while there is none yet. */
  total: ReactNode | null
  /** In small type under the total. */
  note?: ReactNode
  headingLevel?: 2 | 3
  /** True where the total changes before one's eyes. */
  live?: boolean
  children?: ReactNode
}

/** A till receipt, torn off at the bottom. */
export function Receipt({
  title,
  subtitle,
  lines,
  totalLabel,
  total,
  note,
  headingLevel = 2,
  live,
  children,
}: ReceiptProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="receipt-shadow">
      <div className="receipt">
        <Heading className="title-card">{title}</Heading>
        {subtitle && <p className="small soft">{subtitle}</p>}
        <div className="mt-4">
          <ReceiptLines lines={lines} />
        </div>
        {total !== null && (
          <p className="total" aria-live={live ? "polite" : undefined} aria-atomic={live || undefined}>
            <span>{totalLabel}</span> <strong>{total}</strong>
          </p>
        )}
        {note && <div className="fine soft mt-4">{note}</div>}
        {children}
      </div>
    </div>
  )
}
