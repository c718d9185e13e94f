import { type EventDetails, eventFacts } from "../../../domain/leads/event-facts.ts"

export function EventFacts(event: EventDetails) {
  const facts = eventFacts(event)
  if (facts.length === 0) return null
  return (
    <dl className="lines">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
