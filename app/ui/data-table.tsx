import type { ReactNode } from "react"
import { Link } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { Icon } from "./icon.tsx"

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  /** Where its header leads, and how the rows are sorted by it now. */
  sort?: { href: string; now?: "ascending" | "descending" }
  /** Amounts and counts stand at the right. */
  end?: boolean
}

export type DataTableProps<Row> = {
  /** Names the table. */
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** Rows and columns; on a phone every row becomes a small sheet. The roles survive that change. */
export function DataTable<Row>({ caption, captionHidden, columns, rows, rowKey }: DataTableProps<Row>) {
  return (
    <table className="data-table" role="table">
      <caption className={captionHidden ? "sr-only" : undefined}>{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, label, sort, end }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              aria-sort={sort?.now}
              className={end ? "cell-end" : undefined}
              data-result={sort?.now && `par ${label}, ${sort.now === "ascending" ? "croissant" : "décroissant"}`}
            >
              {sort ? (
                <Link to={sort.href} preventScrollReset>
                  {label}
                  {sort.now && <Icon of={sort.now === "ascending" ? ArrowUp : ArrowDown} size="small" />}
                </Link>
              ) : (
                label
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {columns.map(({ key, label, cell, end }) => (
              <td key={key} role="cell" data-label={label} className={end ? "cell-end" : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
