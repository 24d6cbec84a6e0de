// Stores choices on the server as they are made, so that a reload or another device continues from there.
import { useEffect, useRef } from 'react'
import { call, newKey } from '#core/client/api.ts'
import { type ImportDetail, type MappingStep, routes } from '../contract.ts'
import type { Mapping } from '../mappingContract.ts'

/**
 * Sends changes one at a time, the latest last. If one can't be sent, it goes with the next change or when the page is
 * closed.
 */
export function useKeptDraft(
  detail: ImportDetail,
  mapping: Mapping,
  step: MappingStep,
  onKept: (detail: ImportDetail) => void,
) {
  const latest = useRef({ detail, mapping, step, onKept })
  const sent = useRef<{ mapping?: Mapping; step?: MappingStep }>({ mapping, step })
  // The draft sent when the page closes can overtake one that is in flight.
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
        // An import that has started in the meantime has changed.
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
