import { Link, href } from "react-router"
import { dayLong, dayShort, monthLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { BarChart } from "../../ui/bar-chart.tsx"
import { buildScale } from "../../ui/chart-scale.ts"
import { DataTable } from "../../ui/data-table.tsx"
import { dayNumber, euroTick, monthLetter } from "../kit/chart-labels.ts"
import type { TodayView } from "./view.ts"

export function RevenuePanel({ months }: { months: TodayView["revenue"] }) {
  const currentMonth = months.at(-1)
  if (!currentMonth) return null
  const scale = buildScale(months.map(({ revenue }) => revenue))
  const highest = Math.max(...months.map(({ revenue }) => revenue))
  return (
    <section className="panel stack" aria-labelledby="chiffre">
      <div className="cluster between">
        <h2 className="title-block" id="chiffre">
          Chiffre du mois
        </h2>
        <Link to={href("/admin/finance/revenus")} className="small">
          Tous les chiffres
        </Link>
      </div>
      <p className="figure">{formatMoney(currentMonth.revenue)}</p>
      <p className="small soft">
        {currentMonth.bookings === 0
          ? `Aucune réservation confirmée ne commence en ${monthLong(currentMonth.month)}.`
          : `${currentMonth.bookings > 1 ? `${currentMonth.bookings.toLocaleString("fr-FR")} réservations confirmées commencent` : "Une réservation confirmée commence"} en ${monthLong(currentMonth.month)}.`}
      </p>
      <BarChart
        label="Chiffre des douze derniers mois"
        summary={`Chiffre des douze derniers mois, de ${monthLong(months[0]?.month ?? currentMonth.month)} à ${monthLong(currentMonth.month)}\u00a0: ${formatMoney(currentMonth.revenue)} ce mois-ci, ${formatMoney(highest)} au plus haut.`}
        scale={scale}
        tickText={euroTick}
        bars={months.map(({ month, revenue }) => ({
          key: month,
          value: revenue,
          label: monthLetter(month),
          title: `${monthLong(month)}\u00a0: ${formatMoney(revenue)}`,
          marked: month === currentMonth.month,
        }))}
      >
        <DataTable
          caption="Total des réservations confirmées, par mois de leur premier jour"
          rows={months.toReversed()}
          rowKey={({ month }) => month}
          columns={[
            { key: "month", label: "Mois", cell: ({ month }) => monthLong(month) },
            { key: "bookings", label: "Réservations", phone: "labelled", cell: ({ bookings }) => bookings, end: true },
            { key: "revenue", label: "Chiffre", phone: "lead", cell: ({ revenue }) => formatMoney(revenue), end: true },
          ]}
        />
      </BarChart>
    </section>
  )
}

export function OccupancyPanel({
  monthOccupancy: { month, units, percent, days },
  today,
}: Pick<TodayView, "monthOccupancy" | "today">) {
  if (percent === null) {
    return (
      <section className="panel stack" aria-labelledby="occupation">
        <h2 className="title-block" id="occupation">
          Occupation du mois
        </h2>
        <p className="small soft">
          <Link to={href("/admin/products")}>Activez un produit</Link> pour la lire.
        </p>
      </section>
    )
  }
  const machines = units > 1 ? `${units} exemplaires` : "un exemplaire"
  return (
    <section className="panel stack" aria-labelledby="occupation">
      <h2 className="title-block" id="occupation">
        Occupation du mois
      </h2>
      <p className="figure">{percent}&nbsp;%</p>
      <p className="small soft">
        Journées louées en {monthLong(month)}, sur {machines}.
      </p>
      <BarChart
        label="Occupation, jour par jour"
        summary={`Occupation en ${monthLong(month)}, jour par jour\u00a0: ${percent}\u00a0% sur le mois, ${Math.max(...days.map((each) => each.percent))}\u00a0% au plus haut.`}
        scale={{ top: 100, ticks: [0, 50, 100] }}
        tickText={(value) => `${value}\u00a0%`}
        bars={days.map((each) => ({
          key: each.day,
          value: each.percent,
          title: `${dayShort(each.day)}\u00a0: ${each.percent}\u00a0%`,
          marked: each.day === today,
          label: dayNumber(each.day),
        }))}
      >
        <DataTable
          caption={`Exemplaires loués par jour, sur ${units}`}
          rows={days}
          rowKey={({ day }) => day}
          columns={[
            { key: "day", label: "Jour", cell: ({ day }) => dayLong(day) },
            { key: "rented", label: "Loués", phone: "labelled", cell: ({ rented }) => rented, end: true },
            { key: "percent", label: "Occupation", phone: "lead", cell: (row) => `${row.percent}\u00a0%`, end: true },
          ]}
        />
      </BarChart>
    </section>
  )
}
