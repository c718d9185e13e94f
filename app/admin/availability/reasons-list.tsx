import type { Day } from "../../../domain/day.ts"
import { dayLong, daysLong } from "../../../domain/day-labels.ts"
import { daysLabel } from "../../../domain/pricing/price-labels.ts"
import type { ClosedReason } from "./view.ts"

const MAX_REASONS = 12

export function ReasonsList({ reasons, several }: { reasons: readonly ClosedReason[]; several: boolean }) {
  if (reasons.length === 0) return null
  return (
    <section className="panel stack gap-2" aria-labelledby="jours-bloques">
      <h2 className="title-card" id="jours-bloques">
        Jours bloqués
      </h2>
      <ul className="stack gap-1 small">
        {reasons.slice(0, MAX_REASONS).map(({ productName, days, reason }) => (
          <li key={`${productName} ${reason}`}>
            <strong>{reason ?? "Sans motif"}</strong>&nbsp;: {several && `${productName}, `}
            {closedMessage(days)}
          </li>
        ))}
      </ul>
      {reasons.length > MAX_REASONS && <p className="small soft">Et {reasons.length - MAX_REASONS} autres motifs.</p>}
    </section>
  )
}

export function closedMessage(days: readonly Day[]): string {
  const words = daysLong(days)
  const [first, last] = [days[0], days.at(-1)]
  if (words.length <= 80 || first === undefined || last === undefined) return words
  return `${daysLabel(days.length)} entre le ${dayLong(first)} et le ${dayLong(last)}`
}
