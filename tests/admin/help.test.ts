import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { findHelp } from "../../app/admin/frame/help-results.server.ts"
import { screens } from "../../app/admin/kit/screens.ts"
import { helpTasks, tasksForScreen } from "../../app/admin/kit/help/tasks.server.ts"

const plain = (text: string) => text.replaceAll(/&nbsp;|\\u00A0|\\u202F|[\u00A0\u202F]/gi, " ").replaceAll(/\s+/g, " ")

/** Matches a whole label, from its quotation mark or element to the next mark, element or number. */
function isShown(label: string, code: string): boolean {
  const exact = label.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")
  return new RegExp(`["'\`>](?: ?)${exact}(?= ?["'\`<{,&(])`, "u").test(code)
}

function readCode(places: readonly string[]): string {
  const files = places.flatMap((place) => {
    const at = `app/admin/${place}`
    return statSync(at).isDirectory()
      ? globSync(`${at}/**/*.{ts,tsx}`).filter((file) => !file.includes(".test."))
      : [at]
  })
  return plain(files.map((file) => readFileSync(file, "utf8")).join("\n"))
}

const quotedIn = (steps: readonly string[]) =>
  steps.flatMap((step) =>
    [...plain(step).matchAll(/« (.+?) »/g)].map(([, label = ""]) => label.replace(/^npm run /, "")),
  )

describe("the help", () => {
  test.each(helpTasks.map((task) => [task.title, task] as const))(
    "the help names buttons as the screens do: %s",
    (_, { steps, pictureAlt: picture, labelSources: sources }) => {
      const code = readCode(sources)
      const quoted = quotedIn([...steps, picture ?? ""])
      expect(quoted.length).toBeGreaterThan(0)
      expect(quoted.filter((label) => !isShown(label, code))).toEqual([])
    },
  )

  test("the rule finds a label that no screen has", () => {
    const wrong = ["Appuyez sur « Tout envoyer », puis « Créer le » et « Créer le produit »."]
    expect(quotedIn(wrong).filter((label) => !isShown(label, readCode(["products"])))).toEqual([
      "Tout envoyer",
      "Créer le",
    ])
  })

  test("the help explains each task in three to six lines", () => {
    expect(helpTasks.filter(({ steps }) => steps.length < 3 || steps.length > 6)).toEqual([])
    expect(new Set(helpTasks.map(({ id }) => id)).size).toBe(helpTasks.length)
  })

  test("the help addresses every administrator: a helper has neither the company nor its bank", () => {
    const owners =
      /votre (?:entreprise|banque|société)|vos (?:clients|invités|machines)|vous seul lisez|vous (?:lui )?devez/
    // «\u00A0Le fichier de votre banque\u00A0» is a field's label.
    const texts = helpTasks.flatMap(({ steps, pictureAlt: picture }) =>
      [...steps, picture ?? ""].map((text) => text.replaceAll(/«.*?»/g, "")),
    )
    expect(texts.filter((text) => owners.test(text))).toEqual([])
  })

  test("a help task is reachable from its screen, and matches by its purpose", () => {
    expect(tasksForScreen(screens.availability.to).map(({ id }) => id)).toContain("bloquer-des-jours")
    expect(tasksForScreen(`${screens.bookings.to}/1042`).map(({ id }) => id)).toContain("noter-un-paiement")
    expect(tasksForScreen("/admin/nothing")).toEqual([])
    const labels = (search: string) => findHelp(search).flatMap(({ results }) => results.map(({ label }) => label))
    expect(labels("vacances")).toEqual(["Bloquer des jours"])
    expect(labels("rembours")).toContain("Rendre de l’argent")
    expect(labels("google agenda")).toEqual(["Avoir les réservations dans son agenda"])
    expect(labels("CHÈQUE")).toContain("Noter un paiement reçu")
    expect(labels(" ")).toEqual([])
  })

  test("each task done on a screen has a small picture", () => {
    const onScreen = helpTasks.filter(({ pictureAlt: picture }) => picture !== null)
    const sizes: Record<string, { width: number; height: number }> = JSON.parse(
      readFileSync("app/admin/help/task/pictures.json", "utf8"),
    )
    expect(Object.keys(sizes).toSorted()).toEqual(onScreen.map(({ id }) => id).toSorted())
    const files = onScreen.map(({ id }) => `public/aide/${id}.webp`)
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    const bytes = files.map((file) => statSync(file).size)
    expect(Math.max(...bytes)).toBeLessThan(60_000)
    expect(bytes.reduce((all, each) => all + each, 0)).toBeLessThan(1_300_000)
  })
})
