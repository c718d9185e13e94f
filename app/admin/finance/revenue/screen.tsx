import { Link } from "react-router"
import Download from "lucide-react/icons/download"
import { monthLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { BarChart, Share } from "../../../ui/bar-chart.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { buildScale } from "../../../ui/chart-scale.ts"
import { DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { useVatMode } from "../../../kit/vat-mode.ts"
import { ListFilters } from "../../kit/list-filters.tsx"
import { orderParams, listHref, sortBy } from "../../kit/list-url.ts"
import { screens } from "../../kit/screens.ts"
import { euroTick, monthLetter } from "../../kit/chart-labels.ts"
import { FinanceTabs } from "../tabs.tsx"
import type { RevenueSort } from "../../../../server/money/finance/revenue.ts"
import { type RevenueView, revenueList } from "./view.ts"

const { path } = revenueList

const csvPath = (year: number) => `${path}.csv?annee=${year}`

export function RevenueScreen({ view }: { view: RevenueView }) {
  const vatMode = useVatMode()
  const { year, years, product, products, total } = view
  const currentYear = view.currentMonth.slice(0, 4)
  const others = years.map(String).filter((each) => each !== currentYear)
  const name = products.find(({ id }) => id === product)?.name
  return (
    <>
      <div className="cluster between">
        <h1 className="title-page">{screens.revenue.title}</h1>
        <ButtonLink variant="secondary" icon={Download} to={csvPath(year)} reloadDocument>
          Exporter {year} (CSV)
        </ButtonLink>
      </div>
      <FinanceTabs />
      <ListFilters
        href={path}
        filters={[
          {
            name: "annee",
            label: "Année",
            all: currentYear,
            options: others.map((each) => ({ value: each, label: each })),
            value: String(year) === currentYear ? "" : String(year),
          },
          ...(products.length > 0
            ? [
                {
                  name: "produit",
                  label: "Produit",
                  all: "Tous les produits",
                  options: products.map(({ id, name: label }) => ({ value: id, label })),
                  value: product,
                },
              ]
            : []),
        ]}
        preservedParams={orderParams(revenueList, view.url)}
        resultText={null}
      />
      <section className="panel stack" aria-labelledby="annee-chiffre">
        <h2 className="title-block" id="annee-chiffre" data-result>
          Chiffre d’affaires {year}
          {name && `, ${name}`}
        </h2>
        <p className="figure" data-result>
          {formatMoney(total.revenue)}
        </p>
        <p className="small soft">
          {total.bookings > 1
            ? `${total.bookings.toLocaleString("fr-FR")} réservations confirmées.`
            : total.bookings === 1
              ? "Une réservation confirmée."
              : "Aucune réservation confirmée."}{" "}
          Le chiffre est le total des réservations confirmées,{" "}
          {vatMode === "franchise" ? "options et livraison comprises" : "options, livraison et TVA comprises"}, compté
          au mois de leur premier jour, qu’elles soient payées ou non.
        </p>
        {total.bookings === 0 ? (
          <EmptyState title="Rien pour le moment" headingLevel={3}>
            Les réservations que vous confirmez pour {year} se dessineront ici, mois par mois.
          </EmptyState>
        ) : (
          <MonthChart view={view} />
        )}
      </section>
      {total.bookings > 0 && <Products view={view} />}
    </>
  )
}

function MonthChart({ view: { year, months, currentMonth, total } }: { view: RevenueView }) {
  const highest = months.reduce((best, each) => (each.revenue > best.revenue ? each : best))
  return (
    <BarChart
      label={`Chiffre d’affaires ${year}, mois par mois`}
      summary={`Chiffre d’affaires ${year}, mois par mois\u00a0: ${formatMoney(total.revenue)} sur l’année, ${formatMoney(highest.revenue)} au plus haut en ${monthLong(highest.month)}.`}
      scale={buildScale(months.map(({ revenue }) => revenue))}
      tickText={euroTick}
      bars={months.map(({ month, revenue }) => ({
        key: month,
        value: revenue,
        label: monthLetter(month),
        title: `${monthLong(month)}\u00a0: ${formatMoney(revenue)}`,
        marked: month === currentMonth,
      }))}
    >
      <DataTable
        caption={`Chiffre d’affaires ${year} par mois`}
        rows={months}
        rowKey={({ month }) => month}
        columns={[
          { key: "month", label: "Mois", cell: ({ month }) => monthLong(month) },
          { key: "bookings", label: "Réservations", phone: "labelled", cell: ({ bookings }) => bookings, end: true },
          { key: "revenue", label: "Chiffre", phone: "lead", cell: ({ revenue }) => formatMoney(revenue), end: true },
        ]}
      />
    </BarChart>
  )
}

function Products({ view: { url, year, byProduct, details, hasMoreDetails } }: { view: RevenueView }) {
  const { rows, revenue: totalRevenue, total, page, pages } = byProduct
  const shareCell = ({ revenue }: { revenue: number }) => (
    <Share percent={totalRevenue === 0 ? 0 : Math.round((revenue / totalRevenue) * 100)} />
  )
  const productCell = ({ productId, product }: (typeof rows)[number]) => (
    <Link to={listHref(revenueList, url, { filters: { ...url.filters, produit: productId } })}>{product}</Link>
  )
  const sort = (name: RevenueSort) => sortBy(revenueList, url, name)
  return (
    <section className="panel stack" aria-labelledby="par-produit">
      <h2 className="title-block" id="par-produit">
        Par produit
      </h2>
      <p className="small soft">
        Avec plusieurs produits, la livraison et les ajustements se partagent selon leurs prix.
      </p>
      <DataTable
        caption={`Chiffre d’affaires ${year} par produit`}
        rows={rows}
        rowKey={({ productId }) => productId}
        columns={[
          { key: "product", label: "Produit", sort: sort("produit"), cell: productCell },
          { key: "share", label: "Part", cell: shareCell },
          {
            key: "bookings",
            label: "Réservations",
            phone: "labelled",
            sort: sort("reservations"),
            cell: ({ bookings }) => bookings,
            end: true,
          },
          {
            key: "revenue",
            label: "Chiffre",
            phone: "lead",
            sort: sort("chiffre"),
            cell: ({ revenue }) => formatMoney(revenue),
            end: true,
          },
        ]}
      />
      <Pagination
        page={page}
        pages={pages}
        href={(number) => listHref(revenueList, url, { page: number })}
        label="Pages de produits"
      />
      <details>
        <summary className="link-alone">Détail par mois et par produit</summary>
        {details === null ? (
          <p className="small">
            Avec {total.toLocaleString("fr-FR")} produits, ce détail se lit mieux dans un tableur&nbsp;:{" "}
            <Link to={csvPath(year)} reloadDocument>
              le fichier CSV
            </Link>{" "}
            en contient toutes les lignes. Les mois d’un produit s’ouvrent par son nom, ci-dessus.
          </p>
        ) : (
          <>
            {hasMoreDetails && (
              <p className="small soft">Les {details.length} premières lignes. Le fichier CSV les a toutes.</p>
            )}
            <DataTable
              caption={`Chiffre d’affaires ${year} par mois et par produit`}
              captionHidden
              rows={details}
              rowKey={({ month, productId }) => `${month}/${productId}`}
              columns={[
                { key: "month", label: "Mois", cell: ({ month }) => monthLong(month) },
                { key: "product", label: "Produit", cell: ({ product }) => product },
                {
                  key: "bookings",
                  label: "Réservations",
                  phone: "labelled",
                  cell: ({ bookings }) => bookings,
                  end: true,
                },
                {
                  key: "revenue",
                  label: "Chiffre",
                  phone: "lead",
                  cell: ({ revenue }) => formatMoney(revenue),
                  end: true,
                },
              ]}
            />
          </>
        )}
      </details>
    </section>
  )
}
