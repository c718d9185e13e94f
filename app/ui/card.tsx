import type { ReactNode } from "react"
import { classes } from "./classes.ts"

export type CardProps = {
  /** A `Photo`, with its caption in the paper margin. */
  photo?: ReactNode
  children: ReactNode
  /** The last line: a price at the left, a button at the right. */
  foot?: ReactNode
  /** Announces something to come. */
  night?: boolean
  /** Picture beside the words once there is room. */
  across?: boolean
  className?: string
}

/** A print with its paper margin. */
export function Card({ photo, children, foot, night, across, className }: CardProps) {
  return (
    <article className={classes("card", night && "on-night card-night", across && "card-across", className)}>
      {photo}
      <div className="card-body">
        {children}
        {foot && <div className="card-foot">{foot}</div>}
      </div>
    </article>
  )
}
