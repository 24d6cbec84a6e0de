import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import type { TargetActsProps } from '#core/client/feature.ts'
import { Link } from '#core/client/router/Link.tsx'
import { isOfflineNow, useRow, useSyncStatus } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { openTask } from '../facts.ts'
import { type FoundOverlap, routes as overlapRoutes } from '../overlaps/contract.ts'
import { SnoozeDays } from '../steps/client/SnoozeDays.tsx'
import { useTargetActions } from './useTargetActions.ts'

/** Opens a target from another screen and runs the action that screen offers. */
export function TargetActs({ targetId, offers, from, onActed }: TargetActsProps) {
  const target = useRow(targetEndpoints, targetId)
  if (!target) return <p className="dim">This Target is no longer on your list.</p>
  const canSnooze = offers.includes('snooze') && target.status === 'active' && openTask(target) !== undefined
  return (
    <>
      <Button
        renderRoot={(props) => (
          <Link {...props} to="/target/$id" params={{ id: targetId }} search={{ from } as never} />
        )}
        leftSection={<Icon name="target-arrow" stroke={1.75} />}
        onClick={onActed}
      >
        Open Target
      </Button>
      {canSnooze && <Snooze id={targetId} onActed={onActed} />}
      {offers.includes('join') && <Join target={target} onActed={onActed} />}
    </>
  )
}

function Snooze({ id, onActed }: { id: string; onActed: () => void }) {
  const actions = useTargetActions()
  return (
    <Menu position="bottom-start" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="alarm-snooze" />}>
          Snooze
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <SnoozeDays onDay={(day) => actions.snooze(id, day) && onActed()} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** Asks the server when the person clicks, because only the server has the current overlaps. */
function Join({
  target: { company, contact, contact_email: email },
  onActed,
}: {
  target: Target
  onActed: () => void
}) {
  const isOffline = useSyncStatus(isOfflineNow)
  const [isBusy, setBusy] = useState(false)
  const names = { company, contact, email }
  const ask = async () => {
    setBusy(true)
    try {
      const { overlaps } = await call(overlapRoutes.overlaps, { query: names })
      const open = overlaps.filter(({ answer }) => answer === null)
      if (open.length === 0)
        return void toast({ message: 'No one else is pursuing this anymore, or you’ve already answered.' })
      for (const one of open) await answer(one)
      const whom = [...new Set(open.map(({ member }) => member))].join(' and ')
      toast({ message: `You asked ${whom} to let you join.`, undo: () => Promise.all(open.map(takeBack)).catch(tell) })
      onActed()
    } catch (thrown) {
      tell(thrown)
    } finally {
      setBusy(false)
    }
  }
  const answer = ({ target_id }: FoundOverlap) =>
    call(overlapRoutes.answerOverlap, { params: { id: target_id }, body: { ...names, answer: 'join' } })
  const takeBack = ({ target_id }: FoundOverlap) => call(overlapRoutes.takeBackAnswer, { params: { id: target_id } })
  return (
    <Button
      variant="default"
      leftSection={<Icon name="user-plus" />}
      loading={isBusy}
      disabled={isOffline}
      title={isOffline ? 'You need to be online to ask.' : undefined}
      onClick={() => void ask()}
    >
      Ask to join
    </Button>
  )
}

const tell = (thrown: unknown) => toast({ message: problemOf(thrown), color: 'red' })
