import { useId } from "react"
import { Photo, type Picture } from "../../ui/photo.tsx"

export type GalleryPictureView = { id: string; picture: Picture; caption: string }

/** More pictures of the machine and of what it prints, in the owner's order; nothing when there are none. */
export function ProductGallery({ pictures }: { pictures: readonly GalleryPictureView[] }) {
  const heading = useId()
  if (pictures.length === 0) return null
  return (
    <section aria-labelledby={heading} className="stack">
      <h2 id={heading} className="title-section">
        En images
      </h2>
      <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {pictures.map(({ id, picture, caption }) => (
          <li key={id}>
            {/* RGAA 1.9: picture and caption are one for every reader. */}
            <figure role="figure" aria-label={caption || undefined}>
              <Photo
                image={picture}
                sizes="(min-width: 80rem) 24rem, (min-width: 60rem) 30vw, (min-width: 40rem) 45vw, 92vw"
              />
              {caption && <figcaption className="small soft pt-2">{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
