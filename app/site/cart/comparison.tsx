import { comparableGroups } from "../../../domain/cart/compare.ts"
import { formatMoney } from "../../../domain/money.ts"
import { planPriceLabel } from "../../../domain/pricing/plan-labels.ts"
import { usualDayPlan } from "../../../domain/pricing/rate-plan.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import { FeatureList } from "../kit/included.tsx"
import type { CartLineView } from "./view.ts"

export function Comparisons({ lines }: { lines: readonly CartLineView[] }) {
  return comparableGroups(lines).map((group) => <Comparison key={group[0]?.id} lines={group} />)
}

function Comparison({ lines }: { lines: readonly CartLineView[] }) {
  const caption = `Comparer vos ${lines.length} locations aux mêmes dates`
  const isByDay = lines.every(({ plan }) => plan === null)
  const facts: { label: string; format: (line: CartLineView) => string }[] = [
    isByDay
      ? { label: "Par jour", format: ({ tariff }) => formatMoney(tariff.dailyPrice) }
      : { label: "Formule", format: planLabel },
    { label: "Avec vos options, pour ces dates", format: ({ total }) => formatMoney(total) },
    {
      label: isByDay ? "Pack photo, par jour" : "Pack photo",
      format: ({ tariff }) => `${formatMoney(tariff.photoPackPrice)} les ${tariff.photoPackQuantity}`,
    },
    {
      label: "Caution",
      format: ({ securityDeposit }) => (securityDeposit > 0 ? formatMoney(securityDeposit) : "aucune"),
    },
  ]
  return (
    <details className="panel compare">
      <summary>
        <strong>{caption}</strong> <span className="small soft">{lines[0] && rentalLabel(lines[0].when)}</span>
      </summary>
      <div className="compare-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <td />
              {lines.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {facts.map(({ label, format }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                {lines.map((line) => (
                  <td key={line.id}>{format(line)}</td>
                ))}
              </tr>
            ))}
            <tr>
              <th scope="row">Équipement</th>
              {lines.map(({ id, features }) => (
                <td key={id}>
                  <FeatureList features={features} />
                </td>
              ))}
            </tr>
          </tbody>
        </table>
      </div>
    </details>
  )
}

function planLabel({ plan, tariff }: CartLineView): string {
  const { name } = plan ?? usualDayPlan
  return `${name}, ${planPriceLabel(plan ?? usualDayPlan, tariff.dailyPrice)}`
}
