import Star from "lucide-react/icons/star"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"

/** A rating out of five, read out as words. */
export function Stars({ rating }: { rating: number }) {
  return (
    <span role="img" aria-label={`${rating} ${rating > 1 ? "étoiles" : "étoile"} sur 5`} className="inline-flex gap-0.5 text-ink">
      {[1, 2, 3, 4, 5].map((star) => (
        <Icon key={star} of={Star} size="small" className={classes(star <= rating && "fill-current")} />
      ))}
    </span>
  )
}
