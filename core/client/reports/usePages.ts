// Loads a long report page by page, sorted and searched by the server.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { PAGE_ROWS, type PagedFacts, type ViewerReport } from '#core/contract/viewerReport.ts'
import type { Paged } from '#core/ui/table/columns.ts'
import { ApiError, call, problemOf } from '../api.ts'
import type { AskedFacts } from './useReportFacts.ts'

type Rows<F extends PagedFacts & { rows: readonly object[] }> = F['rows'][number]
type Found<F extends PagedFacts & { rows: readonly object[] }> = {
  /** `name` is the key of the request, and `facts` belong to the first page. */
  name: string
  facts: F
  pages: ReadonlyMap<number, readonly Rows<F>[]>
}
export type Pages<F extends PagedFacts & { rows: readonly object[] }> = {
  /** Includes all rows loaded so far without gaps. */
  facts: F
  /** Undefined when one response has all rows, which are sorted and searched here. */
  paged: Paged<Rows<F>> | undefined
  isStale: boolean
  problem: string | null
}

/** Milliseconds without a keystroke before the search starts. */
const PAUSE = 200

/** `first` are the facts from the first row on. `orders` are the columns that the server can sort by. */
export function usePages<F extends PagedFacts & { rows: readonly object[] }>(
  report: ViewerReport<F>,
  answered: AskedFacts,
  first: F,
  words: string,
  orders: readonly string[],
): Pages<F> {
  const question = JSON.stringify(answered)
  const asked = useMemo((): AskedFacts => JSON.parse(question), [question])
  const isWhole = first.rows.length >= first.count
  const [order, setOrder] = useState<Paged<Rows<F>>['order']>(null)
  const wanted = words.trim()
  const name = JSON.stringify([question, order, wanted])
  const isPlain = order === null && wanted === ''
  const [kept, setKept] = useState<Found<F>>()
  const [problem, setProblem] = useState<string | null>(null)
  const plain = useMemo((): Found<F> => ({ name: 'first', facts: first, pages: new Map([[0, first.rows]]) }), [first])
  const [more, setMore] = useState(plain)
  const here = more.facts === first ? more : plain
  const found = isPlain ? here : (kept ?? here)
  const asking = useRef(new Set<string>())

  const read = useCallback(
    (from: number, signal?: AbortSignal) => {
      const { key, id, ...query } = asked
      const sorted = order ? { order: `${order.isDescending ? '-' : ''}${order.key}` } : {}
      return call(
        report.routes.read,
        { params: { key, id }, query: { ...query, ...sorted, ...(wanted && { words: wanted }), from } },
        signal ? { signal } : {},
      )
    },
    [report, asked, order, wanted],
  )
  const tell = useCallback((thrown: unknown) => {
    if (thrown instanceof ApiError) setProblem(problemOf(thrown))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: other facts of the same question ask once more
  useEffect(() => {
    if (isWhole || isPlain) return
    const leaving = new AbortController()
    const later = setTimeout(() => {
      read(0, leaving.signal).then((facts) => {
        setKept({ name, facts, pages: new Map([[0, facts.rows]]) })
        setProblem(null)
      }, tell)
    }, PAUSE)
    return () => {
      clearTimeout(later)
      leaving.abort()
    }
  }, [name, first, isWhole, isPlain, read, tell])

  /** Returns whether the page has loaded. */
  const ask = useCallback(
    async (page: number): Promise<boolean> => {
      const once = `${found.name} ${page}`
      if (found.pages.has(page)) return true
      if (asking.current.has(once)) return false
      asking.current.add(once)
      const add = (now: Found<F>, rows: readonly Rows<F>[]): Found<F> => ({
        ...now,
        pages: new Map([...now.pages, [page, rows]]),
      })
      try {
        const { rows } = await read(page * PAGE_ROWS)
        setProblem(null)
        if (isPlain) setMore((now) => add(now.facts === first ? now : plain, rows))
        else setKept((now) => (now?.name === found.name ? add(now, rows) : now))
        return true
      } catch (thrown) {
        tell(thrown)
        return false
      } finally {
        asking.current.delete(once)
      }
    },
    [found, read, isPlain, first, plain, tell],
  )
  const isStale = !isPlain && found.name !== name
  // Pages listed below each other. In a scrolling frame, `rowAt` finds the others.
  const [listed, setListed] = useState({ name: found.name, pages: 1 })
  const pages = listed.name === found.name ? listed.pages : 1
  const listedRows = pages === 1 ? null : found.pages
  const facts = useMemo(() => {
    if (listedRows === null) return found.facts
    const rows = Array.from({ length: pages }, (_, page) => listedRows.get(page) ?? []).flat()
    return { ...found.facts, rows }
  }, [found.facts, listedRows, pages])
  const paged = useMemo(
    (): Paged<Rows<F>> => ({
      count: found.facts.count,
      rowAt: (place) => found.pages.get(Math.floor(place / PAGE_ROWS))?.[place % PAGE_ROWS],
      want(from, to) {
        if (isStale) return
        for (let page = Math.floor(from / PAGE_ROWS); page <= Math.floor(to / PAGE_ROWS); page++) void ask(page)
      },
      async more() {
        // The next click requests a failed page again.
        if (await ask(pages)) setListed({ name: found.name, pages: pages + 1 })
      },
      order,
      setOrder,
      canOrder: (key) => orders.includes(key),
    }),
    [found, isStale, ask, pages, order, orders],
  )
  if (isWhole) return { facts: first, paged: undefined, isStale: false, problem: null }
  return { facts, paged, isStale, problem }
}
