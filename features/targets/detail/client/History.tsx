import { Button, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useTouchParts } from '#core/client/touchParts.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { formatDay, formatShortDay, weekdayOf } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { goOnlineTo, refreshesOnline } from '#core/contract/phrases.ts'
import { relativeTime } from '#core/contract/times.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { Touch } from '#features/touches/contract.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { useNow } from '../../client/useNow.ts'
import { contactsOn } from '../../contacts/firstContact.ts'
import type { Target, Task } from '../../contract.ts'
import { HelpText } from '../../steps/client/HelpText.tsx'
import s from './ActivityTab.module.css'
import { type ActivityEntry, type ActivityKind, activityByDay, activityKinds } from './activity.ts'
import { HistoryLine } from './HistoryLine.tsx'
import { useTimeline } from './useTimeline.ts'

const kindLabels: Record<ActivityKind, string> = {
  all: 'All',
  steps: 'Steps',
  touches: 'Touches',
  history: 'History',
}
const nothingYet: Record<ActivityKind, string> = {
  all: 'Nothing has happened yet.',
  steps: 'No step is done yet.',
  touches: 'No touches yet. Log a call, a meeting, or an email.',
  history: 'History starts once this Target syncs.',
}

type Props = { target: Target; touches: readonly Touch[] }

/** Completed steps, touches, and changes by day, latest first. */
export function History({ target, touches }: Props) {
  const [kind, setKind] = useState<ActivityKind>('all')
  const now = useNow(30_000)
  const zone = useZone()
  const today = useToday()
  const { events, older, keptAt, isLoading, isMissing, showOlder } = useTimeline(target)
  const told = events.filter((event) => event.kind !== 'changeUndone')
  const days = activityByDay({ tasks: target.tasks, touches, events: told, hasOlder: older !== null }, kind, zone)
  const asksServer = kind === 'all' || kind === 'history'
  return (
    <section aria-labelledby="timeline">
      <h2 className="lead mb8" id="timeline">
        Timeline
      </h2>
      <fieldset className="flex wrap gap8 mb8" aria-label="Show">
        {activityKinds.map((one) => (
          <UnstyledButton
            key={one}
            className={`small medium hoverFill pick ${s.kind}`}
            aria-pressed={one === kind}
            onClick={() => setKind(one)}
          >
            {kindLabels[one]}
          </UnstyledButton>
        ))}
      </fieldset>
      {asksServer && keptAt && !isLoading && <p className="cap">{refreshesOnline(relativeTime(keptAt, now))}</p>}
      {asksServer && isMissing && <p className="cap">{goOnlineTo('load the history for the first time')}</p>}
      {days.length === 0 && !(asksServer && (isLoading || isMissing)) && (
        <p className="cap">{nothingYet[target.isTemp ? 'history' : kind]}</p>
      )}
      {days.map(({ day, entries }) => (
        <div key={day}>
          <h3 className={`cap medium ${s.day}`} title={formatDay(day)}>
            {formatShortDay(day, today)}
            {day < today && <span className="regular"> {weekdayOf(day)}</span>}
          </h3>
          <ul className={s.list}>
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} target={target} now={now} />
            ))}
          </ul>
        </div>
      ))}
      {asksServer && older && (
        <Button variant="default" className="mt8 surface" onClick={showOlder}>
          Show older
        </Button>
      )}
    </section>
  )
}

type EntryProps = { entry: ActivityEntry; target: Target; now: Date }

function Entry({ entry, target, now }: EntryProps) {
  const { proxyFor } = useTargetPlace()
  const parts = useTouchParts()
  if (entry.kind === 'history')
    return <HistoryLine event={entry.event} isMe={!proxyFor && entry.event.user_id === target.user_id} now={now} />
  if (entry.kind === 'steps') return <DoneStep task={entry.task} isMine={entry.task.user_id === target.user_id} />
  if (!parts) return null
  return (
    <li>
      <parts.TouchLine
        touch={entry.touch}
        {...(!proxyFor && {
          onEdit: () => targetDialogs.logTouch(target.id, entry.touch.id),
          onMove: () => targetDialogs.moveTouch(entry.touch.id),
          contacts: {
            known: contactsOn(target).map(({ email }) => email),
            onAdd: (person) => targetDialogs.addContact(target.id, person),
          },
        })}
      />
    </li>
  )
}

function DoneStep({ task, isMine }: { task: Task; isMine: boolean }) {
  return (
    <li>
      <span className={`grid rigid centered round ${s.check}`} data-done>
        <Icon name="check" size={14} stroke={2.6} />
      </span>
      <div>
        <p>{task.description}</p>
        {task.help && (
          <p className="cap">
            <HelpText text={task.help} />
          </p>
        )}
        <p className="cap">Step done{!isMine && ` by ${fullNameOf(task)}`}</p>
      </div>
    </li>
  )
}
