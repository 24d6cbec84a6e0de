// In-memory `GET sync`, from a log of changes.
import type { Changes, Feed } from '#core/contract/feed.ts'
import type { TransportAnswer } from '../client/environment.ts'
import type { Row } from '../protocol.ts'

/** Small, so that runs need second pages. */
const PAGE = 5

type Sources = {
  /** Has an entry per change. Its length is the sequence number. */
  log: readonly { collection: string; id: string; isTheirs: boolean }[]
  /** As the caller sees it, or null. */
  rowOf: (collection: string, id: string) => Row | null
}

export function answerFeed(address: string, { log, rowOf }: Sources): TransportAnswer {
  const asked = new URL(address, 'http://server').searchParams.get('after') ?? ''
  const collections: Feed['collections'] = {}
  for (const one of asked.split(',')) {
    const [name = '', cursor] = one.split(':')
    collections[name] = changesAfter(name, cursor === undefined ? null : Number(cursor))
  }
  return { status: 200, body: structuredClone({ collections }) }

  function changesAfter(name: string, after: number | null): Changes {
    const isKnown = after !== null && after <= log.length
    const latest = new Map<string, number>()
    for (const [i, { collection, id, isTheirs }] of log.entries())
      if (collection === name && isTheirs) latest.set(id, i + 1)
    const found = [...latest].filter(([, seq]) => seq > (isKnown ? after : 0)).sort(([, a], [, b]) => a - b)
    const page = found.slice(0, PAGE)
    const ids = page.map(([id]) => id)
    return {
      rows: ids.flatMap((id) => rowOf(name, id) ?? []),
      gone: after === null ? [] : ids.filter((id) => !rowOf(name, id)),
      cursor: String(found.length > PAGE ? page.at(-1)![1] : log.length),
      more: found.length > PAGE,
      ...(after !== null && !isKnown && { reset: true }),
    }
  }
}
