import { afterEach } from "vitest"
import { expectOpenMattersCorrect } from "./database.ts"
import { hashCheaply } from "./hashing.ts"
import { prepareSharedEnvironment } from "./thread.ts"

hashCheaply()
await prepareSharedEnvironment()

afterEach(expectOpenMattersCorrect)
