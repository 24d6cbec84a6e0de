import { type ReactNode, useState } from 'react'
import { keptPage } from '#core/client/lastScreen.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'

const PullRing = lazyComponent(() => import('./PullRing.tsx').then((file) => file.PullRing))

/** `onRefresh` resolves when done. */
export function PullToRefresh({ onRefresh, children }: { onRefresh: () => Promise<void>; children: ReactNode }) {
  const [page, setPage] = useState<HTMLElement | null>(null)
  return (
    <div ref={setPage} className="relative" {...keptPage}>
      {page && <PullRing page={page} onRefresh={onRefresh} />}
      {children}
    </div>
  )
}
