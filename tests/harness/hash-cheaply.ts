// For `node --import`: the servers of the browser tests (server-process.ts).
import { hashCheaply } from "./hashing.ts"

hashCheaply()
