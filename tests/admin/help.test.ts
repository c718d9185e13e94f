import { existsSync, globSync, readFileSync, statSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { helpFound } from "../../app/admin/search/help-results.server.ts"
import { screens } from "../../app/admin/kit/screens.ts"
import { helpTasks, tasksOfScreen } from "../../app/admin/kit/help/tasks.server.ts"

const plain = (text: string) => text.replaceAll(/&nbsp;|\\u00A0|\\u202F|[\u00A0\u202F]/gi, " ").replaceAll(/\s+/g, " ")

/** A whole label: what a quotation mark or an element begins, and a mark, an element or a number goes on with. */
function isShown(label: string, code: string): boolean {
  const exact = label.replaceAll(/[$()*+.?[\\\]^{|}]/g, "\\$&")
  return new RegExp(`["'\`>](?: ?)${exact}(?= ?["'\`<{,&(])`, "u").test(code)
}

function codeOf(places: readonly string[]): string {
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

describe("The help", () => {
  test.each(helpTasks.map((task) => [task.title, task] as const))(
    "names buttons as the screens do: %s",
    (_, { steps, picture, shownBy }) => {
      const code = codeOf(shownBy)
      const quoted = quotedIn([...steps, picture ?? ""])
      expect(quoted.length).toBeGreaterThan(0)
      expect(quoted.filter((label) => !isShown(label, code))).toEqual([])
    },
  )

  test("a label that no screen has would be found", () => {
    const wrong = ["Appuyez sur « Tout envoyer », puis « Créer le » et « Créer le produit »."]
    expect(quotedIn(wrong).filter((label) => !isShown(label, codeOf(["products"])))).toEqual([
      "Tout envoyer",
      "Créer le",
    ])
  })

  test("says each task in three to six lines", () => {
    expect(helpTasks.filter(({ steps }) => steps.length < 3 || steps.length > 6)).toEqual([])
    expect(new Set(helpTasks.map(({ id }) => id)).size).toBe(helpTasks.length)
  })

  test("speaks to every administrator: whoever helps the owner has neither the company nor its bank or customers", () => {
    const owners =
      /votre (?:entreprise|banque|société)|vos (?:clients|invités|machines)|vous seul lisez|vous (?:lui )?devez/
    // «\u00A0Le fichier de votre banque\u00A0» is what a field is called.
    const said = helpTasks.flatMap(({ steps, picture }) =>
      [...steps, picture ?? ""].map((text) => text.replaceAll(/«.*?»/g, "")),
    )
    expect(said.filter((text) => owners.test(text))).toEqual([])
  })

  test("is found from its screen, and by what one wants to do", () => {
    expect(tasksOfScreen(screens.availability.to).map(({ id }) => id)).toContain("bloquer-des-jours")
    expect(tasksOfScreen(`${screens.bookings.to}/1042`).map(({ id }) => id)).toContain("noter-un-paiement")
    expect(tasksOfScreen("/admin/nothing")).toEqual([])
    const labels = (search: string) => helpFound(search).flatMap(({ results }) => results.map(({ label }) => label))
    expect(labels("vacances")).toEqual(["Bloquer des jours"])
    expect(labels("rembours")).toContain("Rendre de l’argent")
    expect(labels("google agenda")).toEqual(["Avoir les réservations dans son agenda"])
    expect(labels("CHÈQUE")).toContain("Noter un paiement reçu")
    expect(labels(" ")).toEqual([])
  })

  test("has a small picture of each task that is done on a screen", () => {
    const onScreen = helpTasks.filter(({ picture }) => picture !== null)
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
