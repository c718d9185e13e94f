import type { WizardStep } from "../../../../domain/booking/choice.ts"
import { lazyPart } from "../../../ui/lazy-part.ts"

export const OptionsPart = lazyPart(async () => (await import("../../../kit/options-step.tsx")).OptionsStep)
export const RegisterPart = lazyPart(async () => (await import("./register.tsx")).RegisterStep)
export const AddressPart = lazyPart(async () => (await import("../../kit/address-step.tsx")).AddressStep)
export const DeliveryPart = lazyPart(async () => (await import("./delivery.tsx")).DeliveryStep)

/** The first step is bundled with the wizard, because most visitors start there. */
const parts = { options: OptionsPart, register: RegisterPart, address: AddressPart, delivery: DeliveryPart }

const isPart = (step: WizardStep | undefined): step is keyof typeof parts => step !== undefined && step in parts

export function prefetchOtherSteps(): void {
  for (const each of Object.values(parts)) each.preload()
}

// Hydration must begin with the step that the server rendered.
if (typeof document !== "undefined") {
  const step = document.querySelector<HTMLElement>("[data-step]")?.dataset["step"] as WizardStep | undefined
  if (isPart(step)) window.parts = [parts[step].loadOnce()]
}
