import { Button } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useToday } from '#core/client/useToday.ts'
import { formatDayShort } from '#core/contract/dates.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Pill } from '#core/ui/Pill.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { type AuthoredInsight, routes } from '../contract.ts'
import { authoredInsights } from '../queries.ts'
import { AuthoredInsightDialog } from './AuthoredInsightDialog.tsx'
import s from './Written.module.css'

type Doing = { kind: 'write' } | { kind: 'edit' | 'delete'; card: AuthoredInsight }
const none = {}

/** Lists the cards for everyone: an admin edits those of the firm, operators those for all firms. */
export function AuthoredInsights({ isOffline }: TabProps) {
  const isVendors = useSession()?.user.role === 'operator'
  const today = useToday()
  const asked = useQuery(authoredInsights, none)
  const [doing, setDoing] = useState<Doing | null>(null)
  const rows = asked.value?.insights
  const stop = () => setDoing(null)
  const write = (
    <Button
      className="rigid"
      leftSection={<Icon name="plus" stroke={2} />}
      disabled={isOffline}
      onClick={() => setDoing({ kind: 'write' })}
    >
      Write an insight
    </Button>
  )
  return (
    <section aria-labelledby="written-insights">
      <div className={`flex top between gap16 mb16 ${s.head}`}>
        <div>
          <h2 className="mb4" id="written-insights">
            {isVendors ? 'Insights for all firms' : 'Insights for your firm'}
          </h2>
          <p className="dim">
            {isVendors
              ? 'Everyone at every firm sees these under BD, from their start date through their end date.'
              : 'Everyone at your firm sees these under Firm, from their start date through their end date.'}
          </p>
        </div>
        {rows && rows.length > 0 && write}
      </div>
      <AnswerState of={asked} />
      {(rows || asked.problem === undefined) && (
        <Table
          label="Insights for everyone"
          columns={columnsFor(today, isOffline, setDoing)}
          rows={rows}
          keyOf={({ id }) => id}
          nameOf={({ observation }) => observation}
          empty={
            <EmptyState title="No insights yet" action={write}>
              One sentence that helps people win work, and one thing to do about it.
            </EmptyState>
          }
        />
      )}
      {(doing?.kind === 'write' || doing?.kind === 'edit') && (
        <AuthoredInsightDialog
          key={doing.kind === 'edit' ? doing.card.revision : ''}
          card={doing.kind === 'edit' ? doing.card : null}
          today={today}
          onClose={stop}
          onSaved={asked.take}
          onStale={async () => {
            stop()
            await asked.refresh()
          }}
        />
      )}
      {doing?.kind === 'delete' && (
        <ConfirmDialog
          title="Warning"
          verb="Delete"
          isDangerous
          onClose={stop}
          onConfirm={async () => {
            asked.take(await call(routes.unwrite, { params: { id: doing.card.id } }))
            return 'Element was deleted successfully'
          }}
        >
          This removes “{doing.card.observation}” for everyone.
        </ConfirmDialog>
      )}
    </section>
  )
}

const stateLabels = { planned: 'Scheduled', shown: 'Live', over: 'Ended' } as const
const tones = { planned: 'brand', shown: 'accent', over: 'quiet' } as const

const columnsFor = (
  today: string,
  isOffline: boolean,
  onDo: (doing: Doing) => void,
): TableColumn<AuthoredInsight>[] => [
  { key: 'observation', head: 'Insight', cell: ({ observation }) => observation, onCard: 'title' },
  {
    key: 'state',
    head: 'Status',
    cell: ({ state }) => <Pill tone={tones[state]}>{stateLabels[state]}</Pill>,
    sortBy: ({ state }) => state,
    onCard: 'aside',
  },
  {
    key: 'begins',
    head: 'From',
    cell: ({ begins }) => formatDayShort(begins, today),
    sortBy: ({ begins }) => begins,
    onCard: 'label',
  },
  {
    key: 'ends',
    head: 'To',
    cell: ({ ends }) => formatDayShort(ends, today),
    sortBy: ({ ends }) => ends,
    onCard: 'label',
  },
  {
    key: 'viewed',
    head: 'Viewed',
    cell: ({ viewed, people }) => (people === 0 ? '' : `${viewed} of ${people}`),
    sortBy: ({ viewed }) => viewed,
    isNumber: true,
    about: 'How many of the people who have it have viewed it.',
    onCard: 'label',
  },
  {
    key: 'acts',
    head: 'Actions',
    cell: (card) => (
      <span className="inline gap8">
        <Button
          variant="default"
          size="compact-sm"
          disabled={isOffline}
          aria-label={`Edit ${card.observation}`}
          onClick={() => onDo({ kind: 'edit', card })}
        >
          Edit
        </Button>
        <Button
          variant="default"
          size="compact-sm"
          color="red"
          disabled={isOffline}
          aria-label={`Delete ${card.observation}`}
          onClick={() => onDo({ kind: 'delete', card })}
        >
          Delete
        </Button>
      </span>
    ),
    onCard: 'line',
  },
]
