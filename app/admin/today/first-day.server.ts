import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { chooseVatMode, confirmDays } from "../../../server/shop/settings/first-day.ts"
import { act } from "../../http/forms.server.ts"
import { saveFailed, settingsSaved } from "../kit/edits.server.ts"
import { redirectWith } from "../kit/flash.server.ts"
import { todayPath } from "./url.ts"

const VatChoice = z.object({ vatMode: z.enum(["franchise", "included"], "Choisissez une des deux lignes.") })

export function firstDayActs(editor: Staff) {
  const failure = { log: "Error saving the first day", failed: saveFailed }
  return {
    "jours-vus": act(
      z.object({}),
      async () => {
        await confirmDays()
        return redirectWith(settingsSaved, todayPath)
      },
      failure,
    ),
    tva: act(
      VatChoice,
      async ({ vatMode }) => {
        await chooseVatMode(editor, vatMode)
        return redirectWith(settingsSaved, todayPath)
      },
      failure,
    ),
  }
}
