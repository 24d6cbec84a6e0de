import { lazy, type ReactNode, Suspense, useState } from 'react'

const PullRing = lazy(() => import('./PullRing.tsx').then((file) => ({ default: file.PullRing })))

/** Pulling down at the top of the page asks for what is new. `onRefresh` resolves when that is done. */
export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<void>; children: ReactNode }) {
  const [page, setPage] = useState<HTMLElement | null>(null)
  return (
    <div ref={setPage} style={{ position: 'relative' }}>
      <Suspense fallback={null}>{page && <PullRing page={page} onRefresh={onRefresh} />}</Suspense>
      {children}
    </div>
  )
}
