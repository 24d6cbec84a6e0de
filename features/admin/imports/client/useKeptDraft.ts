// What is chosen of a file is kept on the server as it is chosen, so that a reload, or another device, goes on from there.
import { useEffect, useRef } from 'react'
import { call, newKey } from '#core/client/api.ts'
import { type ImportDetail, type Mapping, type MappingStep, routes } from '../contract.ts'

/** Sends each change, one at a time and the latest last. What can't be sent goes with the next change, or as the page is left. */
export function useKeptDraft(
  detail: ImportDetail,
  mapping: Mapping,
  step: MappingStep,
  onKept: (detail: ImportDetail) => void,
) {
  const latest = useRef({ detail, mapping, step, onKept })
  const sent = useRef<{ mapping?: Mapping; step?: MappingStep }>({ mapping, step })
  // The draft that is sent as the page is left may overtake one that is on its way.
  const order = useRef({ page: newKey(), number: 0 })
  const isSending = useRef(false)
  const isShown = useRef(true)
  latest.current = { detail, mapping, step, onKept }
  const isLeft = () => sent.current.mapping !== latest.current.mapping || sent.current.step !== latest.current.step
  const keep = () => {
    const { detail, mapping, step } = latest.current
    sent.current = { mapping, step }
    order.current = { ...order.current, number: order.current.number + 1 }
    const body = { mapping, step, order: order.current }
    return call(routes.keepDraft, { params: { id: detail.id }, body }, { outlivesPage: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read is the latest
  useEffect(() => {
    isShown.current = true
    const leave = () => void (isLeft() && keep().catch(() => undefined))
    addEventListener('pagehide', leave)
    return () => {
      isShown.current = false
      removeEventListener('pagehide', leave)
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mapping and a step are what is kept
  useEffect(() => {
    if (isLeft() && !isSending.current) void send()
    async function send() {
      isSending.current = true
      const { mapping, step } = latest.current
      try {
        await keep()
        // An import that has begun meanwhile is not what it was.
        if (isShown.current) latest.current.onKept({ ...latest.current.detail, draft: { mapping, step } })
      } catch {
        sent.current = {}
        isSending.current = false
        return
      }
      isSending.current = false
      if (isLeft()) await send()
    }
  }, [mapping, step])
}
