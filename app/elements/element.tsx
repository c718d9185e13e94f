import type { ReactNode } from "react"

/** `files` are those of app/ui that it shows: tests/browser/elements.spec.ts misses none. */
export function Element({ files, children }: { files: string; children: ReactNode }) {
  return (
    <section className="stack gap-5" aria-label={files} data-element={files}>
      <h2 className="title-section">{files}</h2>
      {children}
    </section>
  )
}
