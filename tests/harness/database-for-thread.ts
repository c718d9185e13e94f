import { afterEach } from "vitest"
import { expectMattersKept } from "./database.ts"
import { hashCheaply } from "./hashing.ts"
import { sharedPlace } from "./thread.ts"

// For a file that shares its thread, and the modules of the server, with others: thread.ts.
hashCheaply()
await sharedPlace()

afterEach(expectMattersKept)
