import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import type { ColumnGroups, TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { inZone } from '../../client/labels.ts'
import { type JobState, operatorRoutes as routes } from '../contract.ts'
import { formatCron } from './sayCron.ts'

type Props = { jobs: JobState[]; isOffline: boolean; onChanged: () => Promise<void> }

export function JobList({ jobs, isOffline, onChanged }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const { isBusy, problem, run } = useMutation()
  const runNow = (name: string) =>
    run(async () => {
      await call(routes.runJob, { params: { name } })
      await onChanged()
      return `${name} will run within 30 seconds.`
    })
  const retry = (name: string) =>
    run(async () => {
      const { retried } = await call(routes.retryJob, { params: { name } })
      await onChanged()
      return retried === 0 ? 'Nothing has failed.' : `Retrying ${retried}.`
    })
  const columns: TableColumn<JobState>[] = [
    ...factsIn(zone),
    {
      key: 'actions',
      head: 'Actions',
      onCard: 'aside',
      cell: ({ name, failed, cron, is_work }) => (
        <span className="row wrap gap8">
          {failed > 0 && (cron !== null || is_work) && (
            <Button
              variant="default"
              aria-label={`Retry: ${name}`}
              disabled={isOffline}
              aria-disabled={isBusy || undefined}
              onClick={() => retry(name)}
            >
              Retry ({failed})
            </Button>
          )}
          {cron !== null && (
            <Button
              variant="default"
              aria-label={`Run now: ${name}`}
              disabled={isOffline}
              aria-disabled={isBusy || undefined}
              onClick={() => runNow(name)}
            >
              Run now
            </Button>
          )}
        </span>
      ),
    },
  ]
  return (
    <>
      <Problem>{problem}</Problem>
      <Table label="Jobs" columns={columns} rows={jobs} keyOf={({ name }) => name} groups={byKind} />
    </>
  )
}

const stateLabels: Record<string, string> = { completed: 'succeeded', failed: 'failed', cancelled: 'canceled' }

const byKind: ColumnGroups<JobState> = {
  of: ({ is_work, cron }) => (is_work ? 'Background tasks' : cron === null ? 'Queues' : 'Scheduled jobs'),
}

const factsIn = (zone: string): readonly TableColumn<JobState>[] => [
  {
    key: 'name',
    head: 'Name',
    sortBy: ({ name }) => name,
    cell: ({ name, last }) => (
      <>
        <strong>{name}</strong>
        {last?.problem && <span className="small block break bad">{last.problem}</span>}
      </>
    ),
  },
  { key: 'cron', head: 'When', onCard: 'line', cell: ({ cron }) => cron && formatCron(cron, zone, new Date()) },
  {
    key: 'now',
    head: 'Now',
    onCard: 'line',
    cell: ({ active, done, waiting }) =>
      [active > 0 && `${active} running`, done > 0 && `${done} done so far`, waiting > 0 && `${waiting} waiting`]
        .filter(Boolean)
        .join(' · '),
  },
  {
    key: 'last',
    head: 'Last finished',
    onCard: 'line',
    sortBy: ({ last }) => last?.at ?? null,
    cell: ({ last }) =>
      last
        ? `${inZone(zone, last.at)}, ${stateLabels[last.state] ?? last.state}, after ${last.seconds} s`
        : 'Not run yet',
  },
]
