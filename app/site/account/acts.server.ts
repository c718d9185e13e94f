import { href, redirect } from "react-router"
import { z } from "zod"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import {
  saveClientDetails,
  saveOwnAddress,
  savePersonalDetails,
} from "../../../server/accounts/customers/edit-profile.ts"
import { saveHome } from "../../../server/contracts/save-home.ts"
import { act } from "../../http/forms.server.ts"
import { passwordAct } from "../kit/change-password.server.ts"
import { PASSWORD_INTENT } from "../kit/password-form.tsx"
import { HOME_INTENT } from "../../http/home-tick.ts"
import { ClientForm, HomeForm, PersonForm, SavedAddressForm } from "../../kit/account-forms.server.ts"
import type { AccountForm } from "./view.ts"

export function accountActs(visitor: Visitor) {
  return {
    informations: act(
      PersonForm,
      async (person) => {
        await savePersonalDetails(visitor, person)
        return redirectToSection("informations")
      },
      { log: "Error updating a profile", failed: "Erreur lors de la mise à jour du profil" },
    ),
    "type-de-compte": act(
      ClientForm,
      async (client) => {
        await saveClientDetails(visitor, client)
        return redirectToSection("type-de-compte")
      },
      { log: "Error updating a client's type", failed: "Erreur lors de la mise à jour" },
    ),
    [HOME_INTENT]: act(
      HomeForm,
      async (home) => {
        if (visitor.acting === null) await saveHome({ party: ownAccountParty(visitor.profile), home })
        return redirectToSection("domicile")
      },
      { log: "Error saving a home", failed: "Erreur lors de la mise à jour" },
    ),
    adresse: act(
      SavedAddressForm,
      async (address) => {
        await saveOwnAddress(visitor, address)
        return redirectToSection("adresse")
      },
      { log: "Error saving an address", failed: "Erreur lors de la mise à jour" },
    ),
    "retirer-adresse": act(
      z.object({}),
      async () => {
        await saveOwnAddress(visitor, null)
        return redirect(`${href("/account")}?fait=adresse-retiree#adresse`, 303)
      },
      { log: "Error removing an address", failed: "L’adresse n’a pas pu être retirée. Réessayez dans un instant." },
    ),
    [PASSWORD_INTENT]: passwordAct(visitor, () => sectionPath("mot-de-passe")),
  }
}

function redirectToSection(form: AccountForm) {
  return redirect(sectionPath(form), 303)
}

function sectionPath(form: AccountForm): string {
  return `${href("/account")}?fait=${form}#${form}`
}
