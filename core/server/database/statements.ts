// pg Clients that send what is asked in one turn as one packet; one of them names its statements, so that the server parses and plans a text once per connection.
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Connections hold what they prepared until they end: beyond this many texts, statements go unnamed. */
const LIMIT = 1000

/** Statement names of one pool. Its connections share them, and statements of another database don't use them up. */
class StatementNames {
  #names = new Map<string, string>()
  #seenOnce = new Set<string>()
  #counter = 0

  /** A statement gets a name on its second use, so that statements built for one call don't fill the list. */
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

  /** A migration can change the columns of a plan. The statement gets a new name, and the retried transaction a new plan. */
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

  /** What is asked in one turn goes out as one packet. */
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

/** Returns the client class of one pool. */
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
