import { aboutPage } from "./about-page.ts"
import type { SeedProduct } from "./catalogue-types.ts"
import { financeSettings, siteConfiguration, testimonials } from "./company.ts"
import { accessories, bundles } from "./packs.ts"
import { anneauDeLumiere } from "./products/anneau-de-lumiere.ts"
import { borneDeTable } from "./products/borne-de-table.ts"
import { miroirMagique } from "./products/miroir-magique.ts"
import { photomatonArgentique } from "./products/photomaton-argentique.ts"
import { photomatonBois } from "./products/photomaton-bois.ts"
import { plateforme360 } from "./products/plateforme-360.ts"
import { servicesPage } from "./services-page.ts"
import { typesetAll } from "./typography.ts"

const products: readonly SeedProduct[] = [
  photomatonBois,
  anneauDeLumiere,
  plateforme360,
  miroirMagique,
  borneDeTable,
  photomatonArgentique,
]

export const catalogue = typesetAll({
  siteConfiguration,
  financeSettings,
  aboutPage,
  servicesPage,
  testimonials,
  products,
  accessories,
  bundles,
})
