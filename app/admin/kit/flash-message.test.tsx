import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { ToastProvider } from "../../ui/toast.tsx"
import { FlashMessage } from "./flash-message.tsx"
import { undoHint, undoHintLater } from "./undo-hint.ts"

test("without a script the message, the hint and the undo button are separate elements", () => {
  const flash = {
    kind: "success",
    title: "Image supprimée",
    text: undoHintLater("carousel.image-removed"),
    undo: 7,
  } as const
  const Screen = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <ToastProvider>
          <FlashMessage flash={flash} />
        </ToastProvider>
      ),
    },
  ])
  const html = renderToStaticMarkup(<Screen />)
  expect(html).toContain("<b>Image supprimée</b><p>Ensuite\u00a0: Journal, «\u00a0Remettre en place\u00a0».</p>")
  expect(html).toMatch(/name="evenement" value="7"/)
})

test("the question before an act says how long undo lasts, and its message only what comes after", () => {
  expect(undoHint("product.removed")).toBe(
    "Annulable pendant dix secondes. Après\u00a0: Journal, «\u00a0Remettre en place\u00a0».",
  )
  expect(undoHintLater("product.removed")).toBe("Ensuite\u00a0: Journal, «\u00a0Remettre en place\u00a0».")
})
