import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ApiError, call } from '#core/client/api.ts'
import { hasLoaded, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { isTemporary } from '#core/sync/protocol.ts'
import { Awaited } from '#core/ui/Awaited.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { words } from '../../client/words.ts'
import { targets } from '../../contract.ts'
import { routes } from '../../list/contract.ts'

/** Long enough to read the sentence before the list is back. */
const STAYS_MS = 1200

/** A target that this device does not have: the server may know it; otherwise the person is led back to the list. */
export function MissingTarget({ id }: { id: string }) {
  const engine = useEngine()
  const router = useRouter()
  const isLoaded = useSyncStatus(hasLoaded)
  const [isMissing, setMissing] = useState(false)

  useEffect(() => {
    if (!isLoaded) return
    let isCurrent = true
    void fetchOnce(id, engine.pull).then(() => {
      if (isCurrent && !engine.of(targets).get(id)) setMissing(true)
    })
    return () => {
      isCurrent = false
    }
  }, [id, isLoaded, engine])

  useEffect(() => {
    if (!isMissing) return
    toast({ message: words.notFound })
    const timer = setTimeout(() => router.history.replace('/targets/active'), STAYS_MS)
    return () => clearTimeout(timer)
  }, [isMissing, router])

  return isMissing ? <EmptyState level={1} title={words.notFoundPage} /> : <Awaited />
}

/** Asks the server for it, and when it has it fetches the lists again: afterwards the row is here, or it is not this person's. */
async function fetchOnce(id: string, pull: () => Promise<void>): Promise<void> {
  if (isTemporary(id)) return
  try {
    await call(routes.read, { params: { id } })
    await pull()
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) throw thrown
  }
}
