import { useEffect, useState } from 'react'
import { useRouter } from '#core/client/router/useRouter.ts'
import { hasLoaded, isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { firmLessons, lessons } from '../contract.ts'

/** Milliseconds to show the message before the list returns, enough to read it. */
const STAYS_MS = 1200

/** Syncs once more for a lesson that this device lacks, then returns to the list. Offline it can't tell. */
export function MissingLesson({ id }: { id: string }) {
  const engine = useEngine()
  const router = useRouter()
  const isLoaded = useSyncStatus(hasLoaded)
  const isOffline = useSyncStatus(isOfflineNow)
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    if (!isLoaded || isOffline) return
    let isCurrent = true
    void engine.pull().then(() => {
      const isThere = engine.of(lessons).get(id) ?? engine.of(firmLessons).get(id)
      // The sync also ends without a response if the server is unreachable.
      if (isCurrent && !isThere && !isOfflineNow(engine.status.get())) setMissing(true)
    })
    return () => {
      isCurrent = false
    }
  }, [id, isLoaded, isOffline, engine])

  useEffect(() => {
    if (!isMissing) return
    toast({ message: 'No lesson found with the specific id.' })
    const timer = setTimeout(() => router.history.replace('/trainers/lessons'), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isMissing, router])

  if (isOffline && !isMissing)
    return (
      <EmptyState level={1} title="This lesson isn’t on this device">
        It will load when you’re back online.
      </EmptyState>
    )
  return isMissing ? <EmptyState level={1} title="Lesson not found" /> : <LoadingPlaceholder />
}
