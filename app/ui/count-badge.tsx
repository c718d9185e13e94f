export function CountBadge({ count, unit }: { count: number; unit?: string }) {
  return (
    <span className="tally">
      {count}
      {unit && <span className="sr-only"> {unit}</span>}
    </span>
  )
}
