import { useEffect, useRef, useState } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useEngine, useLoadedCollections, useRows } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { viewContent } from '../actions.ts'
import { contentMarks, libraryMessages, type OpenContent } from '../contract.ts'
import { oneContent } from '../queries.ts'
import { OpenedContent } from './OpenedContent.tsx'
import { useLibrary, withMark } from './useLibrary.ts'

/** Milliseconds for which a missing item can still arrive. Source: the specification, section 9. */
const LOADER_MS = 1500

/**
 * Shows one item: the video, the pages, or the recording, with its details beside it. A missing item redirects back.
 */
export function ContentPage(props: Props) {
  return useLoadedCollections() ? <Known {...props} /> : <LoadingPlaceholder />
}

type Props = { id: string; hash: string }

function Known({ id, hash }: Props) {
  const page = Number(/page=(\d+)/.exec(hash)?.[1] ?? 1)
  const engine = useEngine()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const library = useLibrary()
  const asked = useQuery(oneContent, id)
  const marks = useRows(contentMarks)
  const kept = library.contents.find((one) => one.id === id)
  const mark = marks.find((one) => one.id === id)
  const opened: OpenContent | undefined = asked.value ?? (kept && { ...kept, file_url: '', media: null })
  const isGone = !asked.value && asked.problem !== null && !asked.isOffline
  const isLong = useIsAfter(LOADER_MS)
  useTitle(opened?.name ?? 'Library')
  useEffect(() => {
    if (!isGone) return
    toast({ message: libraryMessages.missing, color: 'red' })
    void navigate({ to: '/insights/new', replace: true })
  }, [isGone, navigate])
  const noted = useRef<string | null>(null)
  const isThere = opened !== undefined
  useEffect(() => {
    if (!isThere || noted.current === id) return
    noted.current = id
    dispatchOn(engine, viewContent, { id })
  }, [engine, id, isThere])
  if (isGone) return null
  if (opened)
    return (
      <OpenedContent
        key={id}
        content={withMark(opened, mark)}
        library={library}
        page={page}
        isOffline={!isOnline}
        isAsked={asked.value !== undefined}
      />
    )
  if (!isOnline)
    return (
      <EmptyState level={1} title="This item isn’t on your device">
        {goOnlineTo('open it')}
      </EmptyState>
    )
  return isLong ? <EmptyState level={1} title="This is taking longer than usual" /> : <LoadingPlaceholder />
}

function useIsAfter(milliseconds: number): boolean {
  const [isAfter, setAfter] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setAfter(true), milliseconds)
    return () => clearTimeout(timer)
  }, [milliseconds])
  return isAfter
}
