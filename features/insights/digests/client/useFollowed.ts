// How far the runs come that are being looked at.
import { useEffect, useRef } from 'react'
import { call } from '#core/client/api.ts'
import { stampIn } from '#core/contract/dates.ts'
import { type Digest, routes } from '../contract.ts'

/** Milliseconds after which it is asked again. */
const EVERY = 2000

const isGoing = ({ status, next_run: next, zone }: Digest) =>
  status === 'sending' || (status === 'scheduled' && next !== null && next <= stampIn(zone, new Date().toISOString()))

/** Reads those anew that are being sent, and those whose time has come, for as long as somebody looks. */
export function useFollowedDigest(digests: readonly Digest[], put: (digest: Digest) => void, isOffline: boolean): void {
  const latest = useRef({ digests, put })
  latest.current = { digests, put }
  useEffect(() => {
    if (isOffline) return
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      for (const { id } of latest.current.digests.filter(isGoing)) {
        // Where nobody answers, it is asked again soon.
        const digest = await call(routes.one, { params: { id } }).catch(() => null)
        if (digest) latest.current.put(digest)
      }
    }
    const timer = setInterval(() => void look(), EVERY)
    return () => clearInterval(timer)
  }, [isOffline])
}
