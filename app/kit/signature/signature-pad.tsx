import { type PointerEvent, useRef, useState } from "react"
import Eraser from "lucide-react/icons/eraser"
import { SHEET_HEIGHT } from "../../../domain/contracts/drawn-signature.ts"
import { Button } from "../../ui/button.tsx"

type Point = readonly [x: number, y: number]
type Strokes = readonly (readonly Point[])[]

const MIN_DISTANCE = 0.006
const MAX_POINTS = 4_000

type SignaturePadProps = { name: string; initialStrokes: string; invalid: boolean; describedBy?: string | undefined }

export function SignaturePad({ name, initialStrokes, invalid, describedBy }: SignaturePadProps) {
  const [strokes, setStrokes] = useState<Strokes>(() => parseStrokes(initialStrokes))
  const drawing = useRef(false)
  const count = strokes.reduce((sum, stroke) => sum + stroke.length, 0)

  const begin = (event: PointerEvent<SVGSVGElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    setStrokes([...strokes, [pointOf(event)]])
  }
  const draw = (event: PointerEvent<SVGSVGElement>) => {
    if (!drawing.current || count >= MAX_POINTS) return
    const point = pointOf(event)
    setStrokes((current) => {
      const last = current.at(-1) ?? []
      const [x, y] = last.at(-1) ?? [-1, -1]
      if (Math.hypot(point[0] - x, point[1] - y) < MIN_DISTANCE) return current
      return [...current.slice(0, -1), [...last, point]]
    })
  }
  const end = () => {
    drawing.current = false
  }

  return (
    <div className="stack gap-2">
      <svg
        className="signature-pad"
        viewBox={`0 0 1 ${SHEET_HEIGHT}`}
        role="img"
        aria-label={count > 0 ? "Votre signature dessinée" : "Cadre où dessiner votre signature"}
        aria-describedby={describedBy}
        data-invalid={invalid || undefined}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <line className="signature-line" x1="0.06" x2="0.94" y1={SHEET_HEIGHT * 0.78} y2={SHEET_HEIGHT * 0.78} />
        {strokes.map((stroke, index) => (
          <polyline key={index} points={stroke.map((point) => point.join(",")).join(" ")} />
        ))}
      </svg>
      <input type="hidden" name={name} value={count > 0 ? JSON.stringify(strokes) : ""} />
      <Button
        type="button"
        variant="quiet"
        size="small"
        icon={Eraser}
        className="justify-self-start"
        aria-disabled={count === 0}
        onClick={() => setStrokes([])}
      >
        Effacer la signature
      </Button>
    </div>
  )
}

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): Point {
  const box = currentTarget.getBoundingClientRect()
  const clamp = (value: number, max: number) => Math.floor(Math.min(Math.max(value, 0), max) * 1000) / 1000
  return [clamp((clientX - box.left) / box.width, 1), clamp((clientY - box.top) / box.width, SHEET_HEIGHT)]
}

function parseStrokes(initialStrokes: string): Strokes {
  try {
    const parsed: unknown = JSON.parse(initialStrokes || "[]")
    return Array.isArray(parsed) && parsed.every(Array.isArray) ? (parsed as Strokes) : []
  } catch {
    return []
  }
}
