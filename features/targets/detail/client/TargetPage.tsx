import { useEffect, useState } from 'react'
import { useParams, useRouter } from '#core/client/router/useRouter.ts'
import { useEngine, useRow } from '#core/client/sync.tsx'
import { targetEndpoints } from '../../contract.ts'
import { hasLeft } from '../../sharing/actions.ts'
import { MissingTarget } from './MissingTarget.tsx'
import { TargetDetail } from './TargetDetail.tsx'

export function TargetPage() {
  const { id = '' } = useParams() as { id?: string }
  const router = useRouter()
  const engine = useEngine()
  const target = useRow(targetEndpoints, id)
  const real = engine.of(targetEndpoints).resolve(id)
  const key = useSteadyKey(real, engine.of(targetEndpoints).resolve)

  // Replaces the URL when the target gets its real ID, without a history entry.
  useEffect(() => {
    if (real !== id) router.history.replace(`/target/${encodeURIComponent(real)}`)
  }, [real, id, router])

  const isLeft = target !== undefined && hasLeft(target)
  // A person who leaves the target returns to the previous page.
  useEffect(() => {
    if (!isLeft) return
    if (router.history.canGoBack()) router.history.back()
    else router.history.replace('/targets/active')
  }, [isLeft, router])

  if (isLeft) return null
  return target ? <TargetDetail key={key} target={target} /> : <MissingTarget key={id} id={id} />
}

/** The key doesn't change when a temporary ID becomes real, so that the page keeps its state. */
function useSteadyKey(id: string, resolve: (id: string) => string): string {
  const [key, setKey] = useState(id)
  if (resolve(key) === id) return key
  setKey(id)
  return id
}
