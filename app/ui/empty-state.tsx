import type { ReactNode } from "react"
import { Unbroken } from "./unbroken.tsx"

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  picture?: ReactNode
  headingLevel?: 1 | 2 | 3
}

export function EmptyState({ title, children, action, picture, headingLevel = 2 }: EmptyStateProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <div className="empty">
      {picture}
      <Heading className="title-section" data-result>
        <Unbroken>{title}</Unbroken>
      </Heading>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
