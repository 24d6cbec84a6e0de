import { fullNameOf } from '#core/contract/names.ts'
import type { MenuAction } from '#core/ui/ActionMenu.tsx'
import { Pill } from '#core/ui/Pill.tsx'
import { formatStampShort } from '#core/ui/runs/formatRun.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { menuColumn } from '#core/ui/table/menuColumn.tsx'
import type { Schedule } from '../contract.ts'
import { formatNextRun, formatScheduleRun, formatSubject, scheduleName, scheduleStateLabels } from './labels.ts'

type About = { today: string; actionsOf: (schedule: Schedule) => MenuAction[]; isOffline: boolean }

const icons = { on: 'check', paused: 'player-pause', stopped: 'alert-triangle' } as const
const tones = { on: 'brand', paused: 'quiet', stopped: 'bad' } as const

const stateOf = ({ state }: Schedule) => (
  <Pill tone={tones[state]} icon={icons[state]}>
    {scheduleStateLabels[state]}
  </Pill>
)

export const scheduleColumns = ({ today, actionsOf, isOffline }: About): TableColumn<Schedule>[] => [
  {
    key: 'report',
    head: 'Report',
    cell: (one) => (
      <span className="stack">
        <b className="semi">{scheduleName(one)}</b>
        <span className="cap">{one.problem || formatSubject(one)}</span>
      </span>
    ),
    sortBy: (one) => scheduleName(one).toLowerCase(),
    onCard: 'title',
  },
  { key: 'when', head: 'When', cell: formatNextRun, onCard: 'label' },
  {
    key: 'to',
    head: 'To',
    cell: ({ recipients: [first, ...others] }) =>
      first ? `${fullNameOf(first)}${others.length > 0 ? ` and ${others.length} more` : ''}` : 'No one',
    onCard: 'label',
  },
  {
    key: 'next',
    head: 'Next',
    cell: ({ next_run: next }) => (next ? formatStampShort(next, today) : <span className="dim">None</span>),
    sortBy: ({ next_run: next }) => next,
    onCard: 'label',
  },
  {
    key: 'last',
    head: 'Last',
    cell: ({ last_run: run }) =>
      run ? `${formatStampShort(run.at, today)}: ${formatScheduleRun(run)}` : 'Not sent yet',
    sortBy: ({ last_run: run }) => run?.at ?? null,
    about: 'When it last ran, and how many of the intended recipients got it.',
    onCard: 'label',
  },
  { key: 'state', head: 'Status', cell: stateOf, sortBy: ({ state }) => state, onCard: 'aside' },
  menuColumn({ nameOf: scheduleName, actionsOf, isOffline }),
]
