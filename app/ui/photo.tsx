import type { ReactNode } from "react"
import { classes } from "./classes.ts"

export type Picture = {
  sources: readonly { type: string; srcSet: string }[]
  src: string
  width: number
  height: number
  /** A tiny `data:` picture, blurred until the real one has loaded. */
  placeholder?: string | null
  /** Empty when the words beside it say the same. */
  alt: string
}

type PhotoProps = {
  image: Picture
  sizes: string
  caption?: ReactNode
  ratio?: "card" | "wide" | "square" | "fill"
  /** Loads first; all others load lazily. */
  first?: boolean | undefined
  className?: string
}

/** Fixed proportions, so that nothing moves when it arrives. */
export function Photo({ image, sizes, caption, ratio = "card", first = false, className }: PhotoProps) {
  const frame = (
    <span className={classes("photo", ratio !== "card" && `photo-${ratio}`, !caption && className)}>
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
    </span>
  )
  if (!caption) return frame
  return (
    <figure role="figure" aria-label={typeof caption === "string" ? caption : undefined} className={className}>
      {frame}
      <figcaption className="photo-note">{caption}</figcaption>
    </figure>
  )
}
