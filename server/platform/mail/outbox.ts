import { mkdir, rename, rm, writeFile } from "node:fs/promises"
import path from "node:path"
import { createTransport } from "nodemailer"
import { ok } from "../../../domain/result.ts"
import { chownToDataOwner } from "../data-folder.ts"
import { type Mailer, type Message, mailOptions } from "./mailer.ts"

export function outboxFolder(dataDir: string): string {
  return path.join(dataDir, "outbox")
}

export function outboxMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" })
  return {
    delivers: false,
    async send(message) {
      const { message: body } = await transport.sendMail(mailOptions(message))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const name = fileName(message)
      const draft = path.join(folder, `.${name}.${process.pid}`)
      try {
        await writeFile(draft, body, { mode: 0o600 })
        await chownToDataOwner(path.dirname(folder), folder, draft)
        await rename(draft, path.join(folder, name))
      } finally {
        await rm(draft, { force: true })
      }
      return ok(name)
    },
  }
}

function fileName({ at, kind, id }: Message): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, "")
  return `${time}-${kind}-${id.slice(0, 8)}.eml`
}
