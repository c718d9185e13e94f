import { productKey } from "../../../domain/catalog/product-key.ts"
import { href } from "react-router"
import { foundingYear, priceRange, servedArea } from "../../../domain/content/business-facts.ts"
import type { VatMode } from "../../../domain/finance/vat-wording.ts"
import type { StartingPrice } from "../../../domain/pricing/rate-plan.ts"
import { siretDigits } from "../../../domain/printed-numbers.ts"
import { internationalPhone } from "../../../domain/phone.ts"
import type { Crumb } from "../../ui/breadcrumb.tsx"
import type { Picture } from "../../ui/photo.tsx"
import type { StructuredData } from "./json-ld.tsx"
import { parsePostalAddress } from "./postal-address.ts"
import type { SiteIdentity } from "../../http/site-identity.ts"

/** `origin`: the public address, without a final slash. */

const businessId = (origin: string) => `${origin}/#entreprise`

export function buildSiteData(site: SiteIdentity, origin: string): StructuredData[] {
  return [localBusiness(site, origin), webSite(site, origin), rentalService(site, origin)]
}

function localBusiness(site: SiteIdentity, origin: string): StructuredData {
  const address = site.address === null ? null : parsePostalAddress(site.address)
  return {
    "@type": "LocalBusiness",
    "@id": businessId(origin),
    name: site.companyName,
    url: `${origin}/`,
    image: `${origin}${href("/og/:file", { file: "site.jpg" })}`,
    ...(site.logo && { logo: origin + site.logo.src }),
    ...(site.description && { description: site.description }),
    ...(site.phone && { telephone: internationalPhone(site.phone) }),
    ...(site.email && { email: site.email }),
    ...(site.address && {
      address: address
        ? {
            "@type": "PostalAddress",
            streetAddress: address.street,
            postalCode: address.zipCode,
            addressLocality: address.city,
            addressCountry: "FR",
          }
        : site.address,
    }),
    ...(site.siret && {
      identifier: { "@type": "PropertyValue", propertyID: "SIRET", value: siretDigits(site.siret) ?? site.siret },
    }),
    ...(site.instagramUrl && { sameAs: [site.instagramUrl] }),
    ...(site.openingHours && {
      openingHoursSpecification: {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
        ...site.openingHours,
      },
    }),
    ...(site.isDemonstration && { areaServed: areaServed(), foundingDate: String(foundingYear), priceRange }),
  }
}

function webSite(site: SiteIdentity, origin: string): StructuredData {
  return {
    "@type": "WebSite",
    "@id": `${origin}/#site`,
    name: site.companyName,
    ...(site.title !== site.companyName && { alternateName: site.title }),
    url: `${origin}/`,
    inLanguage: "fr-FR",
    publisher: { "@id": businessId(origin) },
    potentialAction: {
      "@type": "SearchAction",
      target: { "@type": "EntryPoint", urlTemplate: `${origin}/?q={search_term_string}` },
      "query-input": "required name=search_term_string",
    },
  }
}

function rentalService(site: SiteIdentity, origin: string): StructuredData {
  return {
    "@type": "Service",
    "@id": `${origin}/#location`,
    name: `Location de matériel événementiel, ${site.companyName}`,
    serviceType: "Location de photobooths",
    provider: { "@id": businessId(origin) },
    ...(site.isDemonstration && { areaServed: areaServed() }),
    url: `${origin}${href("/catalog")}`,
    ...(site.description && { description: site.description }),
  }
}

/** Only for the demonstration: no other shop is claimed to be from Paris (D51). */
function areaServed() {
  return {
    "@type": "GeoCircle",
    geoMidpoint: { "@type": "GeoCoordinates", latitude: servedArea.latitude, longitude: servedArea.longitude },
    // Metres.
    geoRadius: servedArea.radiusKm * 1000,
  }
}

export type ProductFacts = {
  id: string
  name: string
  description: string
  from: StartingPrice
  picture: Picture | null
  gallery: readonly {
    caption: string
    picture: Picture
    film: { src: string; about: string; seconds: number | null; day: string } | null
  }[]
}

export function buildProductData(
  { id, name, description, from, picture, gallery }: ProductFacts,
  { site, origin, vatMode }: { site: SiteIdentity; origin: string; vatMode: VatMode },
): StructuredData {
  const url = `${origin}${href("/product/:id", { id: productKey({ id, name }) })}`
  const { unit, count } = from.length
  const euros = (from.price / 100).toFixed(2)
  return {
    "@type": "Product",
    "@id": `${url}#produit`,
    name,
    sku: id,
    url,
    description: description || name,
    image: [
      ...[...(picture ? [picture] : []), ...gallery.map((view) => view.picture)].map(({ src }) => origin + src),
      `${origin}${href("/og/:file", { file: `${id}.jpg` })}`,
    ],
    ...(gallery.some(({ film }) => film) && {
      subjectOf: gallery.flatMap((view) => buildFilmData(view, name, origin)),
    }),
    brand: { "@type": "Brand", name: site.companyName },
    offers: {
      "@type": "Offer",
      url,
      price: euros,
      priceCurrency: "EUR",
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        price: euros,
        priceCurrency: "EUR",
        unitCode: unit === "day" ? "DAY" : "HUR",
        ...(count > 1 && {
          referenceQuantity: { "@type": "QuantitativeValue", value: count, unitCode: unit === "day" ? "DAY" : "HUR" },
        }),
        // Under the franchise, a price includes no tax (D42).
        valueAddedTaxIncluded: vatMode !== "franchise",
      },
      availability: "https://schema.org/InStock",
      businessFunction: "http://purl.org/goodrelations/v1#LeaseOut",
      seller: { "@id": businessId(origin) },
    },
  }
}

function buildFilmData({ caption, picture, film }: ProductFacts["gallery"][number], name: string, origin: string) {
  if (!film) return []
  return [
    {
      "@type": "VideoObject",
      name: caption || name,
      description: film.about || caption || name,
      thumbnailUrl: origin + picture.src,
      contentUrl: origin + film.src,
      uploadDate: film.day,
      ...(film.seconds !== null && { duration: `PT${Math.max(1, Math.round(film.seconds))}S` }),
    },
  ]
}

/** Skips steps without a page, except the last. */
export function buildBreadcrumbData(crumbs: readonly Crumb[], origin: string): StructuredData {
  const steps = crumbs.filter(({ href }, index) => href !== undefined || index === crumbs.length - 1)
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ label, href }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name: label,
      ...(href !== undefined && { item: origin + href }),
    })),
  }
}
