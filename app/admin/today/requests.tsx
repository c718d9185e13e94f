import { CountBadge } from "../../ui/count-badge.tsx"
import { RequestList } from "../kit/booking/request-list.tsx"
import { bookingHref, refusingHref } from "./url.ts"
import type { TodayView } from "./view.ts"

export function TodayRequests({
  pending: { items, count, late, latest },
  answered,
  now,
}: Pick<TodayView, "pending" | "answered" | "now">) {
  return (
    <section className="panel stack" aria-labelledby="demandes">
      <h2 className="title-block" id="demandes">
        Demandes en attente <CountBadge count={count} />
      </h2>
      {count > 0 && <p className="small soft">{replyTimeText(late)}</p>}
      <RequestList
        bookings={items}
        count={count}
        latest={latest}
        answerLabels={answered}
        now={now}
        bookingHref={bookingHref}
        refusingHref={refusingHref}
      />
    </section>
  )
}

/** Customers are promised an answer within 24 hours (section 1). */
function replyTimeText(late: number): string {
  if (late === 0) return "Une réponse est promise dans les 24\u00a0h."
  return late > 1
    ? `${late} attendent depuis plus longtemps que les 24\u00a0h promises.`
    : "Une attend depuis plus longtemps que les 24\u00a0h promises."
}
