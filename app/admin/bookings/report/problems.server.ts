import { unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { MAX_REPORT_REMARKS } from "../../../../domain/booking/condition-report.ts"
import type { ReportProblem } from "../../../../server/booking-record/condition/record.ts"
import { imageRefusalText } from "../../../../server/platform/images/refusals.ts"
import type { FormErrors } from "../../../http/refusal.ts"

type MachineNames = { suffix(rental: number): string; photoNames: ReadonlyMap<number, readonly string[]> }

export function reportErrors(problem: ReportProblem, { suffix, photoNames }: MachineNames): FormErrors {
  switch (problem.kind) {
    case "not-found":
      return { form: "Cette réservation n’existe plus." }
    case "not-confirmed":
      return { form: "Cette réservation n’est pas confirmée, ou ne l’est plus." }
    case "no-machine":
      return { form: "Choisissez au moins un exemplaire." }
    case "remarks-too-long":
      return { [`remarques${suffix(problem.rental)}`]: `Ne dépassez pas ${MAX_REPORT_REMARKS} caractères.` }
    case "remarks-missing":
      return { [`remarques${suffix(problem.rental)}`]: "Écrivez ce qui manque ou ce qui est abîmé." }
    case "photo": {
      const name = photoNames.get(problem.rental)?.[problem.position]
      return { [`photos${suffix(problem.rental)}`]: `Photographie ${name}. ${imageRefusalText(problem.refusal)}` }
    }
    case "signature": {
      const side = problem.signer === "client" ? "client" : "loueur"
      switch (problem.problem.kind) {
        case "name-missing":
          return { [`${side}-nom`]: "Indiquez le nom de la personne qui signe." }
        case "name-too-long":
          return { [`${side}-nom`]: "Ce nom est trop long." }
        case "name-unprintable":
          return { [`${side}-nom`]: unprintableMessage(problem.problem.text) }
        case "signature-unprintable":
          return { [`${side}-signature`]: unprintableMessage(problem.problem.text) }
        case "signature-missing":
          return { [`${side}-signature`]: "La signature manque." }
        case "signature-unreadable":
          return { [`${side}-signature`]: "Cette signature n’a pas pu être lue. Recommencez-la." }
      }
    }
  }
}
