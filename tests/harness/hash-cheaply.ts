// For `node --import` in the servers of browser tests (server-process.ts).
import { hashCheaply } from "./hashing.ts"

hashCheaply()
