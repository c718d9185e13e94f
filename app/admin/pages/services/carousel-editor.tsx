import { type HTMLAttributes, type PointerEvent, useState } from "react"
import { Form, useSubmit } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import GripVertical from "lucide-react/icons/grip-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { placed } from "../../../../isomorphic/ordering.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { classes } from "../../../ui/classes.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Photo, type Picture } from "../../../ui/photo.tsx"
import type { Flash } from "../../kit/flash.ts"
import { CaptionForm, type CaptionedSlide } from "./caption-form.tsx"
import type { EditRefusal } from "../../kit/edit-refusal.ts"

export type SlideView = CaptionedSlide & { picture: Picture }

type CarouselEditorProps = { slides: readonly SlideView[]; flash: Flash | null; refusal: EditRefusal | null }

/** The pictures in their order: moved by dragging, or with two buttons that need neither mouse nor script. */
export function CarouselEditor({ slides, flash, refusal }: CarouselEditorProps) {
  const submit = useSubmit()
  const [over, setOver] = useState<number | null>(null)
  // Followed with the pointer, so that a finger can do it too.
  const grip = (from: number) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId),
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) setOver(placeUnder(event))
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const to = placeUnder(event)
      setOver(null)
      if (to !== null && to !== from) order(from, to)
    },
    onPointerCancel: () => setOver(null),
  })
  const order = (from: number, to: number) => {
    const form = new FormData()
    form.append("intent", "ordonner")
    for (const { id } of placed(slides, from, to)) form.append("ordre", id)
    void submit(form, { method: "post", preventScrollReset: true })
  }
  return (
    <ol className="stack gap-3">
      {slides.map((slide, index) => (
        <li
          key={slide.id}
          className={classes(
            "rounded-control border p-3",
            over === index ? "border-accent-line bg-accent-wash" : "border-line",
          )}
          data-place={index}
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
  grip: HTMLAttributes<HTMLSpanElement>
}

/** The place in the list that is under the pointer; null beside it. */
function placeUnder({ clientX, clientY }: { clientX: number; clientY: number }): number | null {
  const place = document.elementFromPoint(clientX, clientY)?.closest("[data-place]")?.getAttribute("data-place")
  return place ? Number(place) : null
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
