import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import type { TaskRunRow } from '#core/contract/work.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { inZone, number } from '../../client/labels.ts'
import { operatorRoutes as routes } from '../contract.ts'

type Props = { runs: TaskRunRow[]; isOffline: boolean; onChanged: () => Promise<void> }

/** Lists long tasks that are pending or running. Operators can stop those that a firm's admin started. */
export function RunList({ runs, isOffline, onChanged }: Props) {
  const [stopping, setStopping] = useState<TaskRunRow | null>(null)
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { isBusy, problem, run } = useMutation()
  const submit = async () => {
    const stop = async ({ id, name }: TaskRunRow) => {
      await call(routes.stopRun, { params: { id } })
      await onChanged()
      return `${name} stopped.`
    }
    if (stopping && (await run(() => stop(stopping)))) setStopping(null)
  }
  const columns: TableColumn<TaskRunRow>[] = [
    ...factsIn(zone),
    {
      key: 'actions',
      head: 'Actions',
      onCard: 'aside',
      cell: (one) =>
        one.can_stop && (
          <Button
            variant="default"
            aria-label={`Stop: ${wordsOf(one)}`}
            disabled={isOffline}
            onClick={() => setStopping(one)}
          >
            Stop
          </Button>
        ),
    },
  ]
  return (
    <>
      <Table label="Running tasks" columns={columns} rows={runs} keyOf={({ id }) => id} />
      {stopping && (
        <FormDialog
          title={`Stop ${wordsOf(stopping)}?`}
          form={{ submit, problem, isBusy }}
          onClose={() => setStopping(null)}
          verb="Stop"
        >
          <p>{stopping.if_stopped}</p>
        </FormDialog>
      )}
    </>
  )
}

const wordsOf = ({ name, firm }: TaskRunRow) => (firm ? `${name} of ${firm.name}` : name)

const factsIn = (zone: string): readonly TableColumn<TaskRunRow>[] => [
  { key: 'name', head: 'Task', cell: ({ name }) => <strong>{name}</strong> },
  { key: 'firm', head: 'Firm', onCard: 'line', cell: ({ firm }) => firm?.name },
  {
    key: 'since',
    head: 'Since',
    onCard: 'line',
    sortBy: ({ since }) => since,
    cell: ({ since }) => inZone(zone, since),
  },
  {
    key: 'now',
    head: 'Now',
    onCard: 'line',
    cell: ({ is_active, done }) => (is_active ? `Running, ${number(done)} done so far` : 'Waiting'),
  },
]
