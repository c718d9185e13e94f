import { expect, test } from "vitest"
import { companyLine, houseTexts } from "./house-texts.ts"

test("an unwritten page says of the company what the owner has said elsewhere, else what the house says", () => {
  const hero = { siteDescription: null, heroDescription: null }
  expect(companyLine(hero)).toBe(`${houseTexts.heroDescription}.`)
  expect(companyLine({ ...hero, heroDescription: "Des jeux pour vos fêtes !" })).toBe("Des jeux pour vos fêtes !")
  expect(companyLine({ siteDescription: " Bornes à Lyon ", heroDescription: "Des jeux" })).toBe("Bornes à Lyon.")
  expect(companyLine({ ...hero, heroDescription: " \n" })).toBe(`${houseTexts.heroDescription}.`)
  expect(companyLine({ ...hero, heroDescription: "Des jeux ! Des bornes " })).toBe("Des jeux ! Des bornes.")
  expect(companyLine({ siteDescription: "  ", heroDescription: "Des jeux" })).toBe("Des jeux.")
})
