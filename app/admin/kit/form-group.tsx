import { type ReactNode, useId } from "react"

/** Fields of a long form that belong together, on a sheet of their own. */
export function FormGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className="panel stack" aria-labelledby={id}>
      <h2 className="title-card" id={id}>
        {title}
      </h2>
      {children}
    </section>
  )
}
