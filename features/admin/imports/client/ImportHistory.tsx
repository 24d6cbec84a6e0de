import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { importKindLabels, importStateLabels, number } from '../../client/labels.ts'
import { placePath } from '../../client/place.ts'
import type { Import } from '../contract.ts'
import { importsQuery } from '../queries.ts'

export function ImportHistory() {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const asked = useQuery(importsQuery, undefined)
  const { more } = asked
  const rows = asked.value?.imports
  const columns = useMemo(() => columnsIn(zone), [zone])
  return (
    <>
      <AnswerState of={asked} />
      <Table
        label="Imports"
        columns={columns}
        rows={rows}
        isMissing={asked.isMissing}
        keyOf={({ id }) => id}
        onMore={more}
        empty={
          <EmptyState
            title="Nothing has been imported yet"
            action={
              <Button component={Link} to={placePath('imports')}>
                Import a file
              </Button>
            }
          >
            <p>Import your people first, then their pipeline.</p>
          </EmptyState>
        }
      />
    </>
  )
}

const tones: Partial<Record<Import['state'], string>> = {
  done: 'good',
  running: 'brand',
  undoing: 'brand',
  failed: 'bad',
  undone: 'dim',
  cancelled: 'dim',
}

const columnsIn = (zone: string): TableColumn<Import>[] => [
  {
    key: 'file',
    head: 'File',
    sortBy: ({ file_name }) => file_name,
    cell: ({ id, file_name }) => (
      <Link to={placePath('imports', id)} className="semi break link">
        {file_name}
      </Link>
    ),
  },
  {
    key: 'kind',
    head: 'Type',
    onCard: 'line',
    sortBy: ({ kind }) => importKindLabels[kind],
    cell: ({ kind }) => importKindLabels[kind],
  },
  {
    key: 'day',
    head: 'Date',
    onCard: 'line',
    sortBy: ({ created_at }) => created_at,
    cell: ({ created_at }) => formatDay(dayIn(zone, created_at)),
  },
  { key: 'by', head: 'By', onCard: 'line', sortBy: ({ by }) => by, cell: ({ by }) => by },
  { key: 'rows', head: 'Rows', onCard: 'line', cell: countsOf },
  {
    key: 'state',
    head: 'State',
    width: '140px',
    onCard: 'aside',
    sortBy: ({ state }) => importStateLabels[state],
    cell: ({ state }) => <span className={`medium ${tones[state] ?? ''}`}>{importStateLabels[state]}</span>,
  },
]

function countsOf({ state, imported, matched, refused, total, kept }: Import): string {
  if (state === 'uploaded') return `${number(total)} rows`
  const parts = [`${number(imported)} imported`]
  if (matched > 0) parts.push(`${number(matched)} already here`)
  if (refused > 0) parts.push(`${number(refused)} rejected`)
  if (kept > 0) parts.push(`${number(kept)} kept after undo`)
  return parts.join(', ')
}
