import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { ChosenBar } from '#core/ui/table/ChosenBar.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import type { Status, Target } from '../../contract.ts'
import { StageItems } from '../../stages/client/StageItems.tsx'
import { useStages } from '../../stages/client/useStages.ts'
import { SnoozeDays } from '../../steps/client/SnoozeDays.tsx'
import { bulkOn } from './bulk.ts'
import { select } from './selection.ts'

const BulkDate = lazyComponent(() => import('./BulkDate.tsx').then((file) => file.BulkDate))

type Props = { status: Status; selected: readonly string[]; shown: readonly Target[]; today: string }

/** Actions on all selected targets, each with one Undo for all. */
export function BulkBar({ status, selected, shown, today }: Props) {
  const engine = useEngine()
  const bulk = useMemo(() => bulkOn(engine), [engine])
  const [isDateOpen, setDateOpen] = useState(false)
  const { isOn: hasStages } = useStages()
  const clear = () => select([])
  const isSelected = new Set(selected)
  const own = shown.filter((row) => isSelected.has(row.id) && row.owner_id === row.user_id).map(({ id }) => id)
  const snooze = (day: string) => {
    bulk.snooze(selected, day, today)
    clear()
  }
  return (
    <ChosenBar
      label="Selected Targets"
      says={`${selected.length} selected`}
      all={
        selected.length < shown.length && (
          <Button variant="subtle" px={8} onClick={() => select(shown.map(({ id }) => id))}>
            Select all {shown.length}
          </Button>
        )
      }
      clearLabel="Clear the selection"
      onClear={clear}
    >
      {status === 'active' && (
        <>
          <Menu position="top" withinPortal={false} width={208} withInitialFocusPlaceholder={false}>
            <Menu.Target>
              <Button variant="default" leftSection={<Icon name="alarm-snooze" />}>
                Snooze
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <SnoozeDays onDay={snooze} />
              <Menu.Item onClick={() => setDateOpen(true)}>A date…</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          {hasStages && (
            <Menu position="top" withinPortal={false} width={208} withInitialFocusPlaceholder={false}>
              <Menu.Target>
                <Button variant="default" leftSection={<Icon name="layout-kanban" />}>
                  Move
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Label>Move to stage</Menu.Label>
                <StageItems
                  stage={undefined}
                  onStage={(stage) => {
                    bulk.move(selected, stage)
                    clear()
                  }}
                />
              </Menu.Dropdown>
            </Menu>
          )}
          <Button
            variant="default"
            leftSection={<Icon name="player-pause" />}
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
          leftSection={<Icon name="arrow-forward-up" />}
          onClick={() => targetDialogs.handOver(own)}
        >
          Hand over
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        onClick={() => void bulk.exportCsv(selected, today)}
      >
        Export
      </Button>
      {isDateOpen && (
        <BulkDate count={selected.length} today={today} onDay={snooze} onClose={() => setDateOpen(false)} />
      )}
    </ChosenBar>
  )
}
