import { z } from "zod"
import { printableLine, limitedText } from "./form-fields.ts"

/** The event's place. */
export const placeFields = {
  placeName: printableLine(100, "Nom du lieu").default(""),
  street: printableLine(200, "Adresse").min(1, "Indiquez le numéro et la rue"),
  zipCode: z
    .string()
    .trim()
    .min(1, "Indiquez le code postal")
    .regex(/^\d{5}$/, "Le code postal a 5 chiffres"),
  city: printableLine(100, "Ville").min(1, "Indiquez la ville"),
  instructions: limitedText(1000, "Instructions").default(""),
}

/** The client's home or seat, possibly abroad. */
export const homeFields = {
  street: printableLine(200, "Adresse").min(1, "Indiquez le numéro et la rue"),
  zipCode: printableLine(10, "Code postal").min(1, "Indiquez le code postal"),
  city: printableLine(100, "Ville").min(1, "Indiquez la ville"),
}
