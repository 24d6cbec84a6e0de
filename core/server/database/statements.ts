// pg Clients that send what is asked in one turn as one packet; one of them names its statements, so that the server parses and plans a text once per connection.
import type { Duplex } from 'node:stream'
import pg from 'pg'

/** Connections hold what they prepared until they end: beyond this many texts, statements go unnamed. */
const LIMIT = 1000
const names = new Map<string, string>()
const seenOnce = new Set<string>()
let counter = 0

/** A text is named from its second use on, so that texts made for one call don't fill the list. */
function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= LIMIT) return known
  if (!seenOnce.delete(text)) {
    if (seenOnce.size >= LIMIT) seenOnce.clear()
    seenOnce.add(text)
    return undefined
  }
  const name = `p${++counter}`
  names.set(text, name)
  return name
}

/** After a migration a plan's columns may have changed: the text gets a new name, and the retried transaction a new plan. */
export const forgetStatement = (text: string) => names.delete(text)

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

export class StatementClient extends GatheringClient {
  override query(...given: Anything[]): Anything {
    const [text, values] = given
    if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
      return (super.query as Anything)(...given)
    const name = nameOf(text)
    if (!name) return (super.query as Anything)(...given)
    const result = (super.query as Anything)({ name, text, values }, ...given.slice(2))
    if (result instanceof Promise)
      result.catch((error: { code?: string; routine?: string }) => {
        if (error.code === '0A000' && error.routine === 'RevalidateCachedQuery') forgetStatement(text)
      })
    return result
  }
}
