import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { LoadedQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { dayIn, formatDayShort } from '#core/contract/dates.ts'
import { Problem } from '#core/ui/Problem.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { type Bounce, mailRoutes, SOFT_DAYS, SOFT_STOPS } from '../mailContract.ts'

type Props = { asked: LoadedQuery<{ bounces: Bounce[] }>; isOffline: boolean }

/** Lists the addresses that get no more digests because emails bounced, and those with temporary failures. */
export function ReturnedMails({ asked, isOffline }: Props) {
  const { problem, isBusy, run } = useMutation()
  const today = useToday()
  const zone = useZone()
  const rows = asked.value?.bounces ?? []
  const lift = (address: string) =>
    run(async () => {
      asked.take(await call(mailRoutes.lift, { body: { address } }))
      return `${address} will get digests again.`
    })
  return (
    <section aria-labelledby="returned-mails">
      <h2 id="returned-mails">Bounced email</h2>
      <p className="dim">
        {asked.value && rows.length === 0 && 'None. '}
        An address that doesn’t exist gets no more digests until you send to it again. The same goes for an address from
        which {SOFT_STOPS} emails came back over at least {SOFT_DAYS} days, for example because its mailbox is full.
      </p>
      <Problem>{problem}</Problem>
      <AnswerState of={asked} />
      {rows.length > 0 && (
        <Table
          label="Bounced email"
          columns={columnsFor((instant) => formatDayShort(dayIn(zone, instant), today), isOffline || isBusy, lift)}
          rows={rows}
          keyOf={({ address }) => address}
          nameOf={({ address }) => address}
          empty={null}
        />
      )}
    </section>
  )
}

const columnsFor = (
  say: (instant: string) => string,
  isOff: boolean,
  onLift: (address: string) => void,
): TableColumn<Bounce>[] => [
  { key: 'address', head: 'Address', cell: ({ address }) => address, onCard: 'title' },
  {
    key: 'state',
    head: 'Status',
    cell: ({ since, soft, soft_since: began }) => {
      if (since) return `Blocked since ${say(since)}`
      if (soft === 0 || !began) return 'Delayed or filtered, not counted'
      return `${soft} of ${SOFT_STOPS} came back since ${say(began)}`
    },
    onCard: 'label',
  },
  { key: 'reason', head: 'Reason', cell: ({ reason }) => reason, onCard: 'label' },
  { key: 'last', head: 'Last', cell: ({ last_at }) => say(last_at), sortBy: ({ last_at }) => last_at, onCard: 'label' },
  {
    key: 'acts',
    head: 'Actions',
    cell: ({ address, since }) =>
      since && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={isOff}
          aria-label={`Allow again: ${address}`}
          onClick={() => onLift(address)}
        >
          Allow again
        </Button>
      ),
    onCard: 'line',
  },
]
