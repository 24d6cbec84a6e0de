import { useEffect, useState } from 'react'
import { ApiError, call } from '#core/client/api.ts'
import { useRouter } from '#core/client/router/useRouter.ts'
import { hasLoaded, isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { targetLabels } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { routes } from '../../list/contract.ts'

/** Milliseconds to read the message before returning to the list. */
const STAYS_MS = 1200

/** Asks the server for a target missing on this device, otherwise returns to the list. */
export function MissingTarget({ id }: { id: string }) {
  const engine = useEngine()
  const router = useRouter()
  const isLoaded = useSyncStatus(hasLoaded)
  const isUnknown = useSyncStatus(isOfflineNow) && !isTemporary(id)
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    if (!isLoaded || isUnknown) return
    let isCurrent = true
    void fetchOnce(id, engine.pull).then(() => {
      const isAnswered = isTemporary(id) || !isOfflineNow(engine.status.get())
      if (isCurrent && isAnswered && !engine.of(targetEndpoints).get(id)) setMissing(true)
    })
    return () => {
      isCurrent = false
    }
  }, [id, isLoaded, isUnknown, engine])

  useEffect(() => {
    if (!isMissing) return
    toast({ message: targetLabels.notFound })
    const timer = setTimeout(() => router.history.replace('/targets/active'), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isMissing, router])

  if (isUnknown && !isMissing)
    return (
      <EmptyState level={1} title="This Target isn’t on this device">
        It will load when you’re back online.
      </EmptyState>
    )
  return isMissing ? <EmptyState level={1} title={targetLabels.notFoundPage} /> : <LoadingPlaceholder />
}

/**
 * Unless the server has no such Target, pulls the lists again: then the row is here, isn't this person's, or the server
 * can't be reached.
 */
async function fetchOnce(id: string, pull: () => Promise<void>): Promise<void> {
  if (isTemporary(id)) return
  try {
    await call(routes.read, { params: { id } })
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
    if (thrown.status === 404) return
  }
  await pull()
}
