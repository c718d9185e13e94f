import type { DiffLine } from "./text-diff.server.ts"

/** null stands for omitted unchanged lines. */
export type DifferenceView = {
  from: number
  to: number
  titles: { before: string; after: string } | null
  lines: readonly (DiffLine | null)[]
}

export function VersionDifference({ difference: { from, to, titles, lines } }: { difference: DifferenceView }) {
  const isSame = titles === null && lines.every((line) => line === null || line.kind === "same")
  return (
    <section className="panel stack" aria-labelledby="differences">
      <h2 className="title-card" id="differences">
        De la version {from} à la version {to}
      </h2>
      {isSame && <p className="soft small">Les deux versions disent la même chose.</p>}
      {titles && (
        <p>
          Titre&nbsp;: <del>{titles.before}</del> <ins>{titles.after}</ins>
        </p>
      )}
      {!isSame && (
        <div className="max-h-112 overflow-auto" tabIndex={0} role="group" aria-label="Différences">
          <ol className="stack gap-1 small" aria-label="Lignes">
            {lines.map((line, index) => (
              <li key={`${index} ${line?.text.slice(0, 20) ?? ""}`} className="whitespace-pre-wrap wrap-anywhere">
                <Line line={line} />
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}

function Line({ line }: { line: DiffLine | null }) {
  if (line === null) return <span className="soft">…</span>
  switch (line.kind) {
    case "same":
      return <span className="soft">{line.text || "\u00a0"}</span>
    case "added":
      return (
        <ins>
          <span className="sr-only">Ajouté&nbsp;: </span>
          {line.text || "\u00a0"}
        </ins>
      )
    case "removed":
      return (
        <del>
          <span className="sr-only">Retiré&nbsp;: </span>
          {line.text || "\u00a0"}
        </del>
      )
  }
}
