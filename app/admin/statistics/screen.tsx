import { Tabs } from "../../ui/tabs.tsx"
import { Link, href } from "react-router"
import { type Day, type Month, isMonth } from "../../../domain/day.ts"
import { dayLong, dayMedium, dayShort, monthLong } from "../../../domain/day-labels.ts"
import { BarChart, Share } from "../../ui/bar-chart.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { buildScale } from "../../ui/chart-scale.ts"
import { DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { screens } from "../kit/screens.ts"
import { dayNumber, monthLetter } from "../kit/chart-labels.ts"
import { QuoteStatistics } from "./quotes.tsx"
import { type StatisticsView, twelveMonths } from "./view.ts"

const number = new Intl.NumberFormat("fr-FR")
const periods = { days: "30 derniers jours", months: "12 derniers mois" } as const

/** Counts only visitors who consented (D23). */
export function StatisticsScreen({ view }: { view: StatisticsView }) {
  const { period, total, from, to } = view
  return (
    <>
      <h1 className="title-page">{screens.statistics.title}</h1>
      <Tabs
        label="Période"
        tabs={[
          { label: periods.days, href: screens.statistics.to, current: period === "days" },
          {
            label: periods.months,
            href: `${screens.statistics.to}?periode=${twelveMonths}`,
            current: period === "months",
          },
        ]}
      />
      <section className="panel stack" aria-labelledby="pages-vues">
        <h2 className="title-block" id="pages-vues" data-result>
          Pages vues, {periods[period]}
        </h2>
        {total === 0 ? (
          <EmptyState
            title="Aucune page vue pour le moment"
            headingLevel={3}
            action={
              <ButtonLink to={href("/legal/cookies")} variant="secondary" size="small">
                Lire ce que le site leur en dit
              </ButtonLink>
            }
          >
            Seuls les visiteurs qui acceptent la mesure d’audience sont comptés. Leurs pages vues se dessineront ici.
          </EmptyState>
        ) : (
          <>
            <p className="figure" data-result>
              {number.format(total)}
            </p>
            <p className="small soft">
              Du {dayMedium(from)} au {dayMedium(to)}. Seuls les visiteurs qui acceptent la mesure d’audience sont
              comptés&nbsp;: votre site est lu davantage. Les robots, les navigateurs qui refusent d’être suivis et vos
              propres visites quand vous êtes connecté comme administrateur ne comptent pas.
            </p>
            <Views view={view} />
          </>
        )}
      </section>
      <QuoteStatistics quotes={view.quotes} period={periods[period]} />
      {total > 0 && <Pages view={view} />}
      {total > 0 && view.products.rows.length > 0 && <Products view={view} />}
    </>
  )
}

function Views({ view: { period, steps, total } }: { view: StatisticsView }) {
  const isByMonth = period === "months"
  const stepLabel = (step: Day | Month) => (isMonth(step) ? monthLong(step) : dayLong(step))
  const max = steps.reduce((best, each) => (each.views > best.views ? each : best))
  const label = `Pages vues, ${isByMonth ? "mois par mois" : "jour par jour"}`
  return (
    <BarChart
      label={label}
      summary={`${label}\u00a0: ${viewsLabel(total)} en tout, ${number.format(max.views)} au plus haut, ${isByMonth ? "en" : "le"} ${stepLabel(max.step)}.`}
      scale={buildScale(
        steps.map(({ views }) => views),
        { whole: true },
      )}
      tickText={(value) => number.format(value)}
      bars={steps.map(({ step, views }, index) => ({
        key: step,
        value: views,
        title: `${isMonth(step) ? monthLong(step) : dayShort(step)}\u00a0: ${viewsLabel(views)}`,
        label: isMonth(step) ? monthLetter(step) : dayNumber(step),
        marked: index === steps.length - 1,
      }))}
    >
      <DataTable
        caption={label}
        rows={steps.toReversed()}
        rowKey={({ step }) => step}
        columns={[
          { key: "step", label: isByMonth ? "Mois" : "Jour", cell: ({ step }) => stepLabel(step) },
          { key: "views", label: "Pages vues", phone: "lead", cell: ({ views }) => number.format(views), end: true },
        ]}
      />
    </BarChart>
  )
}

type PageRow = StatisticsView["pages"][number]

function Pages({ view: { pages, otherPages, total } }: { view: StatisticsView }) {
  const shareCell = ({ views }: PageRow) => <Share percent={Math.round((views / total) * 100)} />
  return (
    <section className="panel stack" aria-labelledby="pages">
      <h2 className="title-block" id="pages">
        Pages les plus vues
      </h2>
      <DataTable
        caption="Les plus vues d’abord"
        captionHidden
        rows={pages}
        rowKey={({ page }) => page}
        columns={[
          { key: "page", label: "Page", cell: pageName },
          { key: "share", label: "Part", phone: "labelled", cell: shareCell },
          { key: "views", label: "Vues", phone: "lead", cell: ({ views }) => number.format(views), end: true },
        ]}
      />
      {otherPages > 0 && (
        <p className="small soft">
          {otherPages > 1 ? `${otherPages} autres pages ont été vues.` : "Une autre page a été vue."}
        </p>
      )}
    </section>
  )
}

function Products({ view: { period, products } }: { view: StatisticsView }) {
  const periodQuery = period === "months" ? `periode=${twelveMonths}&` : ""
  return (
    <section className="panel stack" aria-labelledby="produits">
      <h2 className="title-block" id="produits">
        Des produits vus aux demandes
      </h2>
      <p className="small soft">
        Les consultations ne comptent que les visiteurs qui l’acceptent&nbsp;: le rapport des deux n’est pas un taux.
      </p>
      <DataTable
        caption="Consultations de la page de chaque produit, et demandes de réservation"
        captionHidden
        rows={products.rows}
        rowKey={({ id }) => id}
        columns={[
          { key: "product", label: "Produit", cell: productName },
          {
            key: "views",
            label: "Consultations de la page",
            phone: "labelled",
            cell: ({ views }) => number.format(views),
            end: true,
          },
          {
            key: "requests",
            label: "Demandes",
            phone: "labelled",
            cell: ({ requests }) => number.format(requests),
            end: true,
          },
        ]}
      />
      <Pagination
        page={products.page}
        pages={products.pages}
        href={(page) => `${screens.statistics.to}?${periodQuery}page=${page}`}
        label="Pages de produits"
      />
    </section>
  )
}

function pageName({ page, name, exists }: PageRow) {
  return exists ? <Link to={page}>{name}</Link> : name
}

function productName({ id, name }: StatisticsView["products"]["rows"][number]) {
  return <Link to={href("/admin/products/:id", { id })}>{name}</Link>
}

function viewsLabel(views: number): string {
  return views > 1 ? `${number.format(views)} pages vues` : views === 1 ? "une page vue" : "aucune page vue"
}
