import { href } from "react-router"
import type { MissingFact } from "../../../domain/content/missing-facts.ts"
import { screens } from "../kit/screens.ts"
import type { NewShopStatus } from "../../../server/reports/today/new-shop.ts"

/** Completed by the shop's state, never by hand. */
export type FirstStep = {
  title: string
  purpose: string
  done: boolean
  to: string
  label: string
  missing: readonly { label: string; href: string }[]
}

export type FirstDayFacts = {
  missing: readonly MissingFact[]
  hasOpeningHours: boolean
  hasDepot: boolean
  canSendMail: boolean
  products: NewShopStatus
}

const company: ReadonlySet<MissingFact["fact"]> = new Set(["companyAddress", "companyPhone", "companyEmail"])
/** Has a step of its own. */
const depot: MissingFact["fact"] = "warehouseCity"

const config = (field: string) => `${href("/admin/site-config")}#${field}`

/** In the order they should be done. */
export function firstSteps({ missing, hasOpeningHours, hasDepot, canSendMail, products }: FirstDayFacts): FirstStep[] {
  const gaps = (isIncluded: (fact: MissingFact["fact"]) => boolean) =>
    missing.filter(({ fact }) => isIncluded(fact)).map(({ fact, label }) => ({ label, href: config(fact) }))
  const companyGaps = gaps((fact) => company.has(fact))
  const legalGaps = gaps((fact) => !company.has(fact) && fact !== depot)
  const product = productStep(products)
  return [
    {
      title: "Votre entreprise",
      purpose: "Son nom, son adresse, son téléphone et son e-mail se lisent sur le site, les contrats et les factures.",
      done: companyGaps.length === 0,
      to: config("companyName"),
      label: "Présenter l’entreprise",
      missing: companyGaps,
    },
    {
      title: "Votre dépôt",
      purpose: "Les livraisons en partent et leur prix se compte depuis lui\u00a0; le retrait s’y fait.",
      done: hasDepot,
      to: `${href("/admin/finance")}#warehouseStreet`,
      label: "Indiquer le dépôt",
      missing: [],
    },
    {
      title: "Le serveur de messagerie",
      purpose: canSendMail
        ? "Les confirmations, les contrats et les liens de paiement partent par e-mail."
        : "Sans lui, les confirmations, les contrats et les liens de paiement ne partent pas\u00a0: ils sont gardés. La personne qui s’occupe du serveur le nomme dans SMTP_URL.",
      done: canSendMail,
      to: href("/admin/mails"),
      label: "Voir les e-mails gardés",
      missing: [],
    },
    product,
    daysStep(products, product.to),
    {
      title: "Vos horaires",
      purpose: "Ils se lisent sur la page Contact.",
      done: hasOpeningHours,
      to: config("opensAt"),
      label: "Indiquer vos horaires",
      missing: hasOpeningHours ? [] : [{ label: "heures d’ouverture et de fermeture", href: config("opensAt") }],
    },
    {
      title: "Vos mentions légales",
      purpose: "La loi les veut sur un site ouvert au public. En attendant, leurs lignes sont laissées de côté.",
      done: legalGaps.length === 0,
      to: config("legalForm"),
      label: "Compléter les mentions",
      missing: legalGaps,
    },
  ]
}

/** Without a visible product the calendar is empty, so the step links to the product first. */
function daysStep({ activeCount, hasFreeDay }: FirstDayFacts["products"], productTo: string): FirstStep {
  const step = {
    title: "Vos jours",
    purpose: "Tous les jours se réservent, sauf ceux que vous fermez.",
    done: hasFreeDay,
  }
  if (hasFreeDay) return { ...step, to: href("/admin/availability"), label: "Ouvrir le calendrier", missing: [] }
  return activeCount === 0
    ? {
        ...step,
        to: productTo,
        label: "Commencer par le produit",
        missing: [{ label: "un produit dans le catalogue", href: productTo }],
      }
    : {
        ...step,
        to: href("/admin/availability"),
        label: "Ouvrir le calendrier",
        missing: [{ label: "un jour libre", href: href("/admin/availability") }],
      }
}

function productStep({ activeCount, hidden }: FirstDayFacts["products"]): FirstStep {
  const step = {
    title: "Votre premier produit",
    purpose: "Ce que vous louez, avec son prix par jour. Il est dans le catalogue dès qu’il a un prix.",
    done: activeCount > 0,
    missing: [],
  }
  if (hidden === null) return { ...step, to: screens.newProduct.to, label: "Ajouter un produit" }
  const to = href("/admin/products/:id", { id: hidden.id })
  return hidden.hasPrice
    ? {
        ...step,
        purpose: `«\u00a0${hidden.name}\u00a0» a un prix, mais n’est pas visible dans le catalogue.`,
        to: `${to}#isActive`,
        label: "Le rendre visible",
      }
    : {
        ...step,
        purpose: `Il manque un prix à «\u00a0${hidden.name}\u00a0»\u00a0: sans lui, un produit ne se loue pas.`,
        to: `${to}#price`,
        label: "Indiquer son prix",
      }
}
