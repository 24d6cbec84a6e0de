// Statements whose text is compiled once, because compiling a long one takes more processor time than sending it.
import type { RawBuilder } from 'kysely'
import type { Dialect } from './dialect.ts'

/** Stands for a value that each call provides. */
export class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

type Compiled = ReturnType<Dialect['compile']>

const firm = new Slot('firm')

/** Everything but the slots' values must be the same for each call. */
export class FixedStatement<R> {
  readonly #statement: RawBuilder<R>
  #compiled = new Map<Dialect, Compiled>()
  #compiledWithFirm = new Map<Dialect, Compiled>()

  constructor(statement: RawBuilder<R>) {
    this.#statement = statement
  }

  /** `values` has a value for each slot's name. */
  with(values: Readonly<Record<string, unknown>>): FilledStatement<R> {
    return new FilledStatement(this, values)
  }

  compile(dialect: Dialect, orgId: string | undefined, given: Readonly<Record<string, unknown>>): Compiled {
    const known = orgId === undefined ? this.#compiled : this.#compiledWithFirm
    const compiled = known.get(dialect) ?? dialect.compile(this.#statement, orgId === undefined ? undefined : firm)
    known.set(dialect, compiled)
    const { text, values } = compiled
    return { text, values: values.map((value) => fill(value, orgId, given)) }
  }
}

/** A fixed statement with the values of one call. */
export class FilledStatement<R> {
  readonly #statement: FixedStatement<R>
  readonly #values: Readonly<Record<string, unknown>>

  constructor(statement: FixedStatement<R>, values: Readonly<Record<string, unknown>>) {
    this.#statement = statement
    this.#values = values
  }

  compile(dialect: Dialect, orgId: string | undefined): Compiled {
    return this.#statement.compile(dialect, orgId, this.#values)
  }
}

function fill(value: unknown, orgId: string | undefined, given: Readonly<Record<string, unknown>>): unknown {
  if (!(value instanceof Slot)) return value
  if (value === firm) return orgId
  if (!(value.name in given)) throw new Error(`The statement has no value for ${value.name}.`)
  return given[value.name]
}
