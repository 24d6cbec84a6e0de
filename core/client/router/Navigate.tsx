import { useLayoutEffect } from 'react'
import type { Go } from './router.ts'
import { useRouter } from './useRouter.ts'

/** Leads to another page as soon as it renders. */
export function Navigate(to: Go) {
  const router = useRouter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once
  useLayoutEffect(() => void router.navigate(to), [router])
  return null
}
