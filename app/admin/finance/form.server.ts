import { list, postcodeField, ticked } from "../../http/form-fields.ts"
import { isLawfulWithdrawal } from "../../../domain/booking/withdrawal.ts"
import { z } from "zod"
import { MAX_TIERS, type TierProblem, readTiers } from "../../../domain/finance/cancellation-tiers.ts"
import { isDay } from "../../../domain/day.ts"
import { hourInLabel, isClockTime, toClockTime } from "../../../domain/clock.ts"
import type { ShopHours, ShopHoursProblem } from "../../../domain/rental/shop-hours.ts"
import { MAX_LEGAL_RATE } from "../../../domain/invoicing/legal-interest.ts"
import { readBic, readIban } from "../../../domain/finance/iban.ts"
import type { SettingsInput } from "../../../server/shop/settings/save-settings.ts"
import type { FormErrors } from "../../http/refusal.ts"

function parseDecimal(text: string, decimals: number): number | null {
  const match = /^(\d{1,6})(?:[.,](\d+))?$/.exec(text.trim())
  if (!match || (match[2] ?? "").replace(/0+$/, "").length > decimals) return null
  return Number(`${match[1]}.${match[2] ?? "0"}`)
}

const decimal = (message: string, max: number, decimals = 1) =>
  z.string({ error: message }).transform((text, context) => {
    const number = parseDecimal(text, decimals)
    if (number !== null && number <= max) return number
    context.addIssue({ code: "custom", message })
    return z.NEVER
  })

const badTime = "Indiquez une heure, par exemple 9\u00a0h\u00a030."

const whole = (message: string, min: number, max: number) =>
  z.string({ error: message }).transform((text, context) => {
    const number = parseDecimal(text, 0)
    if (number !== null && number >= min && number <= max) return number
    context.addIssue({ code: "custom", message })
    return z.NEVER
  })

const time = z.string({ error: badTime }).refine(isClockTime, badTime)

/** D45. */
export const unlawfulWithdrawal =
  "Indiquez 0 pour ne rien proposer, ou de 14 à 60 jours\u00a0: la loi en donne au moins 14."

const line = (maxLength: number) => z.string().trim().max(maxLength).default("")
const ibanProblems = {
  country: "Un IBAN commence par deux lettres de pays, par exemple FR76.",
  length: "Cet IBAN n’a pas la bonne longueur. Un IBAN français compte 27 caractères.",
  checksum: "Cet IBAN comporte une erreur\u00a0: sa clé ne correspond pas. Vérifiez chaque chiffre.",
}

/** Euros, kilometres and percents as typed (section 5: at least 0, steps of 0.1). */
export const FinanceForm = z.object({
  deliveryFeePerKm: decimal("Indiquez un montant d’au moins 0, par pas de 0,1. Exemple\u00a0: 2 ou 2,5.", 1_000),
  freeDeliveryThreshold: decimal(
    "Indiquez une distance d’au moins 0, par pas de 0,1. Exemple\u00a0: 10 ou 12,5.",
    40_000,
  ),
  maximumDeliveryDistance: z
    .string()
    .trim()
    .transform((text, context) => {
      if (text === "") return null
      const number = parseDecimal(text, 0)
      if (number !== null && number >= 1 && number <= 40_000) return number
      context.addIssue({
        code: "custom",
        message: "Indiquez un nombre entier de kilomètres, ou laissez vide pour ne pas limiter.",
      })
      return z.NEVER
    })
    .default(null),
  deliversToCorsica: ticked,
  warehouseStreet: line(200),
  warehouseZipCode: postcodeField,
  warehouseCity: line(120),
  vatMode: z.enum(["franchise", "included"], "Choisissez votre régime de TVA."),
  vatRate: decimal("Indiquez un taux entre 0 et 100, par exemple 20 ou 5,5.", 100, 2),
  vatOnDebits: ticked,
  downPaymentPercent: whole("Indiquez un pourcentage entier, de 0 à 100.", 0, 100),
  balanceDaysBefore: whole("Indiquez un nombre entier de jours, de 0 à 90.", 0, 90),
  maxSecurityDeposit: decimal("Indiquez un montant d’au moins 0. Exemple\u00a0: 1500.", 100_000, 2),
  palierJours: list(z.array(z.string()).max(MAX_TIERS + 1)),
  palierPourcent: list(z.array(z.string()).max(MAX_TIERS + 1)),
  withdrawalDays: whole(unlawfulWithdrawal, 0, 60).refine(isLawfulWithdrawal, unlawfulWithdrawal),
  /** Without a withdrawal period the owner must accept the risk (D45). */
  withdrawalRisk: ticked,
  pendingExpiryDays: whole("Indiquez un nombre entier de jours, de 1 à 60.", 1, 60),
  downPaymentInvoiceDays: whole("Indiquez un nombre entier de jours, de 1 à 60.", 1, 60),
  quoteValidityDays: whole("Indiquez un nombre entier de jours, de 1 à 180.", 1, 180),
  quoteReminderDays: whole("Indiquez un nombre entier de jours, de 0 à 60.", 0, 60),
  quoteSecondReminderDays: whole("Indiquez un nombre entier de jours, de 0 à 60.", 0, 60),
  quoteLastReminderDays: whole("Indiquez un nombre entier de jours, de 0 à 7.", 0, 7),
  rentalDayStartsAt: whole("Indiquez une heure entière, de 0 à 23.", 0, 23),
  deliveryFrom: time,
  deliveryTo: time,
  collectionFrom: time,
  collectionTo: time,
  iban: z
    .string()
    .trim()
    .default("")
    .transform((text, context) => {
      if (text === "") return null
      const read = readIban(text)
      if (read.ok) return read.iban
      context.addIssue({ code: "custom", message: ibanProblems[read.problem] })
      return z.NEVER
    }),
  bic: z
    .string()
    .trim()
    .default("")
    .transform((text, context) => {
      if (text === "") return null
      const bic = readBic(text)
      if (bic !== null) return bic
      context.addIssue({
        code: "custom",
        message: "Un BIC compte 8 ou 11 caractères, par exemple AGRIFRPP ou BNPAFRPPXXX.",
      })
      return z.NEVER
    }),
})

