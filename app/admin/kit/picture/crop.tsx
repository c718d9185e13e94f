import { type PointerEvent, useId, useRef, useState } from "react"
import MoveHorizontal from "lucide-react/icons/move-horizontal"
import MoveVertical from "lucide-react/icons/move-vertical"
import { type AspectName, type Crop, aspects, formatCrop, largestFrame } from "../../../../isomorphic/crop.ts"
import { classes } from "../../../ui/classes.ts"
import { Icon } from "../../../ui/icon.tsx"
import { SelectField } from "../../../ui/select-field.tsx"

const names: Record<AspectName, string> = {
  entiere: "Image entière",
  carre: "Carré",
  "4-3": "4:3",
  "3-2": "3:2",
  "16-9": "16:9",
}

/**
 * Touch drags only the handle, so that the page still scrolls. A file this browser cannot show can be sent: the server
 * decides.
 */
export function ImageCrop({ src, alt, ground }: { src: string; alt: string; ground?: string | undefined }) {
  const [size, setSize] = useState<{ width: number; height: number } | null>(null)
  const [name, setName] = useState<AspectName>("entiere")
  const [slide, setSlide] = useState(0.5)
  const [isUnreadable, setUnreadable] = useState(false)
  const sliderId = useId()
  const aspect = aspects[name]
  const crop = size && aspect ? largestFrame(size, aspect, slide) : null
  const canSlide = crop !== null && (crop.width < 1 || crop.height < 1)
  const { area, ...drag } = useDrag(canSlide ? crop : null, setSlide)
  if (isUnreadable)
    return (
      <p className="small soft">Ce fichier ne peut pas être affiché ici&nbsp;: ce n’est peut-être pas une image.</p>
    )
  return (
    <div className="stack gap-3">
      <div className={ground}>
        <div ref={area} className={classes("relative w-fit", canSlide && "cursor-grab")} {...drag}>
          <img
            className="max-h-56 w-auto max-w-full rounded-photo"
            src={src}
            alt={alt}
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize({ width: naturalWidth, height: naturalHeight })
            }
            onError={() => setUnreadable(true)}
          />
          {crop && <Shade crop={crop} />}
          {crop && canSlide && (
            <span
              data-handle
              className="absolute grid size-11 -translate-1/2 touch-none place-items-center rounded-full bg-paper-raised shadow-rest"
              style={{ left: `${(crop.x + crop.width / 2) * 100}%`, top: `${(crop.y + crop.height / 2) * 100}%` }}
              aria-hidden="true"
            >
              <Icon icon={crop.width < 1 ? MoveHorizontal : MoveVertical} />
            </span>
          )}
        </div>
      </div>
      <SelectField
        label="Cadrage"
        value={name}
        onChange={(event) => setName(event.currentTarget.value as AspectName)}
        options={Object.entries(names).map(([value, label]) => ({ value, label }))}
      />
      {canSlide && (
        <div className="field">
          <label className="field-label" htmlFor={sliderId}>
            Position du cadre
          </label>
          <input
            id={sliderId}
            type="range"
            className="accent-accent-text"
            min={0}
            max={100}
            value={Math.round(slide * 100)}
            onChange={(event) => setSlide(Number(event.currentTarget.value) / 100)}
          />
        </div>
      )}
      <input type="hidden" name="cadre" value={crop ? formatCrop(crop) : ""} />
    </div>
  )
}

function useDrag(crop: Crop | null, onSlide: (slide: number) => void) {
  const area = useRef<HTMLDivElement>(null)
  const dragStart = useRef<{ from: number; slide: number } | null>(null)
  const pointerPosition = ({ clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = area.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
    return crop && crop.width < 1 ? (clientX - left) / width : (clientY - top) / height
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const onHandle = event.target instanceof Element && event.target.closest("[data-handle]") !== null
    if (!crop || (event.pointerType !== "mouse" && !onHandle)) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    dragStart.current = { from: pointerPosition(event), slide: slideFraction(crop) }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const start = dragStart.current
    if (!crop || !start || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const range = 1 - (crop.width < 1 ? crop.width : crop.height)
    onSlide(Math.min(1, Math.max(0, start.slide + (pointerPosition(event) - start.from) / range)))
  }
  const onPointerUp = () => {
    dragStart.current = null
  }
  return { area, onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp }
}

function slideFraction({ x, y, width, height }: Crop): number {
  return width < 1 ? x / (1 - width) : y / (1 - height)
}

function Shade({ crop: { x, y, width, height } }: { crop: Crop }) {
  const [left, top, right, bottom] = [x, y, x + width, y + height].map((share) => share * 100)
  return (
    <svg
      className="pointer-events-none absolute inset-0 size-full"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path
        fill="#000"
        fillOpacity="0.6"
        fillRule="evenodd"
        d={`M0 0H100V100H0ZM${left} ${top}V${bottom}H${right}V${top}Z`}
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
        d={`M${left} ${top}V${bottom}H${right}V${top}Z`}
      />
    </svg>
  )
}
