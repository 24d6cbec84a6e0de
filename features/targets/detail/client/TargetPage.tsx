import { useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useEngine, useRow } from '#core/client/sync.tsx'
import { targetEndpoints } from '../../contract.ts'
import { hasLeft } from '../../sharing/actions.ts'
import { MissingTarget } from './MissingTarget.tsx'
import { TargetDetail } from './TargetDetail.tsx'

/** A target at /target/$id. */
export function TargetPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const router = useRouter()
  const engine = useEngine()
  const target = useRow(targetEndpoints, id)
  const real = engine.of(targetEndpoints).resolve(id)
  const key = useSteadyKey(real, engine.of(targetEndpoints).resolve)

  // The address of a target that got its real id meanwhile says so, without a step in the history.
  useEffect(() => {
    if (real !== id) router.history.replace(`/target/${encodeURIComponent(real)}`)
  }, [real, id, router])

  const isLeft = target !== undefined && hasLeft(target)
  // Who left it is back where they came from.
  useEffect(() => {
    if (!isLeft) return
    if (router.history.canGoBack()) router.history.back()
    else router.history.replace('/targets/active')
  }, [isLeft, router])

  if (isLeft) return null
  return target ? <TargetDetail key={key} target={target} /> : <MissingTarget key={id} id={id} />
}

/** A key that stays the same when a temporary id becomes the real one, so that nothing on the page starts anew. */
function useSteadyKey(id: string, resolve: (id: string) => string): string {
  const [key, setKey] = useState(id)
  if (resolve(key) === id) return key
  setKey(id)
  return id
}
