import { expect, test } from "vitest"
import { companyLine, defaultHomeTexts } from "./default-home-texts.ts"

test("a page without text takes the company's line from the owner's texts, else the default", () => {
  const hero = { siteDescription: null, heroDescription: null }
  expect(companyLine(hero)).toBe(`${defaultHomeTexts.heroDescription}.`)
  expect(companyLine({ ...hero, heroDescription: "Des jeux pour vos fêtes !" })).toBe("Des jeux pour vos fêtes !")
  expect(companyLine({ siteDescription: " Bornes à Lyon ", heroDescription: "Des jeux" })).toBe("Bornes à Lyon.")
  expect(companyLine({ ...hero, heroDescription: " \n" })).toBe(`${defaultHomeTexts.heroDescription}.`)
  expect(companyLine({ ...hero, heroDescription: "Des jeux ! Des bornes " })).toBe("Des jeux ! Des bornes.")
  expect(companyLine({ siteDescription: "  ", heroDescription: "Des jeux" })).toBe("Des jeux.")
})
