import { Button } from '@mantine/core'
import { useReducer } from 'react'
import { relativeTime } from '#core/contract/times.ts'
import type { Outgoing, SyncStatus } from '#core/sync/client/types.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { IconName } from '#core/ui/iconNames.ts'
import { useIsSessionDead } from '../session.ts'
import { identity, useEngine, useOutbox, useSyncStatus } from '../sync.tsx'
import { useIsOnline } from '../useIsOnline.ts'
import s from './OutboxPanel.module.css'
import { RefusedRow } from './RefusedRow.tsx'
import { type OutboxTexts, useOutboxLabels } from './useOutboxLabels.ts'
import { WaitingRow } from './WaitingRow.tsx'

export type OutboxProps = { onSignIn: () => void }

const isRefused = (one: Outgoing) => one.state === 'refused' || one.state === 'parked'
const changes = (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`

/** Unsent changes: rejected ones first with their text, then pending ones, oldest first. */
export function OutboxPanel({ onSignIn }: OutboxProps) {
  const words = useOutboxLabels()
  const engine = useEngine()
  const outbox = useOutbox(identity)
  const status = useSyncStatus(identity)
  const online = useIsOnline()
  const isDead = useIsSessionDead() || status.state === 'signin'
  const [, retold] = useReducer((n: number) => n + 1, 0)
  const refused = outbox.filter(isRefused)
  const waiting = outbox.filter((one) => !isRefused(one))
  const tryNow = () => engine.flush().finally(retold)
  return (
    <>
      <div className={s.head}>
        <h2 className="lead" tabIndex={-1} data-autofocus>
          {formatHeading(waiting.length, refused.length)}
        </h2>
        <State status={status} clock={words.clock} isDead={isDead} isEmpty={outbox.length === 0} isOnline={online} />
      </div>
      <div className={s.scroll}>
        {refused.length > 0 && (
          <ul className={s.list} aria-label="Couldn’t save">
            {refused.map((one) => (
              <RefusedRow key={one.key} outgoing={one} words={words} />
            ))}
          </ul>
        )}
        {waiting.length > 0 && (
          <ul className={s.list} aria-label="Pending">
            {waiting.map((one) => (
              <WaitingRow key={one.key} outgoing={one} sentence={words.sentenceOf(one)} />
            ))}
          </ul>
        )}
      </div>
      {(waiting.length > 0 || isDead || status.offlineSince) && (
        <div className={`row between gap12 ruled ${s.foot}`}>
          <span className="cap">
            {isDead ? 'These sync after you sign in again.' : 'These sync in this order when you’re back online.'}
          </span>
          {isDead ? (
            <Button size="compact-sm" onClick={onSignIn}>
              Sign in again
            </Button>
          ) : (
            <Button size="compact-sm" variant="default" onClick={tryNow}>
              Sync now
            </Button>
          )}
        </div>
      )}
    </>
  )
}

function formatHeading(waiting: number, refused: number): string {
  if (waiting === 0 && refused === 0) return 'All changes saved'
  if (refused === 0) return `${changes(waiting)} pending`
  return waiting === 0
    ? `${changes(refused)} couldn’t be saved`
    : `${changes(waiting)} pending, ${refused} couldn’t be saved`
}

const savedHere = 'Your changes are saved on this device.'

function State({
  status,
  clock,
  isDead,
  isEmpty,
  isOnline,
}: {
  status: SyncStatus
  clock: OutboxTexts['clock']
  isDead: boolean
  isEmpty: boolean
  isOnline: boolean
}) {
  const line = (icon: IconName, text: string) => (
    <p className="row gap6 dim mt2">
      <Icon name={icon} size={16} stroke={1.75} />
      {text}
    </p>
  )
  if (isDead) return line('user-exclamation', `Your session has ended. ${savedHere}`)
  if (status.offlineSince)
    return line(
      'cloud-off',
      `${isOnline ? 'Server not reachable' : 'Offline'} since ${clock(status.offlineSince)}. ${savedHere}`,
    )
  if (!isEmpty) return line('cloud-up', savedHere)
  return line(
    'cloud-check',
    status.lastSync ? `Last synced ${relativeTime(status.lastSync, new Date())}.` : 'No pending changes.',
  )
}
