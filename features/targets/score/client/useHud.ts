import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { call } from '#core/client/api.ts'
import { useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { type Hud, routes } from '../contract.ts'
import type { Gain } from './figures.ts'
import { gainsOf } from './gains.ts'
import { onHudAsked } from './hudRefresh.ts'

/** How long after the last change the summary is asked for again. Source: the specification, section 9. */
const REFRESH_DELAY_MS = 100
const RECORD = 'idhud'

export type SummaryState = {
  hud: Hud
  /** When the server said it, an ISO instant. */
  at: string
  /** What is done here and not in it yet. */
  gain: Gain
  /** Whether the server could not be asked again. */
  isOld: boolean
}

/** The summary of whose pipeline this is, from this device, renewed from the server after each change; null until there is one. */
export function useHud(): SummaryState | null {
  const engine = useEngine()
  const { proxyFor } = useTargetPlace()
  const [known, setKnown] = useState<{ hud: Hud; at: string } | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const gains = useMemo(() => gainsOf(engine), [engine])

  useEffect(() => {
    let isHere = true
    let isKnown = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const refresh = async () => {
      const isSettled = gains.settleBy()
      try {
        const hud = await call(routes.hud, { query: { proxyUser: proxyFor } })
        if (!isHere) return
        // What was done meanwhile may be in it or not: the summary after it has been sent is sure.
        if (isKnown && engine.status.get().waiting > 0) return
        isSettled()
        isKnown = true
        setKnown({ hud, at: new Date().toISOString() })
        setFailed(false)
        await engine.writeRecord(RECORD, hud)
      } catch {
        // The figures of last time stay, with their age; the queue and the next pull ask again.
        if (isHere) setFailed(true)
      }
    }
    const refreshSoon = () => {
      clearTimeout(timer)
      timer = setTimeout(refresh, REFRESH_DELAY_MS)
    }
    let last = engine.status.get()
    const look = () => {
      const now = engine.status.get()
      const isDrained = now.waiting === 0 && last.waiting > 0
      const isPulled = now.lastSync !== last.lastSync
      last = now
      if (now.waiting > 0 || !(isDrained || isPulled)) return
      refreshSoon()
    }
    const start = async () => {
      const record = await engine.readRecord<Hud>(RECORD)
      if (!isHere) return
      isKnown = record !== undefined
      if (record) setKnown((now) => now ?? { hud: record.value, at: record.at })
      if (!isKnown || engine.status.get().waiting === 0) await refresh()
    }
    void start()
    const leave = engine.status.subscribe(look)
    const unask = onHudAsked(refreshSoon)
    return () => {
      isHere = false
      clearTimeout(timer)
      leave()
      unask()
    }
  }, [engine, gains, proxyFor])

  const isOld = useSyncStatus(({ state }) => state === 'offline') || hasFailed
  const gain = useSyncExternalStore(gains.subscribe, gains.get)
  return useMemo(() => known && { ...known, gain, isOld }, [known, gain, isOld])
}
