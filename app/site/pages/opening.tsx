import type { ReactNode } from "react"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { classes } from "../../ui/classes.ts"
import { Prose } from "../../kit/prose.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"

type PageOpeningProps = {
  title: string
  lead: SafeHtml | null
  actions?: ReactNode
  picture?: ReactNode
}

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

export function UnwrittenPicture({ image, sizes }: { image: Picture; sizes: string }) {
  return (
    <div className="card">
      <Photo image={image} sizes={sizes} first />
    </div>
  )
}
