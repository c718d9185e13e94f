import type { ReactNode } from "react"
import { Unbroken } from "./unbroken.tsx"

export type ReceiptLine = {
  label: ReactNode
  detail?: ReactNode
  amount: ReactNode
}

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

type ReceiptProps = {
  title: string
  subtitle?: ReactNode
  lines: readonly ReceiptLine[]
  totalLabel: string
  /** null while there is none. */
  total: ReactNode | null
  note?: ReactNode
  headingLevel?: 2 | 3
  live?: boolean
  children?: ReactNode
}

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
