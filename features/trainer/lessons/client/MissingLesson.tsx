import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { hasLoaded, isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { firmLessons, lessons } from '../contract.ts'

/** Long enough to read the sentence before the list is back. */
const STAYS_MS = 1200

/** A lesson that this device does not have: it asks once more; then the person is led back to the list. Without a network nobody knows. */
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
      // The fetch ends without an answer as well, where the server couldn't be reached.
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
