import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useRouter, useSearchParams } from '#core/client/router/useRouter.ts'
import { limits, type Status } from '../../contract.ts'
import { type ListQuery, plainQuery, readListQuery, searchOf } from './listing.ts'
import { rememberedQuery, rememberQuery } from './listMemory.ts'

/** Milliseconds after the last key until the search text is written to the URL. */
const WRITE_DELAY_MS = 300

/**
 * In the URL, so that back and reload keep it. Typed text runs ahead, and the list follows as fast as the device can.
 */
export function useListQuery(status: Status) {
  const search = useSearchParams() as Record<string, unknown>
  const navigate = useNavigate()
  const router = useRouter()
  const key = JSON.stringify(search)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the search by value
  const asked = useMemo(() => {
    const read = readListQuery(search)
    return { ...read, view: read.view ?? rememberedQuery().view }
  }, [key])
  const [typed, setTyped] = useState(asked.q)
  const written = useRef(asked.q)

  const write = useCallback(
    (query: ListQuery, ignoreBlocker = false) => {
      written.current = query.q.trim()
      rememberQuery(query)
      void navigate({
        to: '/targets/$status',
        params: { status },
        search: searchOf(query),
        replace: true,
        resetScroll: false,
        ignoreBlocker,
      })
    },
    [navigate, status],
  )
  // Without a query, the last one is used. The day filter applies only to lists with due dates.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on arrival
  useEffect(() => {
    const left = rememberedQuery()
    const query = status === 'active' ? left : { ...left, bucket: [] }
    if (key === '{}' && Object.keys(searchOf(query)).length > 0) write(query)
  }, [])
  // The URL changed by other means than typing: back, forward, or another list.
  useEffect(() => {
    if (asked.q === written.current) return
    written.current = asked.q
    setTyped(asked.q)
  }, [asked.q])
  useEffect(() => {
    if (typed.trim() === asked.q) return
    const timer = setTimeout(() => {
      // A navigation may be in progress, and writing the text must not cancel it. The list shows the result already, so a
      // form that was opened since stays as it is.
      if (router.latestPath().startsWith('/targets/')) write({ ...asked, q: typed }, true)
    }, WRITE_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, asked, write, router])

  const q = useDeferredValue(typed)
  const query = useMemo(() => ({ ...asked, q }), [asked, q])
  return useMemo(
    () => ({
      query,
      typed,
      type: (text: string) => setTyped(text.slice(0, limits.search)),
      change: (part: Partial<ListQuery>) => write({ ...asked, q: typed, ...part }),
      /** Handles 'Show All Targets' and preserves the order. */
      reset: () => {
        setTyped('')
        write({ ...plainQuery, sort: asked.sort, dir: asked.dir, view: asked.view })
      },
    }),
    [query, typed, asked, write],
  )
}

export type ListControls = ReturnType<typeof useListQuery>
