import type { ReactNode } from "react"
import { classes } from "./classes.ts"

export type Picture = {
  /** Best format first. */
  sources: readonly { type: string; srcSet: string }[]
  /** For a browser that knows none of them. */
  src: string
  width: number
  height: number
  /** A tiny `data:` picture shown, blurred, until the real one has come. */
  placeholder?: string | null
  /** What it shows; empty when the words beside it already say so. */
  alt: string
}

export type PhotoProps = {
  image: Picture
  /** How wide it is on the page, as in the `sizes` attribute. */
  sizes: string
  /** In the margin, at the right. */
  caption?: ReactNode
  ratio?: "card" | "wide" | "square" | "fill"
  /** The one picture that the visitor is waiting for: loaded first. All others wait to be near. */
  first?: boolean | undefined
  className?: string
}

/** A picture in a frame of fixed proportions: nothing moves when it arrives. */
export function Photo({ image, sizes, caption, ratio = "card", first = false, className }: PhotoProps) {
  const frame = (
    <div className={classes("photo", ratio !== "card" && `photo-${ratio}`, !caption && className)}>
      {image.placeholder && <img className="photo-blur" src={image.placeholder} alt="" aria-hidden="true" />}
      <picture>
        {image.sources.map((source) => (
          <source key={source.type} type={source.type} srcSet={source.srcSet} sizes={sizes} />
        ))}
        <img
          src={image.src}
          width={image.width}
          height={image.height}
          alt={image.alt}
          loading={first ? "eager" : "lazy"}
          fetchPriority={first ? "high" : "auto"}
          decoding="async"
        />
      </picture>
    </div>
  )
  if (!caption) return frame
  return (
    <figure role="figure" aria-label={typeof caption === "string" ? caption : undefined} className={className}>
      {frame}
      <figcaption className="photo-note">{caption}</figcaption>
    </figure>
  )
}
