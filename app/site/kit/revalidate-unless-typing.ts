import type { ShouldRevalidateFunctionArgs } from "react-router"

/** Storing and quoting an address being typed must not reload the page, unless the visitor is already navigating. */
export function revalidateUnlessTyping({
  formData,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const intent = formData?.get("intent")
  const typing = intent === "quote" || intent === "save-address" || intent === "mode"
  return typing && currentUrl.href === nextUrl.href ? false : defaultShouldRevalidate
}
