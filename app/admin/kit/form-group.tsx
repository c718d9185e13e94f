import { type ReactNode, useId } from "react"

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
