import { Link, href } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import type { PersonEventView } from "./view.ts"

export function PersonHistory({ id, events }: { id: string; events: readonly PersonEventView[] }) {
  return (
    <section className="panel stack gap-2" aria-labelledby="historique">
      <h2 className="title-card" id="historique">
        Historique
      </h2>
      {events.length === 0 && <p className="soft small">Rien n’est encore arrivé.</p>}
      <ul className="stack gap-2">
        {events.map(({ id: event, at, actorName, actText, number }) => (
          <li key={event} className="small wrap-anywhere">
            {actorName || "Le site"} {actText}
            {number !== null && (
              <>
                &nbsp;: <Link to={bookingPageHref(number)}>n°&nbsp;{number}</Link>
              </>
            )}
            <br />
            <time className="fine soft" dateTime={at.toISOString()}>
              {instantLong(at)}
            </time>
          </li>
        ))}
      </ul>
      {events.length > 0 && (
        <p className="small">
          <Link to={`${href("/admin/journal")}?${new URLSearchParams({ sujet: `profile:${id}` })}`}>
            Corrections dans le journal
          </Link>
        </p>
      )}
    </section>
  )
}
