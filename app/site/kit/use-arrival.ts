import { useEffect, useRef } from "react"

/** The step last left in this page, which outlives the wizard: each step is drawn anew. Only ever set in the browser. */
let left: string | null = null

/**
 * For the title of a step: it takes the focus and comes into view when another step of the same wizard was left for
 * it, but not when the page is opened, nor when something refused has its own message to read first.
 */
export function useArrival({ product, step }: { product: { id: string }; step: string }, mayFocus: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const here = `${product.id} ${step}`
  const wanted = useRef(mayFocus)
  useEffect(() => {
    const from = left
    left = null
    if (wanted.current && from?.startsWith(`${product.id} `) && from !== here) {
      title.current?.focus({ preventScroll: true })
      title.current?.scrollIntoView({ block: "start" })
    }
    return () => {
      left = here
    }
  }, [product.id, here])
  return title
}

/** For a page that a step leads to: it begins at its top, where the steps keep their place. */
export function useTopAfterWizard(): void {
  useEffect(() => {
    if (left === null) return
    left = null
    window.scrollTo({ top: 0, behavior: "instant" })
  }, [])
}
