import { type ComponentType, type LazyExoticComponent, lazy } from "react"

/** Needs a `<Suspense>` around it. When loading fails, `fallback` must lead to the same thing. */
export function lazyWithFallback<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (part) => ({ default: part }),
      () => ({ default: fallback }),
    ),
  )
}
