import { type ComponentType, type LazyExoticComponent, lazy } from "react"

/**
 * A part of the page that few visitors open, loaded when it is shown first; it stands in a `<Suspense>`. When it cannot
 * be loaded, `otherwise` is shown in its place and must lead to the same thing, such as a page of its own.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: otherwise }),
    ),
  )
}
