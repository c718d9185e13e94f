import type { ReactNode } from "react"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { classes } from "../../ui/classes.ts"
import { Prose } from "../../kit/prose.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"

export type PageOpeningProps = {
  title: string
  /** What the text says before its first heading. */
  lead: SafeHtml | null
  /** Buttons under the words. */
  actions?: ReactNode
  /** Beside the words once there is room. */
  picture?: ReactNode
}

/** How a page of the owner's begins: its title, its first words, and something to look at. */
export function PageOpening({ title, lead, actions, picture }: PageOpeningProps) {
  return (
    <div className={classes("page opening", Boolean(picture) && "opening-pictured")}>
      <div className="stack gap-5">
        <h1 className="title-page">{title}</h1>
        {lead && <Prose html={lead} className="opening-lead" />}
        {actions && <div className="cluster">{actions}</div>}
      </div>
      {picture}
    </div>
  )
}

/** Beside the words of a page that the owner has not written: one of the house's drawings. */
export function UnwrittenPicture({ image, sizes }: { image: Picture; sizes: string }) {
  return (
    <div className="card">
      <Photo image={image} sizes={sizes} first />
    </div>
  )
}
