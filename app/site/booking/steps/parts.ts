import type { WizardStep } from "../../../../domain/booking/choice.ts"
import { lazyPart } from "../../../ui/lazy-part.ts"

export const PlanCalendarPart = lazyPart(async () => (await import("./plans.tsx")).PlanCalendarStep)
export const NoticesPart = lazyPart(async () => (await import("../notices.tsx")).WizardNotices)
export const WarningPart = lazyPart(async () => (await import("../../kit/delivery-warning.tsx")).DeliveryWarning)
export const OptionsPart = lazyPart(async () => (await import("../../../kit/options-step.tsx")).OptionsStep)
export const RegisterPart = lazyPart(async () => (await import("./register.tsx")).RegisterStep)
export const AddressPart = lazyPart(async () => (await import("../../kit/address-step.tsx")).AddressStep)
export const DeliveryPart = lazyPart(async () => (await import("./delivery.tsx")).DeliveryStep)

/** The first step is bundled with the wizard, because most visitors start there. */
const parts = {
  options: OptionsPart,
  register: RegisterPart,
  address: AddressPart,
  delivery: DeliveryPart,
  notices: NoticesPart,
  warning: WarningPart,
  plans: PlanCalendarPart,
}

/** `data-parts` names those that the page shows. */
export type PartName = WizardStep | keyof typeof parts

const isPart = (name: string): name is keyof typeof parts => name in parts

export function prefetchOtherSteps(): void {
  for (const [name, part] of Object.entries(parts)) if (name !== "plans") part.preload()
}

// Hydration must begin with the parts that the server rendered.
if (typeof document !== "undefined") {
  const names = document.querySelector<HTMLElement>("[data-parts]")?.dataset["parts"]?.split(" ") ?? []
  window.parts = names.filter(isPart).map((name) => parts[name].loadOnce())
}
