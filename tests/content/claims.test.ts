import { expect, test } from "vitest"
import { siteOf } from "../../app/http/site-identity.server.ts"
import { siteForm } from "../../app/admin/site-config/schema.ts"
import { readSite, readSiteConfig } from "../../server/content/site.ts"
import { db } from "../../server/database.server.ts"
import { siteConfig } from "../../server/schema/content.ts"

test("a new shop claims what the specification says, until its owner says something else (D25) @R-catalog-tiles @K-rating @K-accessibility-85 @R-claims", async () => {
  const { ratingLabel, ...config } = await readSiteConfig()
  expect([ratingLabel, config.accessibilityPercent]).toEqual(["4.9 sur Google", 85])
  expect(siteOf(await readSite())).toMatchObject({
    phoneHelp: "Assistance téléphonique 24/7",
    setupTime: "moins de 30 minutes",
    conformity: "partiellement conforme",
  })
  await db.update(siteConfig).set({ phoneHelp: "De 9 h à 19 h", setupTime: "une heure", accessibilityPercent: 40 })
  expect(siteOf(await readSite())).toMatchObject({
    phoneHelp: "De 9 h à 19 h",
    setupTime: "une heure",
    conformity: "non conforme",
  })
})

test("a share of the criteria is a whole number from 0 to 100", () => {
  const shape = siteForm.shape.accessibilityPercent
  expect(["0", " 85 ", "100"].map((text) => shape.safeParse(text).data)).toEqual([0, 85, 100])
  for (const text of ["", "101", "85,5", "-1", "beaucoup"]) expect(shape.safeParse(text).success, text).toBe(false)
})
