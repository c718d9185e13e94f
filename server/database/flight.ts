import { type Connection, Query, type QueryConfig, type QueryResult, Result } from "pg"
import { prepareValue } from "pg/lib/utils"

/** A statement as the driver takes it. */
export type Statement = { text: string; values: unknown[]; name?: string }

/** What the driver makes of the columns that PostgreSQL describes: by it each row is read. */
type Columns = Pick<Result, "fields"> & { _parsers: unknown; _prebuiltEmptyResultObject: unknown }

/** The driver's own reading of what PostgreSQL answers. */
type Answer = Result &
  Columns & {
    addFields(columns: object[]): void
    parseRow(values: unknown[]): object
    addCommandComplete(message: object): void
  }

/** The messages of PostgreSQL's protocol, and which statements the connection has under their name. */
type Wire = {
  parse(message: { name: string | undefined; text: string }): void
  bind(message: { statement: string | undefined; values: unknown[] }): void
  describe(message: { type: "P" }): void
  execute(): void
  parsedStatements: Record<string, string>
  submittedNamedStatements: Record<string, string>
}

type Boarded = Statement & {
  answer: Answer
  isDescribed: boolean
  /** A row of it that could not be read. */
  unread: unknown
  resolve(answer: QueryResult): void
  reject(failure: unknown): void
}

/** The columns of a connection's kept statements, null of one that has none: PostgreSQL is asked once, the driver reads it once. */
const columnsOn = new WeakMap<Connection, Map<string, Columns | null>>()

/**
 * Statements that leave in one packet, with one Sync behind them, and are answered in one: the driver's own pipeline sends a
 * Sync with each, which wakes both sides for every statement. When one fails PostgreSQL does none of those behind it.
 * `client.query(flight)` sends it.
 */
export class Flight extends Query {
  // Those of the statement that is being answered: by them the driver notes which kept one has arrived.
  declare name: string | undefined
  declare text: string
  readonly #boarded: Boarded[] = []
  #columns = new Map<string, Columns | null>()
  #current = 0
  #hasLeft = false

  constructor() {
    super({ text: "" })
  }

  get statements(): readonly Statement[] {
    return this.#boarded
  }

  /** Answers what PostgreSQL answers to this statement. */
  board({ text, name, rowMode, types, ...config }: QueryConfig & { rowMode?: "array" }, values = config.values) {
    if (this.#hasLeft) throw new Error("A statement came when its flight had left")
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    const answer: unknown = new Result(rowMode ?? "", types as never)
    this.#boarded.push({
      text,
      values: values?.map(prepareValue) ?? [],
      ...(name && { name }),
      answer: answer as Answer,
      isDescribed: false,
      unread: null,
      resolve,
      reject,
    })
    return promise
  }

  /** It does not leave: none of its statements is done. */
  cancel(): void {
    this.#hasLeft = true
    this.#skip(this.#boarded)
  }

  override submit = (client: Connection): Error | null => {
    const connection = client as Connection & Wire
    this.#hasLeft = true
    const { parsedStatements, submittedNamedStatements } = connection
    for (const { name, text } of this.#boarded) {
      const known = name && (parsedStatements[name] ?? submittedNamedStatements[name])
      if (known && known !== text) return new Error(`Two statements have the name ${name}`)
    }
    this.#columns = columnsOn.get(connection) ?? new Map<string, Columns | null>()
    columnsOn.set(connection, this.#columns)
    connection.stream.cork()
    for (const statement of this.#boarded) this.#write(connection, statement)
    connection.sync()
    connection.stream.uncork()
    this.#turnTo(0)
    return null
  }

  #write(connection: Wire, statement: Boarded): void {
    const { name, text, values } = statement
    const isKept =
      name !== undefined && (name in connection.parsedStatements || name in connection.submittedNamedStatements)
    if (!isKept) connection.parse({ name, text })
    if (name !== undefined && !isKept) connection.submittedNamedStatements[name] = text
    connection.bind({ statement: name, values })
    statement.isDescribed = name !== undefined && this.#columns.has(name)
    if (!statement.isDescribed) connection.describe({ type: "P" })
    connection.execute()
  }

  #turnTo(place: number): void {
    this.#current = place
    const statement = this.#boarded[place]
    if (!statement) return
    const { name, text, answer } = statement
    this.name = name
    this.text = text
    const columns = statement.isDescribed && name && this.#columns.get(name)
    if (columns) Object.assign(answer, columns)
  }

  handleRowDescription({ fields }: { fields: object[] }): void {
    const answer = this.#boarded[this.#current]?.answer
    answer?.addFields(fields)
    if (!answer || this.name === undefined) return
    const { _parsers, _prebuiltEmptyResultObject } = answer
    this.#columns.set(this.name, { fields: answer.fields, _parsers, _prebuiltEmptyResultObject })
  }

  handleDataRow({ fields }: { fields: unknown[] }): void {
    const statement = this.#boarded[this.#current]
    if (!statement) return
    try {
      statement.answer.rows.push(statement.answer.parseRow(fields))
    } catch (failure) {
      statement.unread ??= failure
    }
  }

  handleCommandComplete(message: object): void {
    // Of a statement without columns PostgreSQL has said so, but the driver keeps that to itself.
    if (this.name !== undefined && !this.#columns.has(this.name)) this.#columns.set(this.name, null)
    const statement = this.#boarded[this.#current]
    statement?.answer.addCommandComplete(message)
    if (statement?.unread) statement.reject(statement.unread)
    else statement?.resolve(statement.answer)
    this.#turnTo(this.#current + 1)
  }

  /** All are answered. */
  handleReadyForQuery(): void {}

  /** The statement that is being answered has failed, or the connection is lost: those behind it were not done. */
  handleError(failure: unknown, connection: Connection & Wire): void {
    const [failed, ...skipped] = this.#boarded.slice(this.#current)
    failed?.reject(failure)
    for (const { name } of skipped) if (name !== undefined) delete connection.submittedNamedStatements[name]
    this.#skip(skipped)
  }

  #skip(statements: readonly Boarded[]): void {
    for (const { reject } of statements) reject(new StatementSkipped())
  }
}

/** A statement of a flight was not done, because another of it had failed: that one's failure says why. */
class StatementSkipped extends Error {
  override name = "StatementSkipped"
  /** PostgreSQL's own code for it: in_failed_sql_transaction. */
  code = "25P02"
}