const badRate = "Indiquez un taux entre 0 et 50, comme il est publié. Exemple\u00a0: 6,67."
const badHalfYear = "Choisissez un semestre."

/** In percent, as published. */
export const RateForm = z.object({
  since: z.string().refine(isDay, badHalfYear),
  rate: decimal(badRate, MAX_LEGAL_RATE / 100, 2),
})

export const rateProblems = {
  "not-a-rate": { rate: badRate },
  "not-a-half-year": { since: badHalfYear },
  "not-yet": { since: "Ce taux n’est pas encore publié." },
} as const

/** Converts to cents and basis points. */
export function toSettings(
  form: z.output<typeof FinanceForm>,
): { ok: true; settings: SettingsInput } | { ok: false; errors: FormErrors } {
  const { withdrawalRisk, palierJours, palierPourcent, deliveryFeePerKm, vatRate, maxSecurityDeposit, ...unchanged } =
    form
  const tiers = readTiers(
    palierJours.map((daysBefore, row) => ({ daysBefore, refundPercent: palierPourcent[row] ?? "" })),
  )
  if (!tiers.ok) return { ok: false, errors: { paliers: tierLabel(tiers.error) } }
  const isRiskUnconfirmed = form.withdrawalDays === 0 && !withdrawalRisk
  const errors = {
    ...addressErrors(form),
    ...(isRiskUnconfirmed
      ? { withdrawalRisk: "Sans délai de rétractation, cochez cette case après l’avoir lue." }
      : {}),
  }
  if (Object.keys(errors).length > 0) return { ok: false, errors }
  const settings = {
    ...unchanged,
    deliveryFeePerKm: Math.round(deliveryFeePerKm * 100),
    vatRate: Math.round(vatRate * 100),
    maxSecurityDeposit: Math.round(maxSecurityDeposit * 100),
    cancellationTiers: tiers.value,
  }
  return { ok: true, settings }
}

function addressErrors({ warehouseStreet, warehouseZipCode, warehouseCity }: z.output<typeof FinanceForm>): FormErrors {
  if (![warehouseStreet, warehouseZipCode, warehouseCity].some(Boolean)) return {}
  return {
    ...(warehouseStreet ? {} : { warehouseStreet: "Indiquez la rue du dépôt." }),
    ...(warehouseZipCode ? {} : { warehouseZipCode: "Indiquez le code postal du dépôt." }),
    ...(warehouseCity ? {} : { warehouseCity: "Indiquez la ville du dépôt." }),
  }
}

function tierLabel({ row, kind }: TierProblem): string {
  const tier = `Palier ${row + 1}\u00a0:`
  switch (kind) {
    case "incomplete":
      return `${tier} indiquez les jours et le pourcentage, ou videz les deux.`
    case "days":
      return `${tier} indiquez un nombre entier de jours, de 0 à 730.`
    case "percent":
      return `${tier} indiquez un pourcentage entier, de 0 à 100.`
    case "repeated":
      return `${tier} un autre palier commence déjà à ce nombre de jours.`
    case "rises":
      return `${tier} plus l’événement approche, moins on rembourse. Ce palier rembourse davantage que le précédent.`
  }
}

export const unknownAddressMessage =
  "Cette adresse n’a pas été trouvée sur la carte\u00a0: aucune livraison ne pourrait être calculée. Vérifiez la rue, le code postal et la ville."

export function shopHoursErrors({ field, kind }: ShopHoursProblem, { rentalDayStartsAt }: ShopHours): FormErrors {
  if (kind === "backwards") return { [field]: "La fin ne peut pas venir avant le début." }
  const hour = hourInLabel(toClockTime(rentalDayStartsAt))
  return {
    [field]:
      field === "collectionTo"
        ? `La journée finit à ${hour}\u00a0: reprenez au plus tard à ${hour}.`
        : `La journée commence à ${hour}\u00a0: livrez à partir de ${hour}.`,
  }
}

export const CalculatorForm = z.object({
  street: line(200),
  zipCode: line(10),
  city: line(120),
})
