import { href } from "react-router"
import { reportLabels } from "../../../../domain/booking/condition-report.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import type { OwnerBookingView } from "./view.ts"

export function ConditionReports({ view: { day, booking } }: { view: OwnerBookingView }) {
  if (day === null) return null
  const params = { number: String(booking.number) }
  return (
    <section className="stack gap-2" aria-labelledby="etats-des-lieux">
      <h3 className="small font-strong" id="etats-des-lieux">
        États des lieux
      </h3>
      {day.reports.map(({ id, leg, damaged, at }) => (
        <p key={id} className="small">
          <a href={href("/admin/bookings/:number/etats-des-lieux/:report/pdf", { ...params, report: id })} download>
            {reportLabels[leg]} (PDF)
          </a>
          <span className="fine soft block">
            {instantLong(at)}
            {damaged && ", avec réserves"}
          </span>
        </p>
      ))}
      {booking.status === "confirmed" && (
        <p className="cluster">
          {(["out", "back"] as const).map((leg) => (
            <ButtonLink
              key={leg}
              to={href("/admin/bookings/:number/etat-des-lieux/:leg", {
                ...params,
                leg: leg === "out" ? "depart" : "retour",
              })}
              variant="secondary"
              size="small"
            >
              {reportLabels[leg]}
            </ButtonLink>
          ))}
        </p>
      )}
    </section>
  )
}
