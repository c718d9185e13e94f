import { dayWithWeekday, monthLong } from "../../../domain/day-labels.ts"
import { type Day, type Month, monthOf } from "../../../domain/day.ts"

export function ConfirmedDays({ days, units }: { days: readonly Day[]; units: number }) {
  const title = <h3 className="title-card inline">Réservations confirmées à venir</h3>
  if (days.length === 0)
    return (
      <div>
        {title}
        <p className="soft">Aucune réservation pour le moment</p>
      </div>
    )
  return (
    <details className="stack">
      <summary>{title}</summary>
      {units > 1 && <p className="small soft">Nous en avons {units}&nbsp;: le calendrier indique s’il en reste un.</p>}
      {groupByMonth(days).map(({ month, days: booked }) => (
        <div key={month}>
          <h4 className="small mb-1">{monthLong(month)}</h4>
          <ul className="flex flex-wrap gap-2">
            {booked.map((day) => (
              <li key={day} className="tag bg-paper-sunk text-ink">
                <time dateTime={day}>{dayWithWeekday(day)}</time>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </details>
  )
}

function groupByMonth(days: readonly Day[]): { month: Month; days: Day[] }[] {
  const months = [...new Set(days.map(monthOf))]
  return months.map((month) => ({ month, days: days.filter((day) => monthOf(day) === month) }))
}
