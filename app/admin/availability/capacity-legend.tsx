export function CapacityLegend() {
  const items = [
    { look: "room-0", label: "Tout est libre" },
    { look: "room-2", label: "En partie pris" },
    { look: "room-4", label: "Complet" },
    { look: "room-closed", label: "Bloqué" },
    { look: "room-closed room-kept", label: "Réservé, le reste bloqué" },
  ]
  return (
    <ul className="legend">
      {items.map(({ look, label }) => (
        <li key={look}>
          <span className={`planning-key room ${look}`} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  )
}
