import {
  type FocusEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react"

/** Prescribed by the specification (section 2). */
const SLIDE_MS = 5_000

type CarouselState = {
  track: RefObject<HTMLUListElement | null>
  index: number
  show: (index: number) => void
  playing: boolean
  setPlaying: (playing: boolean) => void
  moving: boolean
  /** Pauses under the pointer and while something in it has the focus. */
  pauseHandlers: {
    onPointerEnter: (event: PointerEvent) => void
    onPointerLeave: () => void
    onFocus: () => void
    onBlur: (event: FocusEvent) => void
  }
  onScroll: () => void
}

export function useCarousel(count: number): CarouselState {
  const track = useRef<HTMLUListElement>(null)
  const [index, setIndex] = useState(0)
  const [playing, setPlaying] = useState(true)
  const [isHovered, setIsHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const reducesMotion = useSyncExternalStore(
    listenToMotion,
    () => matchMedia(reducedMotion).matches,
    () => true,
  )
  const hidden = useSyncExternalStore(
    listenToVisibility,
    () => document.hidden,
    () => true,
  )
  const moving = playing && !isHovered && !focused && !reducesMotion && !hidden && count > 1

  const show = (target: number) => {
    const list = track.current
    const next = (target + count) % count
    const slide = list?.children[next]
    if (!list || !(slide instanceof HTMLElement)) return
    // Jumps instead of scrolling past every picture.
    const isJump = Math.abs(next - index) > 1
    list.scrollTo({
      left: slide.offsetLeft - list.offsetLeft,
      behavior: isJump || reducesMotion ? "instant" : "smooth",
    })
    if (isJump && !reducesMotion) list.animate([{ opacity: 0.2 }, { opacity: 1 }], 320)
  }

  useEffect(() => {
    if (!moving) return
    const timer = setTimeout(() => show(index + 1), SLIDE_MS)
    return () => clearTimeout(timer)
  })

  return {
    track,
    index,
    show,
    playing,
    setPlaying,
    moving,
    pauseHandlers: {
      onPointerEnter: ({ pointerType }) => setIsHovered(pointerType === "mouse"),
      onPointerLeave: () => setIsHovered(false),
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

function listenToMotion(notify: () => void): () => void {
  const query = matchMedia(reducedMotion)
  query.addEventListener("change", notify)
  return () => query.removeEventListener("change", notify)
}

function listenToVisibility(notify: () => void): () => void {
  document.addEventListener("visibilitychange", notify)
  return () => document.removeEventListener("visibilitychange", notify)
}
