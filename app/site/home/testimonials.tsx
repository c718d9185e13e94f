import ExternalLink from "lucide-react/icons/external-link"
import { displayedRating } from "../../../domain/content/displayed-rating.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { Icon } from "../../ui/icon.tsx"
import { Photo } from "../../ui/photo.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import type { TestimonialView } from "../kit/catalog-view.ts"
import { DecorativeStars, Stars } from "./stars.tsx"

type TestimonialsProps = {
  testimonials: readonly TestimonialView[]
  /** "4.9 sur Google"; null while the owner claims none. */
  ratingLabel: string | null
  /** null without a Google business. */
  allReviewsHref: string | null
}

export function Testimonials({ testimonials, ratingLabel, allReviewsHref }: TestimonialsProps) {
  const stars = ratingLabel === null ? null : displayedRating(ratingLabel)
  const examples = testimonials.length > 0 && testimonials.every(({ isExample }) => isExample)
  return (
    <section className="bg-paper-sunk" aria-labelledby="avis">
      <div className="page section">
        <div className="cluster between mb-6">
          <h2 id="avis" className="title-page">
            {examples ? "Exemples de témoignages" : "Avis de nos clients"}
          </h2>
          <div className="cluster">
            {ratingLabel !== null && (
              <p className="cluster gap-2 font-strong">
                {stars !== null && <DecorativeStars rating={stars} />}
                {ratingLabel}
              </p>
            )}
            {allReviewsHref && (
              <a className="link-alone" href={allReviewsHref} target="_blank" rel="noopener">
                Voir tous les avis
                <Icon icon={ExternalLink} size="small" />
                <VisuallyHidden>(nouvelle fenêtre)</VisuallyHidden>
              </a>
            )}
          </div>
        </div>
        <ul className="tiles tiles-filled">
          {testimonials.map((testimonial) => (
            <li key={testimonial.id}>
              <GuestBookPage testimonial={testimonial} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function GuestBookPage({
  testimonial: { author, rating, day, text, picture, isExample },
}: {
  testimonial: TestimonialView
}) {
  return (
    <figure className="flex h-full flex-col gap-4 rounded-photo bg-paper-raised p-5 shadow-rest">
      <div className="cluster between">
        <Stars rating={rating} />
        {isExample && <span className="tag bg-paper-sunk text-ink-soft">Exemple</span>}
      </div>
      <blockquote className="grow">
        <p>«&nbsp;{text}&nbsp;»</p>
      </blockquote>
      <figcaption className="flex items-center gap-3 border-t border-line pt-4">
        {picture && <Photo image={picture} ratio="square" sizes="3.5rem" className="w-14 shrink-0" />}
        <span>
          <span className="block font-strong">{author}</span>
          <time className="small soft" dateTime={day}>
            {dayMedium(day)}
          </time>
        </span>
      </figcaption>
    </figure>
  )
}
