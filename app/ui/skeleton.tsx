import type { ReactNode } from "react"
import { classes } from "./classes.ts"

export type SkeletonShape = "line" | "short" | "title" | "photo" | "block"

/** The place of something on its way; still, because nothing here loops. */
export function Skeleton({ shape = "line", className }: { shape?: SkeletonShape; className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        "skeleton",
        shape === "short" ? "skeleton-line skeleton-short" : `skeleton-${shape}`,
        className,
      )}
    />
  )
}

/** Says in words what is awaited, around the grey shapes. */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">{label}</span>
      {children}
    </div>
  )
}
