import type { ReactNode } from "react"
import Check from "lucide-react/icons/check"
import { Icon, type LucideIcon } from "./icon.tsx"

export type Frame = {
  title: string
  text?: ReactNode
  state: "done" | "now" | "next" | "stopped"
  icon: LucideIcon
  aside?: ReactNode
}

export function FilmTimeline({
  label,
  frames,
  headingLevel = 3,
}: {
  label: string
  frames: readonly Frame[]
  headingLevel?: 2 | 3
}) {
  const Heading = `h${headingLevel}` as const
  return (
    <ol className="film" aria-label={label}>
      {frames.map(({ title, text, state, icon, aside }) => (
        <li key={title} className={`film-${state}`} aria-current={state === "now" ? "step" : undefined}>
          <span className="film-frame">
            <Icon icon={state === "done" ? Check : icon} />
          </span>
          <div>
            <Heading className="film-title">
              {title}
              {state === "done" && <span className="sr-only"> (fait)</span>}
              {state === "stopped" && <span className="sr-only"> (n’aura pas lieu)</span>}
            </Heading>
            {text && <p>{text}</p>}
          </div>
          {aside}
        </li>
      ))}
    </ol>
  )
}
