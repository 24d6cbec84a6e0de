import { Button } from '@mantine/core'
import { useState } from 'react'
import type { TabProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, formatShortDay } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { IN_NO_GROUP } from '#core/contract/viewerReport.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import type { Pickable } from '#core/ui/PersonPicker.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { AssignButton } from '../../assigning/client/AssignButton.tsx'
import { ShareBar } from '../../client/ShareBar.tsx'
import type { PersonProgressRow as Person } from '../contract.ts'
import { progressQuery } from '../reportContract.ts'
import { PersonAssignments } from './PersonAssignments.tsx'
import s from './Progress.module.css'

const AssignDialog = lazyComponent(() =>
  import('../../assigning/client/AssignDialog.tsx').then((file) => file.AssignDialog),
)
const RecordDialog = lazyComponent(() =>
  import('../../record/client/RecordDialog.tsx').then((file) => file.RecordDialog),
)

type Open = { as: 'assign' | 'record'; person: Pickable }

/** Shows the progress of a manager's people: overdue lessons, assignments, and completion records. */
export function ProgressTab({ isOffline }: TabProps) {
  const orgId = useSession()?.Org.id ?? null
  const { value, problem, refresh } = useQuery(progressQuery, orgId === null ? null : { orgId })
  const zone = useZone()
  const [open, setOpen] = useState<Open | null>(null)
  const [version, setVersion] = useState(0)
  const changed = () => {
    setVersion(version + 1)
    void refresh()
  }
  if (isOffline && !value) return <NeedsConnection isOffline what={whenOnline('see others’ progress')} />
  if (problem) return <Problem>{problem}</Problem>
  const close = () => setOpen(null)
  return (
    <>
      <div className={`row wrap between gap12 ${s.head}`}>
        <p className="dim">Each person’s lesson progress and assignments.</p>
        <AssignButton />
      </div>
      <Table
        label="Progress"
        columns={columnsOf(zone)}
        rows={value?.rows}
        keyOf={({ group, user_id }) => `${group} ${user_id}`}
        nameOf={fullNameOf}
        groups={{ of: ({ group }) => group || IN_NO_GROUP }}
        empty={<EmptyState title="You don’t manage anyone yet.">People in your groups appear here.</EmptyState>}
        moreOf={(person) => (
          <PersonAssignments
            person={person}
            version={version}
            onChanged={changed}
            actions={
              <>
                <Button
                  variant="default"
                  leftSection={<Icon name="user-plus" />}
                  onClick={() => setOpen({ as: 'assign', person: pickable(person) })}
                >
                  Assign
                </Button>
                <Button
                  variant="default"
                  leftSection={<Icon name="certificate" />}
                  onClick={() => setOpen({ as: 'record', person: pickable(person) })}
                >
                  Completion record
                </Button>
              </>
            }
          />
        )}
      />

      {open?.as === 'assign' && <AssignDialog person={open.person} onClose={close} onDone={changed} />}
      {open?.as === 'record' && <RecordDialog person={open.person} onClose={close} />}
    </>
  )
}

const pickable = ({ user_id, first_name, last_name }: Person): Pickable => ({
  id: user_id,
  first_name,
  last_name,
  email: '',
})

const average = (people: Person[]) =>
  Math.round(people.reduce((sum, { percent_watched }) => sum + percent_watched, 0) / Math.max(1, people.length))

const Bar = ({ percent }: { percent: number }) => (
  <span className={`inline num gap10`}>
    <ShareBar percent={percent} className={s.bar} />
    {percent} %
  </span>
)

const columnsOf = (zone: string): readonly TableColumn<Person>[] => {
  const today = dayIn(zone, new Date())
  return [
    { key: 'user', head: 'User', width: '30%', cell: fullNameOf, sortBy: fullNameOf, onCard: 'title' },
    {
      key: 'latest',
      head: 'Latest Activity',
      about: 'When they last watched a lesson.',
      sortBy: ({ latest_session_unixtime }) => latest_session_unixtime,
      cell: ({ latest_session_unixtime: at }) =>
        at === null ? 'Never' : formatShortDay(dayIn(zone, new Date(at * 1000)), today),
      onCard: 'line',
    },
    {
      key: 'overall',
      head: 'Overall Progress',
      about: 'How much of all lessons they’ve watched.',
      sortBy: ({ percent_watched }) => percent_watched,
      cell: ({ percent_watched }) => <Bar percent={percent_watched} />,
      ofGroup: (people) => <Bar percent={average(people)} />,
      onCard: 'line',
    },
    {
      key: 'done',
      head: 'Completed',
      about: 'Lessons watched to at least 95%.',
      isNumber: true,
      sortBy: ({ lessons }) => doneIn(lessons),
      cell: ({ lessons }) => `${doneIn(lessons)} of ${lessons.length}`,
      onCard: 'label',
    },
    {
      key: 'overdue',
      head: 'Overdue',
      about: 'Assigned lessons and categories that are past due.',
      isNumber: true,
      sortBy: ({ overdue }) => overdue,
      cell: ({ overdue }) => (overdue === 0 ? '' : <b className="strong bad">{overdue} overdue</b>),
      ofGroup: (people) => {
        const late = people.reduce((sum, { overdue }) => sum + overdue, 0)
        return late === 0 ? '' : <b className="strong bad">{late} overdue</b>
      },
      onCard: 'line',
    },
  ]
}

const doneIn = (lessons: Person['lessons']) => lessons.filter(({ watched }) => watched === 'yes').length
