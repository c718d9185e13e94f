import type { WizardStep } from "../../../../domain/booking/choice.ts"
import { part } from "../../../ui/part.ts"

export const OptionsPart = part(async () => (await import("../../../kit/option-choice.tsx")).OptionsStep)
/** Only strangers see it. */
export const RegisterPart = part(async () => (await import("./register.tsx")).RegisterStep)
export const AddressPart = part(async () => (await import("../../kit/address-step.tsx")).AddressStep)
export const DeliveryPart = part(async () => (await import("./delivery.tsx")).DeliveryStep)

/** The first step, with which most begin, comes with the wizard itself. */
const parts = { options: OptionsPart, register: RegisterPart, address: AddressPart, delivery: DeliveryPart }

const isPart = (step: WizardStep | undefined): step is keyof typeof parts => step !== undefined && step in parts

/** Has the browser fetch what the other steps show, so that none of them is waited for. */
export function fetchOtherSteps(): void {
  for (const each of Object.values(parts)) each.fetch()
}

// The page begins with the step that the server drew.
if (typeof document !== "undefined") {
  const step = document.querySelector<HTMLElement>("[data-step]")?.dataset["step"] as WizardStep | undefined
  if (isPart(step)) window.parts = [parts[step].come()]
}
