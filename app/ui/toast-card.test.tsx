import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { ToastCard, type ToastMessage } from "./toast-card.tsx"

const markup = (message: ToastMessage) =>
  renderToStaticMarkup(<ToastCard message={message} shortcut={null} onGone={() => {}} />)

test("an error in the corner is an alert, unless an alert of the page says the same", () => {
  const error = { kind: "error", title: "Ces dates viennent d’être prises" } as const
  const alone = markup(error)
  expect(alone).toContain('role="alert"')
  expect(alone).not.toContain("aria-live")
  const doubled = markup({ ...error, saidElsewhere: true })
  expect(doubled).toContain(error.title)
  expect(doubled).not.toContain('role="alert"')
  // The region around it is polite: this part of it says nothing by itself.
  expect(doubled).toContain('aria-live="off"')
})
