import { z } from "zod"
import { isWebAddress } from "../../../domain/web-address.ts"
import { isEmail, normalizeEmail } from "../../../domain/accounts/email.ts"
import { isOtherBusiness, shopVatProblem, readSiret } from "../../../domain/accounts/business.ts"
import { readPhone } from "../../../domain/phone.ts"
import { type Day, isDay } from "../../../domain/day.ts"
import { requiredText } from "../../http/form-fields.ts"
import type { CompanyField, SiteField } from "../kit/site-fields.ts"

/** Claims are optional: an empty field shows nothing (D51). */
const claim = (maxLength: number) => z.string().trim().max(maxLength).default("")

/** Empty fields become null. */
const optionalText = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .optional()
    .transform((text) => text || null)

const address = (maxLength: number, message: string) =>
  optionalText(maxLength).refine((url) => url === null || isWebAddress(url), message)

const hour = optionalText(5).refine(
  (time) => time === null || /^([01]\d|2[0-3]):[0-5]\d$/.test(time),
  "Indiquez une heure, par exemple 9&nbsp;h&nbsp;30.",
)

const vatProblems = {
  "not-a-number": "Ce numéro de TVA n’a pas la forme attendue. Exemple\u00A0: FR14987654324",
  "wrong-key": "Ce numéro de TVA est mal recopié\u00A0: sa clé ne correspond pas.",
}

const urlMessage = "Cette adresse n’est pas valable. Elle commence par https://"

/** With `siteForm`, the fields of `site_config` in section 3 of the specification. */
export const companyForm = z
  .object({
    companyName: requiredText("Indiquez le nom de l’entreprise.", 120),
    companyPhone: optionalText(30).refine(
      (phone) => phone === null || readPhone(phone) !== null,
      "Ce numéro n’est pas complet. Exemple\u00A0: 06 12 34 56 78, ou +32 2 123 45 67",
    ),
    companyEmail: optionalText(254).refine(
      (email) => email === null || isEmail(normalizeEmail(email)),
      "Cette adresse e-mail n’est pas valable. Exemple\u00A0: prenom@exemple.fr",
    ),
    companyAddress: optionalText(300),
    legalForm: optionalText(80),
    shareCapital: optionalText(80),
    companySiret: optionalText(20).refine(
      (siret) => siret === null || readSiret(siret) !== null,
      "Ce SIRET n’est pas valable\u00A0: vérifiez ses 14 chiffres.",
    ),
    companyRcs: optionalText(120),
    vatNumber: optionalText(20).superRefine((number, context) => {
      const problem = number === null ? null : shopVatProblem(number)
      if (problem) context.addIssue(vatProblems[problem])
    }),
    publicationDirector: optionalText(120),
    hostingNotice: optionalText(400),
    mediatorName: optionalText(200),
    mediatorUrl: address(300, urlMessage),
    insurance: optionalText(400),
  } satisfies Record<CompanyField, z.ZodType>)
  .refine(
    ({ companySiret, companyRcs }) => !companySiret || !companyRcs || !isOtherBusiness(companyRcs, companySiret),
    {
      path: ["companyRcs"],
      message: "Ce numéro RCS n’est pas celui du SIRET. Il en reprend les neuf premiers chiffres.",
    },
  )

/** Opening hours that are incomplete or reversed would be stored but never displayed. */
export const siteForm = z
  .object({
    heroTitle: optionalText(120),
    heroDescription: optionalText(400),
    heroImageAlt: z.string().trim().max(300).default(""),
    companyIcon: z.enum(["camera", "image", "aperture"], "Choisissez une icône."),
    accentColor: optionalText(20).refine(
      (color) => color === null || /^#[0-9a-f]{6}$/i.test(color),
      "Une couleur s’écrit avec un # et six signes, par exemple #1d4ed8.",
    ),
    instagramUrl: address(300, urlMessage),
    googleBusinessId: optionalText(120),
    ratingLabel: claim(60),
    phoneHelp: claim(80),
    setupTime: claim(60),
    opensAt: hour,
    closesAt: hour,
    accessibilityAuditedOn: optionalText(10)
      .refine((day) => day === null || isDay(day), "Cette date n’existe pas.")
      .transform((day) => day as Day | null),
    accessibilityAuditedBy: optionalText(120),
    accessibilityPercent: z
      .string({ error: "Indiquez un pourcentage." })
      .trim()
      .regex(/^(100|\d{1,2})$/, "Indiquez un nombre entier de 0 à 100.")
      .transform(Number),
    siteTitle: optionalText(120),
    siteDescription: optionalText(400),
  } satisfies Record<SiteField, z.ZodType>)
  .refine(({ opensAt, closesAt }) => (opensAt === null) === (closesAt === null), {
    path: ["closesAt"],
    message: "Indiquez les deux heures, ou aucune.",
  })
  .refine(({ opensAt, closesAt }) => opensAt === null || closesAt === null || opensAt < closesAt, {
    path: ["closesAt"],
    message: "La fermeture ne peut pas venir avant l’ouverture.",
  })
