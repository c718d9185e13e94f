import { renderToStaticMarkup } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { describe, expect, test } from "vitest"
import { ImageForm } from "./form.tsx"
import type { EditRefusal, StoredPicture } from "../edit-refusal.ts"

const stored = (name: string): StoredPicture => ({
  url: `/files/public/${name}.jpg`,
  picture: { sources: [], src: `/files/public/${name}/8.jpg`, width: 8, height: 6, alt: "" },
})
const stale = {
  errors: { image: "Cette image a changé entre-temps. Rien n’a été modifié." },
  values: { intent: "hero" },
  lists: {},
}

/** The form as a page without a script shows it. */
function shown(refusal: EditRefusal | null, picture: StoredPicture | null = stored("ouverte")): string {
  const Page = () => (
    <ImageForm
      intent="hero"
      label="Image d’accueil"
      hint=""
      accept="image/png"
      stored={picture}
      remove="retirer-hero"
      refusal={refusal}
    />
  )
  const Screen = createRoutesStub([{ path: "/", Component: Page }])
  return renderToStaticMarkup(<Screen />)
}

const seen = (html: string) => [...html.matchAll(/name="vu" value="([^"]*)"/g)].map(([, value]) => value)

describe("The form of a picture", () => {
  test("says which picture it was opened on, to replace it as to take it away", () => {
    expect(seen(shown(null))).toEqual(["/files/public/ouverte.jpg", "/files/public/ouverte.jpg"])
    expect(seen(shown(null, null))).toEqual([""])
  })

  test("shows both pictures when somebody was faster, and sends the second one again without its file", () => {
    const html = shown({
      ...stale,
      picture: { by: "Sasha", when: "il y a 2\u00a0min", present: stored("la-sienne"), sent: stored("la-mienne") },
    })
    expect(html).toContain("Sasha a changé cette image il y a 2\u00a0min")
    expect(html).toContain('src="/files/public/la-sienne/8.jpg"')
    expect(html).toContain('src="/files/public/la-mienne/8.jpg"')
    expect(html).toContain(`id="image-hero-envoyee" name="envoyee" value="/files/public/la-mienne.jpg"`)
    expect(html).toContain("Montrer la mienne")
    // Whatever is pressed next is done knowing it.
    expect(new Set(seen(html))).toEqual(new Set(["/files/public/la-sienne.jpg"]))
  })

  test("says that a picture was taken away meanwhile, and offers none to remove", () => {
    const html = shown({ ...stale, picture: { by: "", when: "", present: null, sent: stored("la-mienne") } })
    expect(html).toContain("Cette image a changé entre-temps")
    expect(html).toContain("Ne montrer aucune image")
    expect(html).not.toContain("Retirer cette image")
  })

  test("keeps the picture that somebody else put there when it was to be taken away", () => {
    const html = shown({
      ...stale,
      picture: { by: "Sasha", when: "à l’instant", present: stored("la-sienne"), sent: null },
    })
    expect(html).toContain("Rien n’a été retiré")
    expect(html).not.toContain("Montrer la mienne")
    expect(html).toContain("Retirer cette image")
  })
})
