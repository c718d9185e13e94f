import { isOtherBusiness, readSiret } from "../accounts/business.ts"
import type { LegalConfig, LegalFinance } from "./legal-facts.ts"
import { siretDigits } from "../printed-numbers.ts"

export type MissingFact = { fact: keyof LegalConfig | keyof LegalFinance; label: string }

function hasTelephone(text: string): boolean {
  return [...text.matchAll(/[\d\s.()-]+/g)].some(([run]) => run.replace(/\D/g, "").length >= 9)
}

const companiesWithCapital = /\b(?:sarl|eurl|sasu?|sa|sca|snc|scop)\b/i

export function missingFacts(config: LegalConfig, finance: LegalFinance): MissingFact[] {
  const missing = (fact: MissingFact["fact"], value: string | null, label: string): MissingFact[] =>
    value?.trim() ? [] : [{ fact, label }]
  const siret = config.companySiret && siretDigits(config.companySiret)
  const needsCapital = config.legalForm !== null && companiesWithCapital.test(config.legalForm.replace(/\./g, ""))
  return [
    ...missing("companyAddress", config.companyAddress, "adresse du siège"),
    ...missing("companyPhone", config.companyPhone, "téléphone"),
    ...missing("companyEmail", config.companyEmail, "adresse e-mail"),
    ...missing("companySiret", siret, "SIRET (14 chiffres)"),
    // Older values were never validated.
    ...(siret && readSiret(siret) === null
      ? [{ fact: "companySiret" as const, label: "SIRET à corriger (sa clé est fausse)" }]
      : []),
    ...missing("companyRcs", config.companyRcs, "RCS (ville et numéro)"),
    ...(siret && config.companyRcs && isOtherBusiness(config.companyRcs, siret)
      ? [{ fact: "companyRcs" as const, label: "RCS à corriger (ce n’est pas celui du SIRET)" }]
      : []),
    ...missing("legalForm", config.legalForm, "forme juridique"),
    ...(needsCapital ? missing("shareCapital", config.shareCapital, "capital social") : []),
    ...(finance.vatMode === "included" ? missing("vatNumber", config.vatNumber, "numéro de TVA") : []),
    ...missing("publicationDirector", config.publicationDirector, "directeur de la publication"),
    ...missing("hostingNotice", config.hostingNotice, "hébergeur (nom, adresse, téléphone)"),
    // Article 1-1 of the law of 2004 requires it.
    ...(config.hostingNotice?.trim() && !hasTelephone(config.hostingNotice)
      ? [{ fact: "hostingNotice" as const, label: "téléphone de l’hébergeur" }]
      : []),
    ...missing("mediatorName", config.mediatorName, "médiateur de la consommation"),
    ...missing("mediatorUrl", config.mediatorUrl, "site du médiateur"),
    ...missing("insurance", config.insurance, "assurance professionnelle"),
    ...missing("warehouseCity", finance.warehouseCity, "adresse du dépôt"),
  ]
}
