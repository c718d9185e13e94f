import { describe, expect, test } from "vitest"
import type { acceptFilm } from "../films/accept.ts"
import type { readEvents } from "../../outside/outside-calendars/read-events.ts"
import type { readStatement } from "../../money/bank/read-statement.ts"
import { readUntrusted, defineReader } from "./read.ts"

const calendarReader = defineReader<typeof readEvents>("server/outside/outside-calendars/read-events.ts", "readEvents")
const statementReader = defineReader<typeof readStatement>("server/money/bank/read-statement.ts", "readStatement")
const filmReader = defineReader<typeof acceptFilm>("server/platform/films/accept.ts", "acceptFilm")

const query = { from: "2027-06-01", to: "2027-08-31", host: "guinguette.example" } as const

const calendar = (...rules: string[]) =>
  [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    ...rules.flatMap((rule, nth) => [
      "BEGIN:VEVENT",
      `UID:${nth}`,
      "DTSTART;TZID=Europe/Paris:20270612T100000",
      `RRULE:${rule}`,
      "END:VEVENT",
    ]),
    "END:VCALENDAR",
  ].join("\r\n")

describe("an untrusted file", () => {
  test("a valid file is read", async () => {
    expect(await readUntrusted(calendarReader, [calendar("FREQ=DAILY;COUNT=1"), query])).toEqual({
      ok: true,
      value: { ok: true, value: { entries: [expect.objectContaining({ first: "2027-06-12" })], unread: 0 } },
    })
  })

  test.each(["FREQ=SECONDLY", "FREQ=MINUTELY", "FREQ=HOURLY;COUNT=99999;BYSECOND=0,1,2,3,4,5,6,7,8,9"])(
    "an endless file is stopped at its deadline and delays nobody meanwhile: %s",
    async (rule) => {
      let turns = 0
      const timer = setInterval(() => turns++, 10)
      const read = await readUntrusted(
        calendarReader,
        [calendar(...Array.from({ length: 2_000 }, () => rule)), query],
        { milliseconds: 300, megabytes: 64 },
      )
      clearInterval(timer)
      expect(read).toEqual({ ok: false, error: "too-slow" })
      expect(turns).toBeGreaterThan(2)
    },
  )

  test("a file that exceeds its memory limit is refused, and the process goes on", async () => {
    const limits = { milliseconds: 5_000, megabytes: 16 }
    const text = `<Document>${"<a b='1'/>".repeat(200_000)}</Document>`
    expect(await readUntrusted(statementReader, [text], limits)).toEqual({ ok: false, error: "too-slow" })
  })

  test("a film with millions of parts is refused at its limits", async () => {
    const brands = Buffer.from("\0\0\0\x10ftypisom\0\0\0\0", "latin1")
    const film = new Uint8Array(Buffer.concat([brands, Buffer.alloc(8_000_000, "\0\0\0\bfree", "latin1")]))
    const limits = { milliseconds: 5_000, megabytes: 16 }
    expect(await readUntrusted(filmReader, [film], limits)).toEqual({ ok: false, error: "too-slow" })
  })

  test("a file on which the reader fails is unreadable", async () => {
    const text = 5 as unknown as string
    expect(await readUntrusted(statementReader, [text])).toEqual({ ok: false, error: "unreadable" })
  })
})
