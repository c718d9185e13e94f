import Star from "lucide-react/icons/star"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"

/** A rating out of five, read out as words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span
      role="img"
      aria-label={`${rating} ${rating > 1 ? "étoiles" : "étoile"} sur 5`}
      className="inline-flex gap-0.5 text-ink"
    >
      <FiveStars rating={rating} />
    </span>
  )
}

/** The same for the eye alone, beside words that say it already; the last star is filled as far as the rating goes. */
export function DrawnStars({ rating }: { rating: number }) {
  return (
    <span className="inline-flex gap-0.5 text-ink" aria-hidden="true" data-rating={rating}>
      <FiveStars rating={rating} />
    </span>
  )
}

function FiveStars({ rating }: { rating: number }) {
  return [0, 1, 2, 3, 4].map((before) => {
    const share = Math.min(1, Math.max(0, rating - before))
    return share > 0 && share < 1 ? (
      <PartOfAStar key={before} share={share} />
    ) : (
      <Icon key={before} of={Star} size="small" className={classes(share === 1 && "fill-current")} />
    )
  })
}

/** A star in a window as wide as its share, over its outline: what is outside of an inner drawing does not show. */
function PartOfAStar({ share }: { share: number }) {
  const width = Number((24 * share).toFixed(2))
  return (
    <span className="relative inline-flex">
      <Icon of={Star} size="small" />
      <svg className="absolute inset-0" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <svg width={width} height={24} viewBox={`0 0 ${width} 24`}>
          <Star width={24} height={24} strokeWidth={1.75} className="fill-current" />
        </svg>
      </svg>
    </span>
  )
}
