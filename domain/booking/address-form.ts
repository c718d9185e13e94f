import { z } from "zod"

const text = (most: number) => z.string().trim().max(most, `${most} caractères au plus`)

/** Street, postcode and town are required, instructions are not (specification, section 5). */
export const AddressForm = z.object({
  street: text(200).min(1, "Indiquez le numéro et la rue"),
  zipCode: z.string().trim().min(1, "Indiquez le code postal").regex(/^\d{5}$/, "Le code postal a 5 chiffres"),
  city: text(100).min(1, "Indiquez la ville"),
  instructions: text(1000).default(""),
})

/** The same while it is being typed: kept as it is, however incomplete. */
export const UnfinishedAddress = z.object({
  street: text(200).default(""),
  zipCode: text(10).default(""),
  city: text(100).default(""),
  instructions: text(1000).default(""),
})
