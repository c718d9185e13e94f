import Star from "lucide-react/icons/star"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"

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

/** Hidden from screen readers: the words beside it say the rating. */
export function DecorativeStars({ rating }: { rating: number }) {
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
      <PartialStar key={before} share={share} />
    ) : (
      <Icon key={before} icon={Star} size="small" className={classes(share === 1 && "fill-current")} />
    )
  })
}

/** The inner SVG clips the star to its share. */
function PartialStar({ share }: { share: number }) {
  const width = Number((24 * share).toFixed(2))
  return (
    <span className="relative inline-flex">
      <Icon icon={Star} size="small" />
      <svg className="absolute inset-0" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
        <svg width={width} height={24} viewBox={`0 0 ${width} 24`}>
          <Star width={24} height={24} strokeWidth={1.75} className="fill-current" />
        </svg>
      </svg>
    </span>
  )
}
