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

function render(refusal: EditRefusal | null, picture: StoredPicture | null = stored("ouverte")): string {
  const Page = () => (
    <ImageForm
      intent="hero"
      label="Image d’accueil"
      hint=""
      accept="image/png"
      stored={picture}
      removeIntent="retirer-hero"
      refusal={refusal}
    />
  )
  const Screen = createRoutesStub([{ path: "/", Component: Page }])
  return renderToStaticMarkup(<Screen />)
}

const versionFields = (html: string) => [...html.matchAll(/name="vu" value="([^"]*)"/g)].map(([, value]) => value)

describe("the form of a picture", () => {
  test("the form names the picture it was opened on, both to replace and to remove it", () => {
    expect(versionFields(render(null))).toEqual(["/files/public/ouverte.jpg", "/files/public/ouverte.jpg"])
    expect(versionFields(render(null, null))).toEqual([""])
  })

  test("a stale form shows both pictures, and sends the second one again without its file", () => {
    const html = render({
      ...stale,
      picture: { by: "Sasha", when: "il y a 2\u00a0min", present: stored("la-sienne"), sent: stored("la-mienne") },
    })
    expect(html).toContain("Sasha a changé cette image il y a 2\u00a0min")
    expect(html).toContain('src="/files/public/la-sienne/8.jpg"')
    expect(html).toContain('src="/files/public/la-mienne/8.jpg"')
    expect(html).toContain(`id="image-hero-envoyee" name="envoyee" value="/files/public/la-mienne.jpg"`)
    expect(html).toContain("Montrer la mienne")
    expect(new Set(versionFields(html))).toEqual(new Set(["/files/public/la-sienne.jpg"]))
  })

  test("the form says that the picture was removed meanwhile, and offers none to remove", () => {
    const html = render({ ...stale, picture: { by: "", when: "", present: null, sent: stored("la-mienne") } })
    expect(html).toContain("Cette image a changé entre-temps")
    expect(html).toContain("Ne montrer aucune image")
    expect(html).not.toContain("Retirer cette image")
  })

  test("a removal keeps a picture that somebody else uploaded meanwhile", () => {
    const html = render({
      ...stale,
      picture: { by: "Sasha", when: "à l’instant", present: stored("la-sienne"), sent: null },
    })
    expect(html).toContain("Rien n’a été retiré")
    expect(html).not.toContain("Montrer la mienne")
    expect(html).toContain("Retirer cette image")
  })
})
