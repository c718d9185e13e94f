import { Link, href } from "react-router"
import { type Column, DataTable } from "../../../ui/data-table.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import type { UnitLine } from "./view.ts"

export function ProductUnits({ productId, units }: { productId: string; units: readonly UnitLine[] }) {
  return (
    <section className="panel stack" id="exemplaires" aria-label="Exemplaires">
      <h2 className="title-card">Exemplaires</h2>
      <p className="small soft">{summary(units)} Le champ «&nbsp;Stock&nbsp;» en ajoute.</p>
      <DataTable
        caption="Les exemplaires de ce produit"
        captionHidden
        columns={columns(productId)}
        rows={units}
        rowKey={({ number }) => String(number)}
      />
    </section>
  )
}

function summary(units: readonly UnitLine[]): string {
  const retired = units.filter(({ isRetired }) => isRetired).length
  const repairs = units.reduce((sum, each) => sum + (each.isRetired ? 0 : each.repairs), 0)
  const counts = `${units.length - retired} en service${retired > 0 ? `, ${countLabel(retired, "retiré", "retirés", "")}` : ""}.`
  return repairs > 0 ? `${counts} ${countLabel(repairs, "réparation", "réparations", "")}.` : counts
}

function columns(productId: string): Column<UnitLine>[] {
  return [
    {
      key: "number",
      label: "Exemplaire",
      cell: ({ number, label }) => (
        <span className="min-w-0 break-words">
          <Link
            to={href("/admin/products/:id/exemplaires/:number", { id: productId, number: String(number) })}
            className="inline-flex min-h-11 items-center font-strong"
          >
            n°&nbsp;{number}
            {label && ` ${label}`}
          </Link>
        </span>
      ),
    },
    {
      key: "serial",
      label: "Numéro de série",
      phone: "labelled",
      cell: ({ serialNumber }) => <Text text={serialNumber} />,
    },
    { key: "since", label: "En service depuis", phone: "labelled", cell: ({ since }) => <Text text={since} /> },
    {
      key: "state",
      label: "État",
      phone: "lead",
      cell: ({ state: { tone, label } }) => <Tag tone={tone}>{label}</Tag>,
    },
  ]
}

function Text({ text }: { text: string | null }) {
  return text === null ? <span className="soft">Non noté</span> : <span className="wrap-anywhere">{text}</span>
}
