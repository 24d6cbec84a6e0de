import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconDots, IconPlayerPause } from '@tabler/icons-react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import { Pill } from '#core/ui/Pill.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import type { Schedule } from '../contract.ts'
import {
  formatNextRun,
  formatScheduleRun,
  formatScheduleStamp,
  formatSubject,
  scheduleName,
  scheduleStateLabels,
} from './labels.ts'
import type { ScheduleDoings } from './useScheduleDoings.ts'

const ScheduleMenu = lazyComponent(() => import('./ScheduleMenu.tsx').then((file) => file.ScheduleMenu))

type About = { today: string; doings: ScheduleDoings; isOffline: boolean }

const icons = { on: IconCheck, paused: IconPlayerPause, stopped: IconAlertTriangle } as const
const tones = { on: 'brand', paused: 'quiet', stopped: 'bad' } as const

const stateOf = ({ state }: Schedule) => (
  <Pill tone={tones[state]} icon={icons[state]}>
    {scheduleStateLabels[state]}
  </Pill>
)

export const scheduleColumns = ({ today, doings, isOffline }: About): TableColumn<Schedule>[] => [
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
    cell: ({ next_run: next }) => (next ? formatScheduleStamp(next, today) : <span className="dim">None</span>),
    sortBy: ({ next_run: next }) => next,
    onCard: 'label',
  },
  {
    key: 'last',
    head: 'Last',
    cell: ({ last_run: run }) =>
      run ? `${formatScheduleStamp(run.at, today)}: ${formatScheduleRun(run)}` : 'Not sent yet',
    sortBy: ({ last_run: run }) => run?.at ?? null,
    about: 'When it last ran, and how many of the intended recipients got it.',
    onCard: 'label',
  },
  { key: 'state', head: 'Status', cell: stateOf, sortBy: ({ state }) => state, onCard: 'aside' },
  {
    key: 'acts',
    head: 'Actions',
    cell: (schedule) => (
      <MenuPlace
        button={(opener) => (
          <ActionIcon
            {...opener}
            variant="subtle"
            color="gray"
            size={32}
            aria-label={`Actions for ${scheduleName(schedule)}`}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        menu={(close) => <ScheduleMenu schedule={schedule} doings={doings} isOffline={isOffline} onClose={close} />}
      />
    ),
    width: '72px',
    onCard: 'aside',
  },
]
