import type { HTMLAttributes } from "react"
import { Form } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import GripVertical from "lucide-react/icons/grip-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { classes } from "../../../ui/classes.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import { useSentOrder } from "../../kit/use-drag-order.ts"
import type { Flash } from "../../kit/flash.ts"
import { CaptionForm, type CaptionedSlide } from "./caption-form.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"

export type SlideView = CaptionedSlide & { picture: Picture }

type CarouselEditorProps = { slides: readonly SlideView[]; flash: Flash | null; refusal: EditRefusal | null }

/** The pictures in their order: moved by dragging, or with two buttons that need neither mouse nor script. */
export function CarouselEditor({ slides, flash, refusal }: CarouselEditorProps) {
  const { over, grip, place } = useSentOrder(
    "carousel",
    slides.map(({ id }) => id),
  )
  return (
    <ol className="stack gap-3">
      {slides.map((slide, index) => (
        <li
          key={slide.id}
          className={classes(
            "rounded-control border p-3",
            over === index ? "border-accent-line bg-accent-wash" : "border-line",
          )}
          {...place(index)}
        >
          <Slide {...{ slide, index, flash, refusal }} count={slides.length} grip={grip(index)} />
        </li>
      ))}
    </ol>
  )
}

type SlideProps = {
  slide: SlideView
  index: number
  count: number
  flash: Flash | null
  refusal: EditRefusal | null
  grip: HTMLAttributes<HTMLElement>
}

function Slide({ slide, index, count, flash, refusal, grip }: SlideProps) {
  const { id, picture } = slide
  const name = `Image ${index + 1}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <div className="relative">
        <Photo image={{ ...picture, alt: name }} sizes="10rem" />
        <span
          {...grip}
          title="Glisser pour déplacer"
          className="needs-script absolute top-2 left-2 grid size-11 cursor-grab touch-none place-items-center rounded-control bg-paper-raised"
        >
          <Icon of={GripVertical} />
        </span>
      </div>
      <div className="stack gap-3">
        <CaptionForm slide={slide} index={index} flash={flash} refusal={refusal} />
        <div className="cluster gap-2">
          <Form method="post" className="cluster gap-2" preventScrollReset>
            <input type="hidden" name="image" value={id} />
            <Button
              variant="secondary"
              size="small"
              icon={ArrowUp}
              name="intent"
              value="monter"
              disabled={index === 0}
              aria-label={`Monter l’image ${index + 1}`}
            >
              Monter
            </Button>
            <Button
              variant="secondary"
              size="small"
              icon={ArrowDown}
              name="intent"
              value="descendre"
              disabled={index === count - 1}
              aria-label={`Descendre l’image ${index + 1}`}
            >
              Descendre
            </Button>
          </Form>
          <ButtonLink
            variant="quiet"
            size="small"
            icon={Trash2}
            to={`?supprimer=${id}`}
            aria-haspopup="dialog"
            preventScrollReset
            aria-label={`Supprimer l’image ${index + 1}`}
          >
            Supprimer
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
