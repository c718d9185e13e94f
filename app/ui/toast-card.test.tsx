import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ToastCard, type ToastMessage } from "./toast-card.tsx"

const markup = (message: ToastMessage) =>
  renderToStaticMarkup(<ToastCard message={message} shortcut={null} onGone={() => {}} />)

test("an error toast is an alert, unless an alert of the page says the same", () => {
  const error = { kind: "error", title: "Ces dates viennent d’être prises" } as const
  const alone = markup(error)
  expect(alone).toContain('role="alert"')
  expect(alone).not.toContain("aria-live")
  const doubled = markup({ ...error, isAnnouncedElsewhere: true })
  expect(doubled).toContain(error.title)
  expect(doubled).not.toContain('role="alert"')
  // The surrounding region is polite, so this part must not announce itself.
  expect(doubled).toContain('aria-live="off"')
})
