import { z } from "zod"
import { type VatProblem, readSiret, readVatNumber } from "../../domain/accounts/business.ts"
import { isPrintable, unprintableMessage } from "../../domain/content/printable-text.ts"
import { personName, phoneNumber } from "../../server/accounts/customers/person-fields.ts"
import { homeFields, placeFields } from "../http/address-fields.ts"
import { limitedText, postcodeField, printableLine } from "../http/form-fields.ts"

export const PersonForm = z.object({ name: personName(), phone: phoneNumber })

export const SavedAddressForm = z.object(placeFields)

export const HomeForm = z.object(homeFields)

export const requiredLine = (message: string) =>
  z
    .string({ error: message })
    .overwrite((text) => text.replace(/\s*\n\s*/g, " "))
    .trim()
    .min(1, message)
    .max(160, "Ne dépassez pas 160 caractères.")
    .refine(isPrintable, { error: ({ input }) => unprintableMessage(String(input)) })

const vatProblems: Record<VatProblem, string> = {
  "not-a-number": "Ce numéro de TVA n’a pas la forme attendue. Exemple\u00A0: FR14987654324",
  "wrong-key": "Ce numéro de TVA est mal recopié\u00A0: sa clé ne correspond pas.",
  "other-business": "Ce numéro de TVA n’est pas celui du SIRET indiqué.",
}

export const siretField = requiredLine("Indiquez le SIRET.").transform((typed, context) => {
  const siret = readSiret(typed)
  if (siret !== null) return siret
  context.addIssue("Ce SIRET n’est pas valable\u00A0: vérifiez ses 14 chiffres.")
  return z.NEVER
})

const Business = z
  .object({
    clientType: z.literal("business"),
    businessName: requiredLine("Indiquez la raison sociale."),
    businessSiret: siretField,
    businessContactName: requiredLine("Indiquez le nom de l’interlocuteur."),
    businessVat: z.string().trim().max(40, "Ce numéro de TVA est trop long.").default(""),
  })
  .transform((business, context) => {
    if (business.businessVat === "") return { ...business, businessVat: null }
    const read = readVatNumber(business.businessVat, business.businessSiret)
    if ("number" in read) return { ...business, businessVat: read.number }
    context.addIssue({ code: "custom", path: ["businessVat"], message: vatProblems[read.problem] })
    return z.NEVER
  })

export const CustomerAddressForm = z.object({
  street: printableLine(200, "Adresse").default(""),
  zipCode: postcodeField.default(""),
  city: printableLine(100, "Ville").default(""),
  addressInstructions: limitedText(1000, "Instructions").default(""),
  placeName: printableLine(100, "Nom du lieu").default(""),
})

/** All fields or none. */
export const CustomerHomeForm = z
  .object({
    homeStreet: printableLine(200, "Adresse").default(""),
    homeZipCode: printableLine(10, "Code postal").default(""),
    homeCity: printableLine(100, "Ville").default(""),
  })
  .check(({ value, issues }) => {
    const missing = Object.entries(value).filter(([, text]) => text === "")
    if (missing.length === 3) return
    for (const [field] of missing)
      issues.push({ code: "custom", input: "", path: [field], message: "Complétez l’adresse, ou videz-la." })
  })

export const ClientForm = z.discriminatedUnion(
  "clientType",
  [z.object({ clientType: z.literal("individual") }), Business],
  { error: "Choisissez particulier ou professionnel." },
)
