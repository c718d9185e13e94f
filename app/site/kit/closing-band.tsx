import { useId, type ReactNode } from "react"

type ClosingBandProps = {
  title: string
  text: ReactNode
  children: ReactNode
}

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
