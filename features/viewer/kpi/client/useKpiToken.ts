import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#core/client/api.ts'
import { errorMessages } from '#core/contract/errors.ts'
import { routes, type TokenAnswer } from '../contract.ts'
import { LEAST_MS, refreshAfter } from './refreshing.ts'

type Given = Omit<TokenAnswer, 'token'> & { token: Extract<TokenAnswer['token'], { access_token: string }> }
export type KpiProblem = { code: string; description: string; isOffline: boolean }
type Known = { given: Given | null; problem: KpiProblem | null; isAsking: boolean }

/**
 * Keeps the dashboard's token fresh, even after sleep or while offline. `again` requests a new one after a rejection.
 */
export function useKpiToken(): Known & { again: () => void } {
  const [known, setKnown] = useState<Known>({ given: null, problem: null, isAsking: true })
  const due = useRef(0)
  const asking = useRef(false)
  const again = useCallback(async () => {
    if (asking.current) return
    asking.current = true
    setKnown((now) => ({ ...now, isAsking: true }))
    const found = await askForToken()
    asking.current = false
    due.current = Date.now() + ('given' in found ? refreshAfter(found.given.token.expires_in) : LEAST_MS * 6)
    setKnown((now) => {
      if ('given' in found) return { given: found.given, problem: null, isAsking: false }
      // The current content stays while offline.
      return { given: found.isOffline ? now.given : null, problem: found, isAsking: false }
    })
  }, [])
  useEffect(() => {
    // Timers stop while the device sleeps, so the time is compared often and whenever the person returns.
    const look = () => {
      if (Date.now() >= due.current) void again()
    }
    const isBack = () => {
      due.current = 0
      look()
    }
    look()
    const timer = setInterval(look, LEAST_MS)
    addEventListener('online', isBack)
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      removeEventListener('online', isBack)
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [again])
  return { ...known, again: () => void again() }
}

async function askForToken(): Promise<{ given: Given } | KpiProblem> {
  try {
    const answer = await call(routes.token, {})
    const { token } = answer
    if ('access_token' in token) return { given: { ...answer, token } }
    return { code: token.error, description: token.error_description, isOffline: false }
  } catch (thrown) {
    if (!(thrown instanceof ApiError)) return { code: 'unknown', description: errorMessages.generic, isOffline: false }
    return { code: thrown.code, description: thrown.message, isOffline: thrown.isOffline }
  }
}
