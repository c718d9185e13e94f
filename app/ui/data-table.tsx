import type { ReactNode } from "react"
import { Link } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import { classes } from "./classes.ts"
import { Icon } from "./icon.tsx"

export type Column<Row> = {
  key: string
  label: string
  cell: (row: Row) => ReactNode
  sort?: { href: string; direction?: "ascending" | "descending" }
  end?: boolean
  /** On a phone, where a row has no headers: the cell beside the first one, or a cell that keeps its label. */
  phone?: "lead" | "labelled"
}

type DataTableProps<Row> = {
  caption: string
  captionHidden?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}

/** The roles survive the CSS that lays rows out on a phone. */
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
            {columns.map(({ key, label, cell, end, phone }) => (
              <td
                key={key}
                role="cell"
                data-label={phone === "labelled" ? label : undefined}
                className={classes(end && "cell-end", phone === "lead" && "cell-lead")}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
