import type { ReactNode } from "react"
import { classes } from "./classes.ts"

type CardProps = {
  photo?: ReactNode
  children: ReactNode
  foot?: ReactNode
  night?: boolean
  horizontal?: boolean
  className?: string
}

export function Card({ photo, children, foot, night, horizontal, className }: CardProps) {
  return (
    <article className={classes("card", night && "on-night card-night", horizontal && "card-across", className)}>
      {photo}
      <div className="card-body">
        {children}
        {foot && <div className="card-foot">{foot}</div>}
      </div>
    </article>
  )
}
