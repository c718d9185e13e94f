import type { HTMLAttributes } from "react"
import GripVertical from "lucide-react/icons/grip-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { classes } from "../../../ui/classes.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import type { EditRefusal } from "../edit-refusal.ts"
import type { Flash } from "../flash.ts"
import { OrderButtons } from "../order-buttons.tsx"
import { useSubmittedOrder } from "../use-drag-order.ts"
import { type CaptionedPicture, CaptionForm } from "./caption-form.tsx"

export type OrderedPicture = CaptionedPicture & {
  picture: Picture
  /** "12 s"; empty when unknown, null for a picture. */
  film?: string | null
}

type OrderedPicturesProps = {
  list: string
  pictures: readonly OrderedPicture[]
  flash: Flash | null
  refusal: EditRefusal | null
}

export function OrderedPictures({ list, pictures, flash, refusal }: OrderedPicturesProps) {
  const { dropIndex, grip, place } = useSubmittedOrder(
    list,
    pictures.map(({ id }) => id),
  )
  return (
    <ol className="stack gap-3">
      {pictures.map((picture, index) => (
        <li
          key={picture.id}
          className={classes(
            "rounded-control border p-3",
            dropIndex === index ? "border-accent-line bg-accent-wash" : "border-line",
          )}
          {...place(index)}
        >
          <Row {...{ picture, index, flash, refusal }} count={pictures.length} grip={grip(index)} />
        </li>
      ))}
    </ol>
  )
}

type RowProps = Pick<OrderedPicturesProps, "flash" | "refusal"> & {
  picture: OrderedPicture
  index: number
  count: number
  grip: HTMLAttributes<HTMLElement>
}

function Row({ picture, index, count, flash, refusal, grip }: RowProps) {
  const { id, film = null } = picture
  const isFilm = film !== null
  const place = index + 1
  const name = isFilm ? `le film ${place}` : `l’image ${place}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <div className="relative self-start">
        <Photo image={{ ...picture.picture, alt: `${isFilm ? "Film" : "Image"} ${place}` }} sizes="10rem" />
        <span
          {...grip}
          title="Glisser pour déplacer"
          className="needs-script absolute top-2 left-2 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-paper-raised"
        >
          <Icon icon={GripVertical} />
        </span>
        {isFilm && <p className="small soft pt-1">{film === "" ? "Film" : `Film, ${film}`}</p>}
      </div>
      <div className="stack gap-3">
        <CaptionForm
          {...{ picture, isFilm, flash, refusal }}
          labelSuffix={isFilm ? `du film ${place}` : `de l’image ${place}`}
        />
        <div className="cluster gap-2">
          <OrderButtons {...{ id, name, index, count }} />
          <ButtonLink
            variant="quiet"
            size="small"
            icon={Trash2}
            to={`?supprimer=${id}`}
            aria-haspopup="dialog"
            preventScrollReset
            aria-label={`Supprimer ${name}`}
          >
            Supprimer
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
