import Image from "lucide-react/icons/image"
import { Icon } from "../../ui/icon.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"

type ProductPhotoProps = { picture: Picture | null; sizes: string; first?: boolean | undefined }

export function ProductPhoto({ picture, sizes, first }: ProductPhotoProps) {
  if (picture) return <Photo image={picture} sizes={sizes} first={first} caption="Photo non contractuelle" />
  return (
    <div className="photo grid place-items-center text-sm text-ink-soft">
      <span className="inline-flex items-center gap-2">
        <Icon icon={Image} />
        Photo à venir
      </span>
    </div>
  )
}
