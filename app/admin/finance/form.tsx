import { submittedValues } from "../../http/refusal.ts"
import { franchiseWording } from "../../../domain/finance/vat-wording.ts"
import { Checkbox } from "../../ui/checkbox.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { TextField, type TextFieldProps } from "../../ui/text-field.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { FormGroup } from "../kit/form-group.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"
import { TiersEditor } from "./tiers-editor.tsx"
import { type FinanceField, type FinanceView, financeLabels } from "../kit/finance-view.ts"
import { WarehouseFields } from "./warehouse-fields.tsx"

const vatModes = [
  { value: "included", label: "Prix TVA comprise", text: "Vos prix affichés comprennent la TVA au taux ci-dessous." },
  {
    value: "franchise",
    label: "Franchise en base",
    text: `Vos factures portent «\u00a0${franchiseWording.text}\u00a0», et aucun prix n’est dit TTC.`,
  },
]

export function FinanceForm({ view, refusal: answer }: { view: FinanceView; refusal: EditRefusal | null }) {
  const refusal = refusalFor(answer, "enregistrer")
  const field = (name: FinanceField) => ({
    label: financeLabels[name],
    ...fieldProps(refusal, name, view.values[name]),
  })
  const textField = (name: FinanceField, extra: Partial<TextFieldProps> = {}) => (
    <TextField autoComplete="off" {...field(name)} {...extra} />
  )
  const daysField = (name: FinanceField, extra: Partial<TextFieldProps>) =>
    textField(name, { inputMode: "numeric", maxLength: 3, suffix: "jours", ...extra })
  const timeField = (name: FinanceField) => textField(name, { type: "time", step: 300 })
  const { defaultValue: vatMode, ...vatModeProps } = fieldProps(refusal, "vatMode", view.values.vatMode)
  const hasVatOnDebits = refusal ? refusal.values["vatOnDebits"] === "oui" : view.values.vatOnDebits === "oui"
  const tiersError = refusal?.errors["paliers"]
  return (
    <EditForm
      draft="finance"
      label="Réglages des finances"
      long
      version={view.version}
      flash={view.flash}
      refusal={refusal}
    >
      <FormGroup title="Livraison">
        <div className="fields-row">
          {textField("deliveryFeePerKm", {
            type: "number",
            min: 0,
            step: 0.1,
            inputMode: "decimal",
            suffix: "€",
            hint: "Multiplié par la distance aller-retour, arrondi à l’euro.",
          })}
          {textField("freeDeliveryThreshold", {
            type: "number",
            min: 0,
            step: 0.1,
            inputMode: "decimal",
            suffix: "km",
            hint: "Aller-retour. Au-delà, toute la distance est comptée.",
          })}
        </div>
        {textField("maximumDeliveryDistance", {
          optional: true,
          inputMode: "numeric",
          maxLength: 5,
          suffix: "km",
          hint: "Aller-retour. Plus loin, la livraison est refusée. Vide\u00a0: sans limite.",
        })}
        <Checkbox
          name="deliversToCorsica"
          value="oui"
          defaultChecked={
            refusal ? refusal.values["deliversToCorsica"] === "oui" : view.values.deliversToCorsica === "oui"
          }
          label="Je livre aussi de l’autre côté de la mer, entre le continent et la Corse"
          hint="Distance comptée à vol d’oiseau."
        />
        <WarehouseFields view={view} refusal={refusal} />
      </FormGroup>
      <FormGroup title="Journée de location">
        {textField("rentalDayStartsAt", {
          type: "number",
          min: 0,
          max: 23,
          inputMode: "numeric",
          suffix: "h",
          hint: "Avec 12, le photobooth du samedi se reprend dimanche avant midi. Avec 0, une journée va de minuit à minuit.",
          className: "max-w-60",
        })}
        <div className="fields-row">
          {timeField("deliveryFrom")}
          {timeField("deliveryTo")}
        </div>
        <div className="fields-row">
          {timeField("collectionFrom")}
          {timeField("collectionTo")}
        </div>
        <p className="hint">Pour les prochaines réservations seulement.</p>
      </FormGroup>
      <FormGroup title="TVA">
        <RadioCards legend={financeLabels.vatMode} options={vatModes} defaultValue={vatMode} {...vatModeProps} />
        {textField("vatRate", {
          inputMode: "decimal",
          maxLength: 6,
          suffix: "%",
          hint: "Sert seulement si vos prix comprennent la TVA.",
          className: "max-w-60",
        })}
        <Checkbox
          name="vatOnDebits"
          value="oui"
          defaultChecked={hasVatOnDebits}
          label="J’ai opté pour la TVA sur les débits"
          hint="La mention paraît alors sur vos factures."
        />
      </FormGroup>
      <FormGroup title="Paiement">
        <div className="fields-row">
          {textField("downPaymentPercent", {
            inputMode: "numeric",
            maxLength: 3,
            suffix: "%",
            hint: "Part du total payée à la signature du contrat.",
          })}
          {daysField("balanceDaysBefore", {
            maxLength: 2,
            hint: "Avant le premier jour. Plus près de l’événement, tout se paie à la signature.",
          })}
        </div>
        {daysField("downPaymentInvoiceDays", {
          maxLength: 2,
          hint: "Pour une entreprise qui demande une facture d’acompte à payer par virement.",
        })}
        {textField("maxSecurityDeposit", {
          inputMode: "decimal",
          maxLength: 9,
          suffix: "€",
          hint: "Pour toute la réservation, même avec plusieurs produits.",
          className: "max-w-60",
        })}
        {textField("iban", { optional: true, maxLength: 50, hint: "Donné aux clients qui paient par virement." })}
        {textField("bic", {
          optional: true,
          maxLength: 20,
          hint: "Le code de votre banque, que certaines banques demandent encore.",
          className: "max-w-60",
        })}
      </FormGroup>
      <FormGroup title="Annulation et délais">
        <TiersEditor
          key={refusal ? "typed" : "stored"}
          rows={tierRows(view, refusal)}
          {...(tiersError ? { error: tiersError } : {})}
        />
        <div className="fields-row">
          {daysField("withdrawalDays", {
            maxLength: 2,
            hint: "Pour renoncer au contrat sans motif\u00a0: 14 jours au moins, ou 0 pour ne rien proposer.",
          })}
          {daysField("pendingExpiryDays", {
            maxLength: 2,
            hint: "Au-delà, elle est refusée d’elle-même et ses dates se libèrent.",
          })}
        </div>
        <Checkbox
          name="withdrawalRisk"
          id="withdrawalRisk"
          value="oui"
          defaultChecked={refusal ? refusal.values["withdrawalRisk"] === "oui" : view.values.withdrawalDays === "0"}
          error={refusal?.errors["withdrawalRisk"]}
          label={<>Aucun délai de rétractation&nbsp;: j’en prends le risque</>}
          hint="À cocher seulement avec 0 jour. La loi n’exclut pas clairement la location (art. L. 221-28). Un client mal informé peut renoncer douze mois de plus (art. L. 221-20)."
        />
      </FormGroup>
      <FormGroup title="Devis">
        <div className="fields-row">
          {daysField("quoteValidityDays", {
            maxLength: 3,
            hint: "Après l’envoi, si vous ne choisissez pas d’autre date.",
          })}
          {daysField("quoteReminderDays", { maxLength: 2, hint: "Après l’envoi. 0 pour aucune." })}
          {daysField("quoteSecondReminderDays", { maxLength: 2, hint: "Après l’envoi. 0 pour aucune." })}
          {daysField("quoteLastReminderDays", { maxLength: 1, hint: "Avant la fin du devis. 0 pour aucune." })}
        </div>
      </FormGroup>
      <p className="small soft">Pour les prochaines demandes&nbsp;: les réservations déjà faites gardent leur prix.</p>
    </EditForm>
  )
}

function tierRows({ tiers }: FinanceView, refusal: EditRefusal | null) {
  if (refusal) {
    const percents = submittedValues(refusal, "palierPourcent")
    return submittedValues(refusal, "palierJours").map((daysBefore, row) => ({
      daysBefore,
      refundPercent: percents[row] ?? "",
    }))
  }
  return tiers.map(({ daysBefore, refundPercent }) => ({
    daysBefore: String(daysBefore),
    refundPercent: String(refundPercent),
  }))
}
