import { useId } from "react"
import type { Cloud } from "../../../../isomorphic/word-cloud/word-cloud.ts"
import { TableclothDivider } from "../../../ui/tablecloth-divider.tsx"
import { classes } from "../../../ui/classes.ts"

type WordCloudProps = {
  wide: Cloud
  narrow: Cloud
}

export function WordCloud({ wide, narrow }: WordCloudProps) {
  const heading = useId()
  if (wide.words.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <div className="on-night">
        <div className="page section stack gap-6">
          <h2 id={heading} className="title-page">
            Notre ADN en quelques mots
          </h2>
          <CloudDrawing cloud={wide} className="word-cloud-wide" />
          <CloudDrawing cloud={narrow} className="word-cloud-narrow" />
          <ul className="sr-only" aria-label="Les mots du nuage">
            {wide.words.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      </div>
      <TableclothDivider />
    </section>
  )
}

function CloudDrawing({ cloud: { width, height, words }, className }: { cloud: Cloud; className: string }) {
  const title = useId()
  return (
    <svg
      className={classes("word-cloud", className)}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-labelledby={title}
    >
      <title id={title}>{`Nuage de ${words.length} mots, énumérés à la suite`}</title>
      {words.map(({ text, x, y, size, rotation, tone }) => (
        <text
          key={text}
          x={x}
          y={y}
          fontSize={size}
          textAnchor="middle"
          transform={rotation === 90 ? `rotate(90 ${x} ${y})` : undefined}
          className={`word-tone-${tone}`}
        >
          {text}
        </text>
      ))}
    </svg>
  )
}
