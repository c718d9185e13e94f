import Image from "lucide-react/icons/image"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"

/** Hidden from screen readers: the name is beside it. */
export function ProductThumb({ picture }: { picture: Picture | null }) {
  return (
    <div className="w-16 shrink-0" aria-hidden="true">
      {picture ? (
        <Photo image={{ ...picture, alt: "" }} sizes="4rem" />
      ) : (
        <div className="photo grid place-items-center text-ink-soft">
          <Icon icon={Image} />
        </div>
      )}
    </div>
  )
}
