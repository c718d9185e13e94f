import { instantLong } from "../../../../domain/day-labels.ts"
import { type BookingEventView, eventSentence } from "./event-sentences.ts"

export function BookingTimeline({ events }: { events: readonly BookingEventView[] }) {
  return (
    <section className="stack gap-2" aria-labelledby="historique">
      <h3 className="title-block" id="historique">
        Historique
      </h3>
      {events.length === 0 ? (
        <p className="small soft">Rien d’enregistré.</p>
      ) : (
        <ol className="stack gap-2 border-l-2 border-line pl-4">
          {events.map((event, index) => (
            <li key={index} className="small wrap-anywhere">
              {eventSentence(event)}
              <br />
              <time className="fine soft" dateTime={event.at.toISOString()}>
                {instantLong(event.at)}
              </time>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
