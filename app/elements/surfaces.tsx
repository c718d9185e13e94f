import Package from "lucide-react/icons/package"
import { BarChart, Share } from "../ui/bar-chart.tsx"
import { Breakable } from "../ui/breakable.tsx"
import { Card } from "../ui/card.tsx"
import { type Column, DataTable } from "../ui/data-table.tsx"
import { Fold } from "../ui/fold.tsx"
import { Photo } from "../ui/photo.tsx"
import { Receipt } from "../ui/receipt.tsx"
import { TableclothDivider } from "../ui/tablecloth-divider.tsx"
import { Tag } from "../ui/tag.tsx"
import { Unbroken } from "../ui/unbroken.tsx"
import { Element } from "./element.tsx"

const drawing =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 3'><path fill='#8ecae6' d='M0 0h4v3H0z'/><circle cx='2' cy='1.5' r='1' fill='#ffb703'/></svg>"
const image = {
  sources: [],
  src: `data:image/svg+xml,${encodeURIComponent(drawing)}`,
  width: 400,
  height: 300,
  alt: "Un rond jaune",
}
const months = [
  { key: "4", value: 420, label: "avr.", title: "avril\u00a0: 420\u00a0€" },
  { key: "5", value: 1280, label: "mai", title: "mai\u00a0: 1\u202f280\u00a0€", marked: true },
  { key: "6", value: 0, label: "juin", title: "juin\u00a0: rien" },
]
const rows = [
  { id: "1", name: "Photobooth Miroir", units: 3, state: "ok" as const },
  { id: "2", name: "Borne de table", units: 12, state: "late" as const },
]
const columns: readonly Column<(typeof rows)[number]>[] = [
  { key: "name", label: "Nom", cell: ({ name }) => name, sort: { href: "?tri=nom", direction: "ascending" } },
  { key: "units", label: "Exemplaires", cell: ({ units }) => units, end: true, phone: "labelled" },
  { key: "state", label: "État", cell: ({ state }) => <Tag tone={state}>{state}</Tag>, phone: "lead" },
]

export function SurfaceElements() {
  return (
    <>
      <Element files="card photo">
        <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
          <Card photo={<Photo image={image} sizes="20rem" first />} foot={<strong>240 €</strong>}>
            <h3 className="title-card">Carte</h3>
            <p>Une phrase.</p>
          </Card>
          <Card night>
            <h3 className="title-card">Carte de nuit</h3>
            <p>Une phrase.</p>
          </Card>
          <Card horizontal photo={<Photo image={image} sizes="10rem" ratio="square" first />}>
            <h3 className="title-card">Carte couchée</h3>
            <p>Une phrase.</p>
          </Card>
        </div>
        <Photo image={image} sizes="40rem" ratio="wide" caption="Une légende" first className="max-w-lg" />
      </Element>
      <Element files="receipt">
        <Receipt
          title="Votre location"
          subtitle="2 jours"
          lines={[
            { label: "Photobooth Miroir", detail: "2 jours", amount: "480 €" },
            { label: "Livraison", amount: "offerte" },
          ]}
          totalLabel="Total"
          total="480 €"
          note="Rien à payer aujourd’hui."
          headingLevel={3}
        />
      </Element>
      <Element files="data-table">
        <DataTable caption="Produits" rows={rows} rowKey={({ id }) => id} columns={columns} />
      </Element>
      <Element files="bar-chart">
        <BarChart
          label="Chiffre d’affaires"
          summary="Mai est le plus haut, à 1 280 €."
          bars={months}
          scale={{ top: 1500, ticks: [0, 500, 1000, 1500] }}
          tickText={(value) => `${value} €`}
        >
          <p>Le tableau des mêmes chiffres.</p>
        </BarChart>
        <Share percent={64} />
      </Element>
      <Element files="fold tablecloth-divider">
        <Fold title="Bloc plié" summary="3 choix" icon={Package}>
          <p>Son contenu.</p>
        </Fold>
        <Fold title="Bloc ouvert" summary="3 choix" icon={Package} open>
          <p>Son contenu.</p>
        </Fold>
        <TableclothDivider />
      </Element>
      <Element files="breakable unbroken">
        <p>
          <Breakable>camille.desrousseaux-delacourcelle@exemple-tres-long.example</Breakable>
        </p>
        <p>
          <Unbroken>{"Le prix\u00a0: 1\u202f280\u00a0€, le n°\u00a01042."}</Unbroken>
        </p>
      </Element>
    </>
  )
}
