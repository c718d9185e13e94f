import { href } from "react-router"
import type { ConfirmedStep } from "../../../domain/content/confirmed-steps.ts"
import { DEFAULT_COMPANY_NAME } from "../../../domain/content/company-name.ts"
import type { MissingFact } from "../../../domain/content/missing-facts.ts"
import { screens } from "../kit/screens.ts"
import type { HiddenProduct } from "../../../server/reports/today/new-shop.ts"

/** Completed by the shop's state; `ask` names a preset that only the owner can confirm, in the list itself. */
export type FirstStep = {
  title: string
  purpose: string
  done: boolean
  to: string
  label: string
  missing: readonly { label: string; href: string }[]
  ask?: ConfirmedStep
}

export type FirstDayFacts = {
  companyName: string
  missing: readonly MissingFact[]
  hasOpeningHours: boolean
  hasDepot: boolean
  confirmedSteps: readonly ConfirmedStep[]
  isCardReady: boolean
  hasIban: boolean
  canSendMail: boolean
  hasOwnAddress: boolean
  origin: string
  activeProducts: number
  hiddenProduct: HiddenProduct | null
}

const companyFacts: ReadonlySet<MissingFact["fact"]> = new Set(["companyAddress", "companyPhone", "companyEmail"])
/** These have a step of their own. */
const otherFacts: ReadonlySet<MissingFact["fact"]> = new Set(["warehouseCity", "vatNumber"])

const config = (field: string) => `${href("/admin/site-config")}#${field}`
const finance = (field: string) => `${href("/admin/finance")}#${field}`
const hostHelp = href("/admin/aide/:task", { task: "demander-a-l-hebergeur" })

/** In the order they should be done. */
export function firstSteps(facts: FirstDayFacts): FirstStep[] {
  const gaps = (isIncluded: (fact: MissingFact["fact"]) => boolean) =>
    facts.missing.filter(({ fact }) => isIncluded(fact)).map(({ fact, label }) => ({ label, href: config(fact) }))
  const legalGaps = gaps((fact) => !companyFacts.has(fact) && !otherFacts.has(fact))
  return [
    companyStep(
      facts,
      gaps((fact) => companyFacts.has(fact)),
    ),
    productStep(facts),
    daysStep(facts),
    {
      title: "Vos livraisons",
      purpose: "Leur prix se compte depuis votre dépôt.",
      done: facts.hasDepot,
      to: finance("warehouseStreet"),
      label: "Indiquer le dépôt",
      missing: [],
    },
    vatStep(
      facts,
      gaps((fact) => fact === "vatNumber"),
    ),
    paymentStep(facts),
    {
      title: "Vos e-mails",
      purpose: facts.canSendMail
        ? "Contrats et confirmations partent."
        : "Rien ne part pour l’instant\u00a0: ni contrat, ni confirmation. Votre hébergeur vous donne un serveur de messagerie.",
      done: facts.canSendMail,
      to: hostHelp,
      label: "Que demander",
      missing: [],
    },
    {
      title: "L’adresse de votre boutique",
      purpose: facts.hasOwnAddress
        ? facts.origin
        : `Vos liens disent ${facts.origin}. Votre hébergeur vous donne votre adresse.`,
      done: facts.hasOwnAddress,
      to: hostHelp,
      label: "Que demander",
      missing: [],
    },
    {
      title: "Contrat et mentions",
      purpose: "La loi les veut sur un site ouvert au public.",
      done: legalGaps.length === 0,
      to: config("legalForm"),
      label: "Compléter",
      missing: legalGaps,
    },
  ]
}

function companyStep({ companyName }: FirstDayFacts, gaps: FirstStep["missing"]): FirstStep {
  const isNamed = companyName !== DEFAULT_COMPANY_NAME
  const missing = [...(isNamed ? [] : [{ label: "le nom de l’entreprise", href: config("companyName") }]), ...gaps]
  return {
    title: "Votre entreprise",
    purpose: isNamed ? companyName : "Son nom se lit sur le site, les contrats et les factures.",
    done: missing.length === 0,
    to: config("companyName"),
    label: "Présenter l’entreprise",
    missing,
  }
}

function daysStep({ hasOpeningHours, confirmedSteps }: FirstDayFacts): FirstStep {
  const isConfirmed = confirmedSteps.includes("days")
  const missing = hasOpeningHours ? [] : [{ label: "heures d’ouverture et de fermeture", href: config("opensAt") }]
  return {
    title: "Vos jours et vos heures",
    purpose: "Tous les jours se réservent, sauf ceux que vous bloquez.",
    done: isConfirmed && hasOpeningHours,
    to: isConfirmed ? config("opensAt") : href("/admin/availability"),
    label: isConfirmed ? "Indiquer vos horaires" : "Bloquer des jours",
    missing,
    ...(!isConfirmed && { ask: "days" as const }),
  }
}

function vatStep({ confirmedSteps }: FirstDayFacts, missing: FirstStep["missing"]): FirstStep {
  const isConfirmed = confirmedSteps.includes("vat")
  return {
    title: "Votre TVA",
    purpose: "Elle s’imprime sur vos documents. Regardez votre dernière facture.",
    done: isConfirmed && missing.length === 0,
    to: isConfirmed ? config("vatNumber") : finance("vatMode"),
    label: isConfirmed ? "Indiquer le numéro" : "Voir les réglages",
    missing: isConfirmed ? missing : [],
    ...(!isConfirmed && { ask: "vat" as const }),
  }
}

function paymentStep({ isCardReady, hasIban }: FirstDayFacts): FirstStep {
  return {
    title: "Être payé",
    purpose: `${hasIban ? "Virement\u00a0: prêt." : "Virement\u00a0: il manque votre IBAN."} ${
      isCardReady ? "Carte\u00a0: prête." : "Carte\u00a0: pas encore reliée."
    }`,
    done: isCardReady || hasIban,
    to: finance("iban"),
    label: "Indiquer l’IBAN",
    missing: [],
  }
}

function productStep({ activeProducts, hiddenProduct }: FirstDayFacts): FirstStep {
  const step = {
    title: "Votre premier produit",
    purpose: "Ce que vous louez, avec son prix.",
    done: activeProducts > 0,
    missing: [],
  }
  if (hiddenProduct === null) return { ...step, to: screens.products.to, label: "Ajouter un produit" }
  const to = href("/admin/products/:id", { id: hiddenProduct.id })
  return hiddenProduct.hasPrice
    ? {
        ...step,
        purpose: `«\u00a0${hiddenProduct.name}\u00a0» n’est pas encore visible dans le catalogue.`,
        to: `${to}#isActive`,
        label: "Le rendre visible",
      }
    : {
        ...step,
        purpose: `Il manque un prix à «\u00a0${hiddenProduct.name}\u00a0».`,
        to: `${to}#price`,
        label: "Indiquer son prix",
      }
}
