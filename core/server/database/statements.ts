// Clients for pg that send statements from the same turn as one packet. One also names statements, so that each text is
// planned once per connection.
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Connections hold prepared statements until they end, so further texts stay unnamed. */
const LIMIT = 1000

/** Per pool, so that other databases don't use up the limit. */
class StatementNames {
  #names = new Map<string, string>()
  #seenOnce = new Set<string>()
  #counter = 0

  /** Names a statement on its second use, so that one-time statements don't fill the list. */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known || this.#names.size >= LIMIT) return known
    if (!this.#seenOnce.delete(text)) {
      if (this.#seenOnce.size >= LIMIT) this.#seenOnce.clear()
      this.#seenOnce.add(text)
      return undefined
    }
    const name = `p${++this.#counter}`
    this.#names.set(text, name)
    return name
  }

  /** A migration can change a plan's columns, so the retry needs a new name and plan. */
  forget(text: string): void {
    this.#names.delete(text)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: query has a dozen overloads; only the shape that Kysely calls is touched
type Anything = any

export class GatheringClient extends pg.Client {
  #isGathering = false

  override query(...given: Anything[]): Anything {
    this.#gather()
    return (super.query as Anything)(...given)
  }

  #gather(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    const { stream } = (this as unknown as { connection: { stream: Duplex } }).connection
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}

export function statementClient(): typeof GatheringClient {
  const names = new StatementNames()
  return class StatementClient extends GatheringClient {
    override query(...given: Anything[]): Anything {
      const [text, values] = given
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return (super.query as Anything)(...given)
      const name = names.of(text)
      if (!name) return (super.query as Anything)(...given)
      const result = (super.query as Anything)({ name, text, values }, ...given.slice(2))
      if (result instanceof Promise)
        result.catch((error: { code?: string; routine?: string }) => {
          if (error.code === '0A000' && error.routine === 'RevalidateCachedQuery') names.forget(text)
        })
      return result
    }
  }
}
