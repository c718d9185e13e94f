import Image from "lucide-react/icons/image"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"

/** A product in a list: its picture, or the place where it will be. The name stands beside it. */
export function ProductThumb({ picture }: { picture: Picture | null }) {
  return (
    <div className="w-16 shrink-0" aria-hidden="true">
      {picture ? (
        <Photo image={{ ...picture, alt: "" }} sizes="4rem" />
      ) : (
        <div className="photo grid place-items-center text-ink-soft">
          <Icon of={Image} />
        </div>
      )}
    </div>
  )
}
