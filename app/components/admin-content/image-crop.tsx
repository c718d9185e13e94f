import { type PointerEvent, useId, useState } from "react"
import { type AspectName, type Crop, aspects, cropText, largestFrame } from "../../../domain/content/crop.ts"
import { SelectField } from "../../ui/select-field.tsx"

const names: Record<AspectName, string> = { entiere: "Image entière", carre: "Carré", "4-3": "4:3", "3-2": "3:2", "16-9": "16:9" }

/** The chosen picture before it leaves, with the part of it that will be kept: dragged, or moved with the slider. */
export function ImageCrop({ src, alt }: { src: string; alt: string }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [name, setName] = useState<AspectName>("entiere")
  const [slide, setSlide] = useState(0.5)
  const sliderId = useId()
  const aspect = aspects[name]
  const crop = size && aspect ? largestFrame(size, aspect, slide) : null
  const slides = crop !== null && (crop.width < 1 || crop.height < 1)
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!crop || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const [at, free] = crop.width < 1 ? [(event.clientX - left) / width - crop.width / 2, 1 - crop.width] : [(event.clientY - top) / height - crop.height / 2, 1 - crop.height]
    if (free > 0) setSlide(Math.min(1, Math.max(0, at / free)))
  }
  return (
    <div className="stack gap-3">
      <div
        className={slides ? "relative w-fit cursor-grab touch-none" : "relative w-fit"}
        onPointerDown={(event) => {
          if (!slides) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={drag}
      >
        <img
          className="max-h-56 w-auto max-w-full rounded-photo"
          src={src}
          alt={alt}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setSize({ width: naturalWidth, height: naturalHeight })}
        />
        {crop && <Shade crop={crop} />}
      </div>
      <SelectField
        label="Cadrage"
        value={name}
        onChange={(event) => setName(event.currentTarget.value as AspectName)}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      {slides && (
        <div className="field">
          <label className="field-label" htmlFor={sliderId}>
            Position du cadre
          </label>
          <input id={sliderId} type="range" min={0} max={100} value={Math.round(slide * 100)} onChange={(event) => setSlide(Number(event.currentTarget.value) / 100)} />
        </div>
      )}
      <input type="hidden" name="cadre" value={crop ? cropText(crop) : ""} />
    </div>
  )
}

/** Darkens what will be cut off. */
function Shade({ crop: { x, y, width, height } }: { crop: Crop }) {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((share) => share * 100)
  return (
    <svg className="pointer-events-none absolute inset-0 size-full" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <path fill="#000" fillOpacity="0.6" fillRule="evenodd" d={`M0 0H100V100H0ZM${left} ${top}V${bottom}H${right}V${top}Z`} />
      <path fill="none" stroke="#fff" strokeWidth="2" vectorEffect="non-scaling-stroke" d={`M${left} ${top}V${bottom}H${right}V${top}Z`} />
    </svg>
  )
}
