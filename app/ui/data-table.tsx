import type { ReactNode } from "react"
import { Link } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { Icon } from "./icon.tsx"

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  sort?: { href: string; direction?: "ascending" | "descending" }
  end?: boolean
}

export type DataTableProps<Row> = {
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** The roles survive the CSS that turns rows into cards on a phone. */
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
              aria-sort={sort?.direction}
              className={end ? "cell-end" : undefined}
              data-result={
                sort?.direction && `par ${label}, ${sort.direction === "ascending" ? "croissant" : "décroissant"}`
              }
            >
              {sort ? (
                <Link to={sort.href} preventScrollReset>
                  {label}
                  {sort.direction && <Icon icon={sort.direction === "ascending" ? ArrowUp : ArrowDown} size="small" />}
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
