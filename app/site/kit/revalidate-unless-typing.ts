import type { ShouldRevalidateFunctionArgs } from "react-router"

/**
 * An address that is being typed is kept and priced without asking for the whole page again; unless the person is
 * already on the way to another step, whose data must come.
 */
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
