import { type RefObject, useEffect, useRef } from "react"

/**
 * Focuses the title after another step, not on opening or beside a refusal. `lastStep` outlives the remounted steps.
 */
export function useStepFocus(
  { product, step }: { product: { id: string }; step: string },
  lastStep: RefObject<string | null>,
  mayFocus: boolean,
) {
  const title = useRef<HTMLHeadingElement>(null)
  const current = `${product.id} ${step}`
  const shouldFocus = useRef(mayFocus)
  useEffect(() => {
    const previous = lastStep.current
    if (shouldFocus.current && previous?.startsWith(`${product.id} `) && previous !== current) {
      title.current?.focus({ preventScroll: true })
      title.current?.scrollIntoView({ block: "start" })
    }
    return () => {
      lastStep.current = current
    }
  }, [product.id, current, lastStep])
  return title
}
