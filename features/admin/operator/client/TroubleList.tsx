import { Button } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { type OutgoingTrouble, operatorRoutes as routes } from '../contract.ts'
import { channelLabels } from './channelLabels.ts'
import s from './ServerHealth.module.css'

const states: Record<string, string> = {
  failed: 'failed',
  doubt: 'unconfirmed: it may have arrived',
  waiting: 'will retry automatically',
}

type Props = { troubles: OutgoingTrouble[]; isOffline: boolean; onChanged: () => Promise<void> }

/** Lists messages that failed to send, without their content. */
export function TroubleList({ troubles, isOffline, onChanged }: Props) {
  const { isBusy, problem, run } = useMutation()
  const again = ({ orgId, id, recipient }: OutgoingTrouble) =>
    run(async () => {
      await call(routes.sendAgain, { params: { firm: orgId, id } })
      await onChanged()
      return `Resending to ${recipient}.`
    })
  if (troubles.length === 0) return null
  const columns: TableColumn<OutgoingTrouble>[] = [
    ...facts,
    {
      key: 'actions',
      head: 'Actions',
      onCard: 'aside',
      cell: (one) =>
        one.canRetry &&
        one.state !== 'waiting' && (
          <Button
            variant="default"
            aria-label={`Resend to ${one.recipient}`}
            disabled={isOffline}
            aria-disabled={isBusy || undefined}
            onClick={() => again(one)}
          >
            Resend
          </Button>
        ),
    },
  ]
  return (
    <>
      <Problem>{problem}</Problem>
      <h2 className={`lead ${s.title}`}>Failed messages</h2>
      <Table label="Failed messages" columns={columns} rows={troubles} keyOf={({ id }) => id} />
    </>
  )
}

const facts: readonly TableColumn<OutgoingTrouble>[] = [
  {
    key: 'to',
    head: 'To',
    width: '28%',
    sortBy: ({ recipient }) => recipient,
    cell: ({ recipient }) => <strong>{recipient}</strong>,
  },
  { key: 'channel', head: 'Channel', width: '128px', onCard: 'line', cell: ({ channel }) => channelLabels[channel] },
  { key: 'firm', head: 'Firm', onCard: 'line', sortBy: ({ firm }) => firm, cell: ({ firm }) => firm },
  {
    key: 'state',
    head: 'State',
    onCard: 'line',
    cell: ({ state, problem }) => (
      <>
        {states[state]}
        <span className="small block break bad">{problem}</span>
      </>
    ),
  },
  {
    key: 'tries',
    head: 'Attempts',
    width: '72px',
    isNumber: true,
    sortBy: ({ tries }) => tries,
    cell: ({ tries }) => tries,
  },
]
