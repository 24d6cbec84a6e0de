// What is chosen of a file is kept on the server as it is chosen, so that a reload, or another device, goes on from there.
import { useEffect, useRef } from 'react'
import { call } from '#core/client/api.ts'
import { type ImportDetail, type Mapping, type MappingStep, routes } from '../contract.ts'

/** Sends each change, one at a time and the latest last. What can't be sent goes with the next change. */
export function useKeptDraft(
  detail: ImportDetail,
  mapping: Mapping,
  step: MappingStep,
  onKept: (detail: ImportDetail) => void,
) {
  const latest = useRef({ detail, mapping, step, onKept })
  const isSending = useRef(false)
  const isFirst = useRef(true)
  const isShown = useRef(true)
  latest.current = { detail, mapping, step, onKept }
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a mapping and a step are what is kept
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false
      return
    }
    if (!isSending.current) void send()
    async function send() {
      isSending.current = true
      const { detail, mapping, step } = latest.current
      try {
        await call(routes.keepDraft, { params: { id: detail.id }, body: { mapping, step } })
        // An import that has begun meanwhile is not what it was.
        if (isShown.current) latest.current.onKept({ ...latest.current.detail, draft: { mapping, step } })
      } catch {
        isSending.current = false
        return
      }
      isSending.current = false
      if (latest.current.mapping !== mapping || latest.current.step !== step) await send()
    }
  }, [mapping, step])
}
