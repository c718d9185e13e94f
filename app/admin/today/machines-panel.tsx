import { Link, href } from "react-router"
import { printsLabel } from "../../../domain/catalog/supplies.ts"
import type { UnitCheck } from "../../../server/bookings/machines/checks.ts"
import type { UnitPrints } from "../../../server/bookings/machines/supplies.ts"
import { CountBadge } from "../../ui/count-badge.tsx"
import type { TodayView } from "./view.ts"

type MachineMatter = { key: string; productId: string; unit: number; title: string; text: string; part: string }

export function MachinesPanel({ checksDue, printsToOrder }: Pick<TodayView, "checksDue" | "printsToOrder">) {
  const matters: MachineMatter[] = [...checksDue.map(toCheckMatter), ...printsToOrder.map(toPrintsMatter)]
  if (matters.length === 0) return null
  return (
    <section className="panel stack" aria-labelledby="machines">
      <h2 className="title-block" id="machines">
        Machines <CountBadge count={matters.length} />
      </h2>
      <ul>
        {matters.map(({ key, productId, unit, title, text, part }) => (
          <li className="request" key={key}>
            <div>
              <h3 className="request-title">
                <Link
                  to={`${href("/admin/products/:id/exemplaires/:number", { id: productId, number: String(unit) })}#${part}`}
                  className="wrap-anywhere"
                >
                  {title}
                </Link>
              </h3>
              <p className="small soft wrap-anywhere">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

const machineName = ({ productName, unit, label }: UnitCheck | UnitPrints) =>
  `${productName} n°\u00a0${unit}${label ? ` (${label})` : ""}`

function toCheckMatter(check: UnitCheck): MachineMatter {
  const { id, productId, unit, name } = check
  return { key: id, productId, unit, title: `Contrôle dû\u00a0: ${machineName(check)}`, text: name, part: "controles" }
}

function toPrintsMatter(prints: UnitPrints): MachineMatter {
  const { productId, unit, left } = prints
  return {
    key: `${productId}/${unit}`,
    productId,
    unit,
    title: `Papier à commander\u00a0: ${machineName(prints)}`,
    text: `Il reste ${printsLabel(left)}.`,
    part: "tirages-restants",
  }
}
