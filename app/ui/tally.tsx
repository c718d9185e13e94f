/** A count beside a title; `unit` is read out after it ("3 demandes"). */
export function Tally({ count, unit }: { count: number; unit?: string }) {
  return (
    <span className="tally">
      {count}
      {unit && <span className="sr-only"> {unit}</span>}
    </span>
  )
}
