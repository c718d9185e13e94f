import { z } from "zod"
import { printedLine, textUpTo } from "./form-fields.ts"

/** Street, postcode and town are required, instructions are not (specification, section 5). */
export const addressFields = {
  street: printedLine(200, "Adresse").min(1, "Indiquez le numéro et la rue"),
  zipCode: z
    .string()
    .trim()
    .min(1, "Indiquez le code postal")
    .regex(/^\d{5}$/, "Le code postal a 5 chiffres"),
  city: printedLine(100, "Ville").min(1, "Indiquez la ville"),
  instructions: textUpTo(1000, "Instructions").default(""),
}
