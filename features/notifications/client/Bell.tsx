import { ActionIcon } from '@mantine/core'
import { Suspense, useEffect } from 'react'
import { lazyComponent, loadOnce } from '#core/client/lazyComponent.tsx'
import { nativeShell } from '#core/client/nativeShell.ts'
import { whenQuiet } from '#core/client/onIdle.ts'
import { useProduct } from '#core/client/product.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { useOpener } from '#core/ui/useOpener.ts'
import s from './Bell.module.css'
import { migrateOldInbox, readWhatIsSeen, useInbox } from './inbox.ts'
import { storePushSubscription } from './push.ts'

const load = {
  popover: () => import('./InboxPopover.tsx').then((file) => file.InboxPopover),
  sheet: () => import('./InboxSheet.tsx').then((file) => file.InboxSheet),
}
const InboxPopover = lazyComponent(load.popover)
const InboxSheet = lazyComponent(load.sheet)

export function Bell() {
  usePushAddress()
  const { unread } = useInbox()
  const isNarrow = useIsNarrow()
  const { isOpen, close, button } = useOpener()
  // Preloads the panel, so that it opens right away and works offline.
  useEffect(
    () => whenQuiet(() => void loadOnce(isNarrow ? load.sheet : load.popover).catch(() => undefined)),
    [isNarrow],
  )
  useSeen()
  const Panel = isNarrow ? InboxSheet : InboxPopover
  const said = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`
  return (
    <div className="relative">
      <ActionIcon
        {...button}
        variant="subtle"
        color="gray"
        className={s.bell}
        aria-label={said}
        title={said}
        aria-haspopup="dialog"
      >
        <Icon name="bell" size={20} />
        {unread > 0 && (
          <span className={`rounded num absolute center ${s.count}`} aria-hidden>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </ActionIcon>
      <Suspense fallback={null}>{isOpen && <Panel onClose={close} />}</Suspense>
    </div>
  )
}

/**
 * Marks reminders as read when they appear while the person is looking. Otherwise, the system notifies where it can.
 */
function useSeen() {
  const engine = useEngine()
  const { notices } = useProduct()
  useEffect(() => {
    const stops: (() => void)[] = []
    let isOver = false
    void migrateOldInbox(engine).catch(() => undefined)
    const callOff = whenQuiet(async () => {
      const told = await loadOnce(notices).catch(() => null)
      const asked = told?.notices.filter(({ leaves }) => leaves === 'asked') ?? []
      if (isOver) return
      stops.push(readWhatIsSeen(engine, new Set(asked.map(({ kind }) => kind))))
      const show = nativeShell?.showNotice
      const system = show && (await import('./systemNotices.ts').catch(() => null))
      if (!isOver && told && system) stops.push(system.startSystemNotices(engine, told, show))
    })
    return () => {
      isOver = true
      callOff()
      for (const stop of stops) stop()
    }
  }, [engine, notices])
}

/** Assigns this device's push registration to the signed-in person. */
function usePushAddress() {
  const session = useSession()
  const [userId, token] = session?.Switch ? [] : [session?.user.id, session?.token]
  useEffect(() => {
    if (userId && token) void storePushSubscription(userId)
  }, [userId, token])
}
