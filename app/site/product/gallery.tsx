import { withElision } from "../../../domain/elision.ts"
import { type MouseEvent, useEffect, useId, useRef, useState } from "react"
import Play from "lucide-react/icons/play"
import type { Day } from "../../../domain/day.ts"
import { Icon } from "../../ui/icon.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"
import { ProductPhoto } from "../kit/product-photo.tsx"

export type GalleryPictureView = {
  id: string
  picture: Picture
  caption: string
  film: FilmView | null
}

type FilmView = {
  src: string
  type: string
  /** For those who cannot see or hear it. */
  about: string
  /** null when unknown. */
  seconds: number | null
  day: Day
}

type ProductGalleryProps = {
  name: string
  picture: Picture | null
  pictures: readonly GalleryPictureView[]
}

const sizes = "(min-width: 80rem) 39rem, (min-width: 60rem) 52vw, 92vw"

/** The thumbnails are links, so it works without JavaScript. */
export function ProductGallery({ name, picture, pictures }: ProductGalleryProps) {
  const prefix = useId()
  const strip = useRef<HTMLDivElement>(null)
  const views: readonly GalleryPictureView[] = [
    ...(picture ? [{ id: "principale", picture, caption: "", film: null }] : []),
    ...pictures,
  ]
  const current = useCurrentIndex(strip, views.length)
  if (views.length < 2 && pictures.length === 0) {
    return (
      <div className="card self-start">
        <ProductPhoto picture={picture} sizes={sizes} first />
      </div>
    )
  }
  const show = (event: MouseEvent<HTMLAnchorElement>, index: number) => {
    const box = strip.current
    if (!box || event.metaKey || event.ctrlKey || event.shiftKey) return
    // Keeps the product's address and the scroll position.
    event.preventDefault()
    box.scrollTo({ left: index * box.clientWidth })
  }
  return (
    <section className="card gallery self-start" aria-label={`Images ${withElision(name)}`}>
      {/* It scrolls, so the keyboard must reach it. */}
      <div ref={strip} className="gallery-strip" role="group" aria-label="Images, à faire défiler" tabIndex={0}>
        {views.map((view, index) => (
          <div key={view.id} id={`${prefix}${view.id}`} className="gallery-view">
            <ViewFigure view={view} name={name} first={index === 0} />
          </div>
        ))}
      </div>
      {views.length > 1 && (
        <ul className="cluster gap-2">
          {views.map((view, index) => (
            <li key={view.id}>
              <a
                href={`#${prefix}${view.id}`}
                className="gallery-thumb"
                aria-label={thumbLabel(view, index, views.length)}
                aria-current={index === current ? "true" : undefined}
                onClick={(event) => show(event, index)}
              >
                <Photo image={{ ...view.picture, alt: "" }} sizes="3.75rem" ratio="square" />
                {view.film && (
                  <span className="gallery-play">
                    <Icon icon={Play} size="small" />
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function ViewFigure({
  view: { picture, caption, film },
  name,
  first,
}: {
  view: GalleryPictureView
  name: string
  first: boolean
}) {
  const about = useId()
  if (film)
    return (
      // RGAA 1.9: picture and caption are one for every reader.
      <figure role="figure" aria-label={caption || undefined}>
        <div className="photo gallery-film">
          {/* Fetches and plays nothing before someone asks. */}
          <video
            controls
            muted
            playsInline
            preload="none"
            poster={picture.src}
            aria-label={caption || `Film\u00a0: ${name}`}
            aria-describedby={film.about ? about : undefined}
          >
            <source src={film.src} type={film.type} />
            <a href={film.src}>Télécharger le film</a>
          </video>
        </div>
        {caption && <figcaption className="small pt-2">{caption}</figcaption>}
        {film.about && (
          <details className="small soft pt-2">
            <summary>Ce que montre le film</summary>
            <p id={about}>{film.about}</p>
          </details>
        )}
      </figure>
    )
  if (caption === "") return <ProductPhoto picture={picture} sizes={sizes} first={first || undefined} />
  return (
    <figure role="figure" aria-label={caption}>
      <Photo image={picture} sizes={sizes} first={first} />
      <figcaption className="small pt-2">
        {caption}
        <span className="photo-note block">Photo non contractuelle</span>
      </figcaption>
    </figure>
  )
}

function thumbLabel({ caption, film }: GalleryPictureView, index: number, count: number): string {
  const position = `${film ? "Film" : "Image"} ${index + 1} sur ${count}`
  return caption ? `${position}\u00a0: ${caption}` : position
}

function useCurrentIndex(strip: { current: HTMLDivElement | null }, count: number): number {
  const [current, setCurrent] = useState(0)
  useEffect(() => {
    const box = strip.current
    if (!box || count < 2) return undefined
    const update = () => {
      const visibleIndex = Math.max(0, Math.min(count - 1, Math.round(box.scrollLeft / (box.clientWidth || 1))))
      setCurrent(visibleIndex)
      // A film that scrolled out of view must not play on.
      for (const [index, view] of [...box.children].entries())
        if (index !== visibleIndex) view.querySelector("video")?.pause()
    }
    box.addEventListener("scroll", update, { passive: true })
    return () => box.removeEventListener("scroll", update)
  }, [strip, count])
  return current
}
