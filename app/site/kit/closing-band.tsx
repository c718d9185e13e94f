import { useId, type ReactNode } from "react"

export type ClosingBandProps = {
  title: string
  text: ReactNode
  /** What to do now. */
  children: ReactNode
}

/** The last thing a page says: where to go from here. */
export function ClosingBand({ title, text, children }: ClosingBandProps) {
  const heading = useId()
  return (
    <section className="page closing" aria-labelledby={heading}>
      <div className="stack gap-2">
        <h2 id={heading} className="title-page">
          {title}
        </h2>
        <p className="lead soft max-w-measure">{text}</p>
      </div>
      <div className="cluster">{children}</div>
    </section>
  )
}
