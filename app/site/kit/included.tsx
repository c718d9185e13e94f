import type { ReactNode } from "react"
import Images from "lucide-react/icons/images"
import { includedPhotosLabel } from "../../../domain/pricing/prints.ts"
import { Icon } from "../../ui/icon.tsx"

export function IncludedPhotos({ product }: { product: { includedPhotos: number | null } }): ReactNode {
  const label = includedPhotosLabel(product.includedPhotos)
  if (label === null) return null
  return (
    <p className="included-photos">
      <Icon icon={Images} size="small" />
      {label}
    </p>
  )
}

export function FeatureList({ features }: { features: readonly string[] }): ReactNode {
  return (
    <ul className="list-disc space-y-1 pl-5 text-sm marker:text-ink-soft">
      {features.map((feature) => (
        <li key={feature} className="wrap-anywhere">
          {feature}
        </li>
      ))}
    </ul>
  )
}
