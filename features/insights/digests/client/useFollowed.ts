// Follows the progress of the runs on screen.
import { useEffect, useRef } from 'react'
import { call } from '#core/client/api.ts'
import { stampIn } from '#core/contract/dates.ts'
import { type Digest, routes } from '../contract.ts'

/** Milliseconds between two polls. */
const EVERY = 2000

const isGoing = ({ status, next_run: next, zone }: Digest) =>
  status === 'sending' || (status === 'scheduled' && next !== null && next <= stampIn(zone, new Date().toISOString()))

/** Polls digests that are being sent or due while the page is visible. */
export function useFollowedDigest(digests: readonly Digest[], put: (digest: Digest) => void, isOffline: boolean): void {
  const latest = useRef({ digests, put })
  latest.current = { digests, put }
  useEffect(() => {
    if (isOffline) return
    const look = async () => {
      if (document.visibilityState !== 'visible') return
      for (const { id } of latest.current.digests.filter(isGoing)) {
        // After a failed request, the next poll tries again.
        const digest = await call(routes.one, { params: { id } }).catch(() => null)
        if (digest) latest.current.put(digest)
      }
    }
    const timer = setInterval(() => void look(), EVERY)
    return () => clearInterval(timer)
  }, [isOffline])
}
