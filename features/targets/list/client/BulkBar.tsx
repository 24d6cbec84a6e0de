import { Button, CloseButton, Menu } from '@mantine/core'
import { IconAlarmSnooze, IconArrowForwardUp, IconDownload, IconPlayerPause } from '@tabler/icons-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { addDays, formatDayShort } from '#core/contract/dates.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import type { Status, Target } from '../../contract.ts'
import s from './BulkBar.module.css'
import { bulkOn } from './bulk.ts'
import { select } from './selection.ts'

const BulkDate = lazy(() => import('./BulkDate.tsx').then((file) => ({ default: file.BulkDate })))

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const

type Props = { status: Status; selected: readonly string[]; shown: readonly Target[]; today: string }

/** What can be done with all that is selected. Each has one Undo for the lot. */
export function BulkBar({ status, selected, shown, today }: Props) {
  const engine = useEngine()
  const bulk = useMemo(() => bulkOn(engine), [engine])
  const [isDateOpen, setDateOpen] = useState(false)
  const [tomorrow, nextWeek] = [addDays(today, 1), addDays(today, 8)]
  const clear = () => select([])
  const isSelected = new Set(selected)
  const own = shown.filter((row) => isSelected.has(row.id) && row.owner_id === row.user_id).map(({ id }) => id)
  const snooze = (day: string) => {
    bulk.snooze(selected, day, today)
    clear()
  }
  return (
    <section className={s.bar} aria-label="Selected Targets">
      <span className={s.count} role="status">
        {selected.length} selected
      </span>
      {selected.length < shown.length && (
        <Button variant="subtle" className={s.all} onClick={() => select(shown.map(({ id }) => id))}>
          Select all {shown.length}
        </Button>
      )}
      <span className={s.acts}>
        {status === 'active' && (
          <>
            <Menu position="top" withinPortal={false} width={208}>
              <Menu.Target>
                <Button variant="default" className={s.act} leftSection={<IconAlarmSnooze {...icon} />}>
                  Snooze
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item rightSection={<Day day={tomorrow} today={today} />} onClick={() => snooze(tomorrow)}>
                  Tomorrow
                </Menu.Item>
                <Menu.Item rightSection={<Day day={nextWeek} today={today} />} onClick={() => snooze(nextWeek)}>
                  Next week
                </Menu.Item>
                <Menu.Item onClick={() => setDateOpen(true)}>A date…</Menu.Item>
              </Menu.Dropdown>
            </Menu>
            <Button
              variant="default"
              className={s.act}
              leftSection={<IconPlayerPause {...icon} />}
              onClick={() => {
                bulk.hold(selected)
                clear()
              }}
            >
              On Hold
            </Button>
          </>
        )}
        {own.length > 0 && status !== 'deleted' && (
          <Button
            variant="default"
            className={s.act}
            leftSection={<IconArrowForwardUp {...icon} />}
            onClick={() => targetDialogs.handOver(own)}
          >
            Hand over
          </Button>
        )}
        <Button
          variant="default"
          className={s.act}
          leftSection={<IconDownload {...icon} />}
          onClick={() => void bulk.exportCsv(selected, today)}
        >
          Export
        </Button>
      </span>
      <CloseButton aria-label="Clear the selection" title="Select none (Esc)" size={36} iconSize={18} onClick={clear} />
      <Suspense fallback={null}>
        {isDateOpen && (
          <BulkDate count={selected.length} today={today} onDay={snooze} onClose={() => setDateOpen(false)} />
        )}
      </Suspense>
    </section>
  )
}

function Day({ day, today }: { day: string; today: string }) {
  return <span className={s.day}>{formatDayShort(day, today)}</span>
}
