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
// An open IPC channel keeps the process alive.
process.disconnect?.()
