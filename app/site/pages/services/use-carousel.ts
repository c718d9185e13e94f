import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"

/** How long a picture stays (specification, section 2). */
const EVERY_MS = 5_000

export type Carousel = {
  track: RefObject<HTMLUListElement | null>
  index: number
  show: (index: number) => void
  /** True until the visitor stops it: it then stays so. */
  playing: boolean
  setPlaying: (playing: boolean) => void
  /** Whether it moves by itself right now. */
  moving: boolean
  /** For the element that holds the whole: it stands still under the pointer and while something in it has the focus. */
  hold: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: (event: FocusEvent) => void
  }
  onScroll: () => void
}

/** A list that scrolls sideways and goes on by itself, unless somebody looks, points, reads or wants no motion. */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const calm = useSyncExternalStore(
    listenToMotion,
    () => matchMedia(reducedMotion).matches,
    () => true,
  )
  const hidden = useSyncExternalStore(
    listenToVisibility,
    () => document.hidden,
    () => true,
  )
  const moving = playing && !pointed && !focused && !calm && !hidden && count > 1

  const show = (wanted: number) => {
    const list = track.current
    const next = (wanted + count) % count
    const slide = list?.children[next]
    if (!list || !(slide instanceof HTMLElement)) return
    // From the last to the first there is nothing to see on the way.
    const far = Math.abs(next - index) > 1
    list.scrollTo({ left: slide.offsetLeft - list.offsetLeft, behavior: far || calm ? "instant" : "smooth" })
    if (far && !calm) list.animate([{ opacity: 0.2 }, { opacity: 1 }], 320)
  }

  useEffect(() => {
    if (!moving) return
    const timer = setTimeout(() => show(index + 1), EVERY_MS)
    return () => clearTimeout(timer)
  })

  return {
    track,
    index,
    show,
    playing,
    setPlaying,
    moving,
    hold: {
      onPointerEnter: ({ pointerType }) => setPointed(pointerType === "mouse"),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }) => setFocused(currentTarget.contains(relatedTarget as Node | null)),
    },
    onScroll: () => {
      const list = track.current
      if (list && list.clientWidth > 0)
        setIndex(Math.min(count - 1, Math.max(0, Math.round(list.scrollLeft / list.clientWidth))))
    },
  }
}

const reducedMotion = "(prefers-reduced-motion: reduce)"

function listenToMotion(changed: () => void): () => void {
  const query = matchMedia(reducedMotion)
  query.addEventListener("change", changed)
  return () => query.removeEventListener("change", changed)
}

function listenToVisibility(changed: () => void): () => void {
  document.addEventListener("visibilitychange", changed)
  return () => document.removeEventListener("visibilitychange", changed)
}
