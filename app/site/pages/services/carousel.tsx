import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import Pause from "lucide-react/icons/pause"
import Play from "lucide-react/icons/play"
import { IconButton } from "../../../ui/icon-button.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import { useCarousel } from "./use-carousel.ts"

type Slide = { id: string; picture: Picture; caption: string }

/** Without JavaScript it is a list that scrolls sideways. */
export function Carousel({ label, slides, sizes }: { label: string; slides: readonly Slide[]; sizes: string }) {
  const { track, index, show, playing, setPlaying, moving, pauseHandlers, onScroll } = useCarousel(slides.length)
  return (
    <section className="carousel" aria-roledescription="carrousel" aria-label={label} {...pauseHandlers}>
      {/* Focusable, so that arrow keys scroll it. */}
      <ul className="carousel-track" ref={track} onScroll={onScroll} tabIndex={0} aria-label="Images">
        {slides.map(({ id, picture, caption }, position) => (
          <li key={id}>
            {/* RGAA 1.9: picture and caption are one for every reader. */}
            <figure role="figure" aria-label={caption || undefined}>
              <Photo image={picture} sizes={sizes} first={position === 0} />
              {caption && <figcaption>{caption}</figcaption>}
            </figure>
          </li>
        ))}
      </ul>
      {slides.length > 1 && (
        <div className="carousel-controls needs-script">
          <div className="carousel-dots">
            {slides.map(({ id }, position) => (
              <button
                key={id}
                type="button"
                className="carousel-dot"
                aria-label={`Image ${position + 1} sur ${slides.length}`}
                aria-current={position === index ? "true" : undefined}
                onClick={() => show(position)}
              />
            ))}
          </div>
          <div className="carousel-buttons">
            <IconButton
              plain
              className="carousel-pause"
              icon={playing ? Pause : Play}
              label={playing ? "Mettre le défilement en pause" : "Reprendre le défilement"}
              onClick={() => setPlaying(!playing)}
            />
            <IconButton icon={ChevronLeft} label="Image précédente" onClick={() => show(index - 1)} />
            <IconButton icon={ChevronRight} label="Image suivante" onClick={() => show(index + 1)} />
          </div>
        </div>
      )}
      <p className="sr-only" aria-live={moving ? "off" : "polite"}>
        Image {index + 1} sur {slides.length}
      </p>
    </section>
  )
}
