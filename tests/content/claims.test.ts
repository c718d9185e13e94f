import { beforeEach, expect, test } from "vitest"
import { toSiteIdentity } from "../../app/http/site-identity.server.ts"
import { siteForm } from "../../app/admin/site-config/schema.ts"
import { readSite, readSiteConfig } from "../../server/shop/content/site.ts"
import { saveSiteConfig, siteVersion } from "../../server/shop/content/edit-site.ts"
import { siteConfiguration } from "../../seed/company.ts"
import { makeAdministrator } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { db } from "../../server/platform/database.server.ts"
import { siteConfig } from "../../server/platform/schema/content.ts"

beforeEach(freshDatabase)

test("a shop without the demonstration claims nothing until its owner does (D51) @R-claims", async () => {
  const config = await readSiteConfig()
  expect([config.ratingLabel, config.exampleClaims]).toEqual(["", []])
  expect(toSiteIdentity(await readSite())).toMatchObject({
    phoneHelp: null,
    setupTime: null,
    openingHours: null,
    conformity: "non audité",
  })
  await db.update(siteConfig).set({
    phoneHelp: "De 9 h à 19 h",
    setupTime: "une heure",
    accessibilityPercent: 40,
    accessibilityAuditedOn: "2026-11-21",
    accessibilityAuditedBy: "Camille Martin",
  })
  expect(toSiteIdentity(await readSite())).toMatchObject({
    phoneHelp: "De 9 h à 19 h",
    setupTime: "une heure",
    conformity: "non conforme",
  })
})

test("the demonstration claims what the specification says, as examples, until each is changed (D25, D51) @R-catalog-tiles @K-rating @K-accessibility-85 @R-claims", async () => {
  const { heroPicture: _h, companyLogo: _l, ...demonstration } = siteConfiguration
  await db.insert(siteConfig).values(demonstration)
  const { ratingLabel, accessibilityPercent } = await readSiteConfig()
  expect([ratingLabel, accessibilityPercent]).toEqual(["4.9 sur Google", 85])
  expect(toSiteIdentity(await readSite())).toMatchObject({
    phoneHelp: "Assistance téléphonique 24/7 (exemple)",
    setupTime: "moins de 30 minutes (exemple)",
    openingHours: { opens: "09:00", closes: "19:00" },
    conformity: "partiellement conforme (exemple)",
  })
  const stored = await readSiteConfig()
  const { id } = await makeAdministrator("Camille")
  const camille = { kind: "administrator", id, name: "Camille" } as const
  expect((await saveSiteConfig(camille, { phoneHelp: "De 9 h à 19 h" }, siteVersion(stored, ["phoneHelp"]))).ok).toBe(
    true,
  )
  expect(toSiteIdentity(await readSite())).toMatchObject({
    phoneHelp: "De 9 h à 19 h",
    setupTime: "moins de 30 minutes (exemple)",
  })
})

test("a share of the criteria is a whole number from 0 to 100", () => {
  const shape = siteForm.shape.accessibilityPercent
  expect(["0", " 85 ", "100"].map((text) => shape.safeParse(text).data)).toEqual([0, 85, 100])
  for (const text of ["", "101", "85,5", "-1", "beaucoup"]) expect(shape.safeParse(text).success, text).toBe(false)
})
