import { Button } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import type { SyncState } from '#core/sync/client/types.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useOpener } from '#core/ui/useOpener.ts'
import { lazyComponent } from '../lazyComponent.tsx'
import { identity, useSyncStatus } from '../sync.tsx'
import { useIsNarrow } from '../useIsNarrow.ts'
import { useIsOnline } from '../useIsOnline.ts'
import s from './SyncPill.module.css'

const OutboxPopover = lazyComponent(() => import('./OutboxPopover.tsx').then((file) => file.OutboxPopover))
const OutboxSheet = lazyComponent(() => import('./OutboxSheet.tsx').then((file) => file.OutboxSheet))

const icons = {
  saved: 'cloud-check',
  waiting: 'cloud-up',
  offline: 'cloud-off',
  signin: 'user-exclamation',
  attention: 'cloud-exclamation',
} as const

const unreachable = 'Can’t reach the server. Retrying…'

/** `kept` counts pending changes that survive this page. `isOnline` means the server is the one not responding. */
function formatSyncState(state: SyncState, kept: number, isOnline: boolean): string {
  switch (state) {
    case 'saved':
      return 'All saved'
    case 'waiting':
      return kept ? `${kept} pending` : 'Saving'
    case 'offline':
      if (isOnline) return unreachable
      return kept ? `Offline, ${kept} pending` : 'Offline'
    case 'signin':
      return 'Sign in again'
    case 'attention':
      return 'Needs attention'
  }
}

/** Shows whether everything is saved. Opens the outbox. */
export function SyncPill({ onSignIn }: { onSignIn: () => void }) {
  const { state, waiting, unkept } = useCalmStatus()
  const { isOpen, close, button } = useOpener()
  const isNarrow = useIsNarrow()
  const icon = icons[state]
  const online = useIsOnline()
  const said = formatSyncState(state, waiting - unkept, online)
  const Outbox = isNarrow ? OutboxSheet : OutboxPopover
  const signIn = () => {
    close()
    onSignIn()
  }
  return (
    <div className="relative">
      <Button
        {...button}
        variant="subtle"
        color="gray"
        className={`medium dim ${s.pill}`}
        data-state={state}
        aria-haspopup="dialog"
        leftSection={<Icon name={icon} stroke={1.75} />}
      >
        {said === unreachable && isNarrow ? 'Retrying' : said}
      </Button>
      <span className="hide" role="status">
        {said}
      </span>
      <Suspense fallback={null}>{isOpen && <Outbox onSignIn={signIn} onClose={close} />}</Suspense>
    </div>
  )
}

/** Changes that are sent within this time don't show 'waiting'. */
const CALM_MS = 500

function useCalmStatus() {
  const status = useSyncStatus(identity)
  const isWaiting = status.state === 'waiting'
  const [lasts, setLasts] = useState(isWaiting)
  useEffect(() => {
    if (!isWaiting) return setLasts(false)
    const timer = setTimeout(() => setLasts(true), CALM_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  return isWaiting && !lasts ? { ...status, state: 'saved' as const } : status
}
