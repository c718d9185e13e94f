import { writeFileSync } from "node:fs"
import { drawArchitecture } from "../checks/architecture-picture.ts"
import { giveUp, say } from "../operator.ts"

const file = "docs/architecture.svg"

try {
  writeFileSync(file, drawArchitecture())
  say(`${file} is drawn`)
} catch (error) {
  giveUp(error)
}
// The channel to who started this would keep it alive.
process.disconnect?.()
