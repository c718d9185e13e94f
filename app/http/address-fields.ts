import { z } from "zod"

const text = (most: number) => z.string().trim().max(most, `${most} caractères au plus`)

/** Street, postcode and town are required, instructions are not (specification, section 5). */
export const addressFields = {
  street: text(200).min(1, "Indiquez le numéro et la rue"),
  zipCode: z
    .string()
    .trim()
    .min(1, "Indiquez le code postal")
    .regex(/^\d{5}$/, "Le code postal a 5 chiffres"),
  city: text(100).min(1, "Indiquez la ville"),
  instructions: text(1000).default(""),
}
