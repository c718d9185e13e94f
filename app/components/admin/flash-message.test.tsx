import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { ToastProvider } from "../../ui/toast.tsx"
import { FlashMessage } from "./flash-message.tsx"

test("without a script, what was done, how to come back and the button to take it back are apart", () => {
  const flash = { kind: "success", title: "Image retirée", text: "Annulable pendant dix secondes.", undo: 7 } as const
  const Screen = createRoutesStub([{ path: "/", Component: () => <ToastProvider><FlashMessage flash={flash} /></ToastProvider> }])
  const html = renderToStaticMarkup(<Screen />)
  expect(html).toContain("<b>Image retirée</b><p>Annulable pendant dix secondes.</p>")
  expect(html).toMatch(/name="evenement" value="7"/)
})
