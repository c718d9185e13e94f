import { type RefObject, useEffect, useRef } from "react"

/**
 * For the title of a step: it takes the focus and comes into view when another step of the same wizard was left for
 * it, but not when the page is opened, nor when something refused has its own message to read first. `left` is the
 * step that was left last; it outlives the steps, of which each is mounted anew.
 */
export function useStepFocus(
  { product, step }: { product: { id: string }; step: string },
  left: RefObject<string | null>,
  mayFocus: boolean,
) {
  const title = useRef<HTMLHeadingElement>(null)
  const here = `${product.id} ${step}`
  const wanted = useRef(mayFocus)
  useEffect(() => {
    const from = left.current
    if (wanted.current && from?.startsWith(`${product.id} `) && from !== here) {
      title.current?.focus({ preventScroll: true })
      title.current?.scrollIntoView({ block: "start" })
    }
    return () => {
      left.current = here
    }
  }, [product.id, here, left])
  return title
}
