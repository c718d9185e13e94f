import type { Staff } from "../../../../domain/accounts/party.ts"
import { dayInParis } from "../../../../domain/day.ts"
import type { UnitKey } from "../../../../server/availability/units.ts"
import { addCheck, markCheckDone, removeCheck } from "../../../../server/bookings/machines/checks.ts"
import { addIncident, removeIncident, saveIncident } from "../../../../server/bookings/machines/incidents.ts"
import { notePrints } from "../../../../server/bookings/machines/supplies.ts"
import { imageRefusalText } from "../../../../server/platform/images/refusals.ts"
import { act } from "../../../http/forms.server.ts"
import { saveFailed } from "../../kit/edits.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, undoable } from "../../kit/flash.server.ts"
import { CheckForm, ChosenCheck, ChosenIncident, IncidentForm, PrintsForm, SavedIncident } from "./fields.ts"

/** The parts of the page that tell the machine's life. */
export function machineActs(actor: Staff, key: UnitKey, unitPath: string) {
  const failure = { log: "Error noting what happened to a unit", failed: saveFailed }
  const answer = (flash: Flash, part: string) => redirectWith(flash, `${unitPath}#${part}`)
  const done = (title: string, part: string) => answer({ kind: "success", title }, part)
  const gone = (part: string) =>
    answer({ kind: "error", title: "Cet élément n’existe plus", text: "Rien n’a été changé." }, part)
  const notePrintsAs = (kind: "bought" | "counted", title: string) =>
    act(
      PrintsForm,
      async ({ tirages }, form) => {
        if (kind === "bought" && tirages === 0) return form.refuse({ tirages: "Indiquez au moins 1 tirage." })
        const noted = await notePrints({ actor, key, kind, prints: tirages })
        return noted.ok ? done(title, "tirages") : gone("tirages")
      },
      failure,
    )
  return {
    "noter-incident": act(
      IncidentForm,
      async ({ jour, mots, cout, rapport }, form) => {
        const added = await addIncident({
          actor,
          key,
          incident: { day: jour, words: mots, cost: cout, reportId: rapport },
          photos: [...form.files.values()],
        })
        if (added.ok) return done("Incident noté", "incidents")
        if (added.error.kind === "photo") return form.refuse({ photos: imageRefusalText(added.error.refusal) })
        if (added.error.kind === "future") return form.refuse({ jour: "Choisissez aujourd’hui ou un jour passé." })
        return gone("incidents")
      },
      failure,
    ),
    "modifier-incident": act(
      SavedIncident,
      async ({ incident, mots, cout }) => {
        const saved = await saveIncident({ actor, key, id: incident, typed: { words: mots, cost: cout } })
        return saved.ok ? done("Incident enregistré", "incidents") : gone("incidents")
      },
      failure,
    ),
    "supprimer-incident": act(
      ChosenIncident,
      async ({ incident }) => {
        const removed = await removeIncident(actor, key, { id: incident })
        if (!removed.ok) return gone("incidents")
        const undo = undoable("unit.incident-removed", removed.value)
        return answer({ kind: "success", title: "Incident supprimé", ...undo }, "incidents")
      },
      failure,
    ),
    "ajouter-controle": act(
      CheckForm,
      async ({ nom, locations, mois, fait }, form) => {
        const added = await addCheck({
          actor,
          key,
          check: { name: nom, everyRentals: locations, everyMonths: mois, lastDone: fait ?? dayInParis(new Date()) },
        })
        if (added.ok) return done("Contrôle ajouté", "controles")
        if (added.error.kind === "no-interval")
          return form.refuse({ locations: "Indiquez un nombre de locations ou de mois." })
        if (added.error.kind === "future") return form.refuse({ fait: "Choisissez aujourd’hui ou un jour passé." })
        return gone("controles")
      },
      failure,
    ),
    "controle-fait": act(
      ChosenCheck,
      async ({ controle }) => {
        const checked = await markCheckDone({ actor, key, id: controle })
        return checked.ok ? done("Contrôle fait", "controles") : gone("controles")
      },
      failure,
    ),
    "retirer-controle": act(
      ChosenCheck,
      async ({ controle }) => {
        const removed = await removeCheck({ actor, key, id: controle })
        return removed.ok ? done("Contrôle retiré", "controles") : gone("controles")
      },
      failure,
    ),
    "ajouter-tirages": notePrintsAs("bought", "Tirages ajoutés"),
    "compter-tirages": notePrintsAs("counted", "Stock corrigé"),
  }
}
