import { type DragEvent, useState } from "react"
import { Form, useNavigation, useSubmit } from "react-router"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import GripVertical from "lucide-react/icons/grip-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { placed } from "../../../domain/content/ordering.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"
import { Photo, type Picture } from "../../ui/photo.tsx"
import { TextField } from "../../ui/text-field.tsx"
import type { EditRefusal } from "./refusal.ts"

export type SlideView = { id: string; caption: string; picture: Picture }

type CarouselEditorProps = { slides: readonly SlideView[]; refusal: EditRefusal | null; onDirty: () => void }

/** The pictures in their order: moved by dragging, or with two buttons that need neither mouse nor script. */
export function CarouselEditor({ slides, refusal, onDirty }: CarouselEditorProps) {
  const submit = useSubmit()
  const [dragged, setDragged] = useState<number | null>(null)
  const [over, setOver] = useState<number | null>(null)
  const drop = (to: number) => {
    if (dragged !== null && dragged !== to) {
      const order = new FormData()
      order.append("intent", "ordonner")
      for (const { id } of placed(slides, dragged, to)) order.append("ordre", id)
      void submit(order, { method: "post", preventScrollReset: true })
    }
    setDragged(null)
    setOver(null)
  }
  return (
    <ol className="stack gap-3">
      {slides.map((slide, index) => (
        <li
          key={slide.id}
          className={classes("rounded-control border p-3", over === index && dragged !== index ? "border-accent-line bg-accent-wash" : "border-line")}
          onDragOver={(event) => {
            if (dragged === null) return
            event.preventDefault()
            setOver(index)
          }}
          onDrop={(event) => {
            event.preventDefault()
            drop(index)
          }}
        >
          <Slide
            {...{ slide, index, refusal, onDirty }}
            count={slides.length}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = "move"
              event.dataTransfer.setData("text/plain", slide.id)
              setDragged(index)
            }}
            onDragEnd={() => drop(dragged ?? index)}
          />
        </li>
      ))}
    </ol>
  )
}

type SlideProps = {
  slide: SlideView
  index: number
  count: number
  refusal: EditRefusal | null
  onDirty: () => void
  onDragStart: (event: DragEvent) => void
  onDragEnd: () => void
}

function Slide({ slide: { id, caption, picture }, index, count, refusal, onDirty, onDragStart, onDragEnd }: SlideProps) {
  const { formData } = useNavigation()
  const sending = (intent: string) => formData?.get("intent") === intent && formData.get("image") === id
  const answered = refusal?.values["image"] === id ? refusal : null
  const name = `Image ${index + 1}`
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <div className="relative cursor-grab" draggable onDragStart={onDragStart} onDragEnd={onDragEnd} title="Glisser pour déplacer">
        <Photo image={{ ...picture, alt: name }} sizes="10rem" />
        <span className="needs-script absolute top-2 left-2 rounded-photo bg-paper-raised p-1">
          <Icon of={GripVertical} />
        </span>
      </div>
      <div className="stack gap-3">
        <Form method="post" className="cluster items-start" preventScrollReset onInput={onDirty}>
          <input type="hidden" name="image" value={id} />
          <TextField
            key={caption}
            id={`legende-${id}`}
            className="min-w-0 flex-1 basis-60"
            label={`Légende de l’image ${index + 1}`}
            name="legende"
            optional
            maxLength={200}
            defaultValue={answered?.values["legende"] ?? caption}
            error={answered?.errors["legende"]}
          />
          <Button variant="secondary" size="small" className="sm:mt-6" name="intent" value="legende" busy={sending("legende")} aria-label={`Enregistrer la légende de l’image ${index + 1}`}>
            Enregistrer
          </Button>
        </Form>
        <div className="cluster gap-2">
          <Form method="post" className="cluster gap-2" preventScrollReset>
            <input type="hidden" name="image" value={id} />
            <Button variant="secondary" size="small" icon={ArrowUp} name="intent" value="monter" disabled={index === 0} aria-label={`Monter l’image ${index + 1}`}>
              Monter
            </Button>
            <Button variant="secondary" size="small" icon={ArrowDown} name="intent" value="descendre" disabled={index === count - 1} aria-label={`Descendre l’image ${index + 1}`}>
              Descendre
            </Button>
          </Form>
          <ButtonLink variant="quiet" size="small" icon={Trash2} to={`?supprimer=${id}`} preventScrollReset aria-label={`Supprimer l’image ${index + 1}`}>
            Supprimer
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}
