import type { LineChange, PriceChange } from "../../../../domain/booking/edit.ts"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { type Cents, formatMoney } from "../../../../domain/money.ts"
import { lineLabel } from "../../../../domain/pricing/price-labels.ts"
import type { PriceLine } from "../../../../domain/pricing/price.ts"
import { type Column, DataTable } from "../../../ui/data-table.tsx"

type PriceChangeTableProps = {
  change: PriceChange
  delivery: string
  distanceToConfirm: boolean
}

type Row = LineChange & { label: string }

export function PriceChangeTable({ change, delivery, distanceToConfirm }: PriceChangeTableProps) {
  const totalLabel = useTotalLabel()
  const amountCell = (line: PriceLine | null) => {
    if (!line) return <span className="soft">aucun</span>
    const { detail } = lineLabel(line, line.kind === "delivery" ? "" : undefined)
    return (
      <span>
        {formatMoney(line.amount)}
        {detail && (
          <>
            <br />
            <span className="fine soft">{detail}</span>
          </>
        )}
      </span>
    )
  }
  const afterCell = (row: Row) =>
    row.after?.kind === "delivery" && distanceToConfirm ? (
      <span>à confirmer</span>
    ) : row.after?.kind === "delivery" && delivery ? (
      <span>
        {formatMoney(row.after.amount)}
        <br />
        <span className="fine soft">{delivery}</span>
      </span>
    ) : (
      amountCell(row.after)
    )
  const columns: Column<Row>[] = [
    { key: "line", label: "Ligne", cell: lineName },
    { key: "before", label: "Avant", phone: "labelled", end: true, cell: (row) => amountCell(row.before) },
    { key: "after", label: "Après", phone: "labelled", end: true, cell: afterCell },
    {
      key: "difference",
      label: "Différence",
      phone: "lead",
      end: true,
      cell: ({ difference }) => differenceLabel(difference),
    },
  ]
  const rows = change.lines.map((line): Row => ({ ...line, label: (line.after ?? line.before)?.label ?? "" }))
  const key = (row: Row) => `${rows.indexOf(row)}`
  return (
    <div aria-live="polite">
      <DataTable caption="Prix avant et après" captionHidden rows={rows} rowKey={key} columns={columns} />
      <p className="total">
        <span>
          {totalLabel}, {formatMoney(change.before)} avant
          {distanceToConfirm && ", hors livraison"}
        </span>{" "}
        <strong>{formatMoney(change.after)}</strong>
      </p>
      <p className="small">
        Différence&nbsp;: <strong>{differenceLabel(change.difference)}</strong>
      </p>
    </div>
  )
}

function lineName({ label }: Row) {
  return <strong>{label}</strong>
}

export function differenceLabel(difference: Cents): string {
  if (difference === 0) return "aucune"
  return `${difference > 0 ? "+" : "−"}\u00a0${formatMoney(Math.abs(difference))}`
}
