import { Button } from '@mantine/core'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { useSearch } from '#core/client/query.ts'
import { saveFrom } from '#core/client/saveFrom.ts'
import { useFilters } from '#core/client/useFilters.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { noResults } from '#core/contract/phrases.ts'
import { formatStamp } from '#core/contract/times.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { type Filter, FilterBar } from '#core/ui/FilterBar.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { operatorRoutes } from '../../operator/contract.ts'
import { firmAuditQuery } from '../../operator/queries.ts'
import p from '../../people/client/People.module.css'
import { auditSentence, kindWord } from '../auditLabels.ts'
import { type AuditEntry, auditRoutes, auditSearch } from '../contract.ts'
import { auditQuery } from '../queries.ts'
import { AuditFacts } from './AuditFacts.tsx'

/** Lists who did what, latest first. Without `firmId`, shows the firm of the person who is signed in. */
export function AuditLog({ firmId, isOffline }: { firmId?: string; isOffline: boolean }) {
  const [search, setSearch] = useFilters(auditSearch)
  const file = useMutation()
  const own = useSearch(auditQuery, firmId ? null : search)
  const theirs = useSearch(firmAuditQuery, firmId ? { id: firmId, search } : null)
  const asked = firmId ? theirs : own
  const { isStale, more } = asked
  const rows = asked.value?.entries
  const kinds = asked.value?.kinds ?? []
  const save = () =>
    file.run(async () => {
      if (firmId) await saveFrom(operatorRoutes.auditFile, { params: { id: firmId }, query: search }, 'audit-log.csv')
      else await saveFrom(auditRoutes.auditFile, { query: search }, 'audit-log.csv')
      return undefined
    })
  return (
    <section aria-label="Audit log entries">
      <div className={`row wrap between mb16 ${p.head}`}>
        <p className="num dim">Times are in your firm’s time zone.</p>
        <Button
          variant="default"
          leftSection={<Icon name="download" />}
          disabled={isOffline}
          aria-disabled={file.isBusy || undefined}
          onClick={save}
        >
          Export
        </Button>
      </div>
      <FilterBar filters={fieldsOf(kinds)} values={search} onChange={setSearch} reset="Clear filters" />
      <AnswerState of={asked} problem={file.problem} />
      <Table
        label="Entries"
        columns={columns}
        rows={rows}
        isMissing={asked.isMissing}
        keyOf={({ id }) => id}
        nameOf={auditSentence}
        isBusy={isStale}
        onMore={more}
        moreOf={(entry) => <AuditFacts entry={entry} />}
        empty={
          <EmptyState title={noResults}>
            <p>No audit log entries match your search.</p>
          </EmptyState>
        }
      />
    </section>
  )
}

const columns: readonly TableColumn<AuditEntry>[] = [
  {
    key: 'at',
    head: 'When',
    width: '192px',
    onCard: 'line',
    cell: ({ at }) => <span className="num nowrap">{formatStamp(at)}</span>,
  },
  {
    key: 'who',
    head: 'Who',
    width: '28%',
    onCard: 'title',
    cell: ({ actor, by }) => (
      <span className="semi">
        {actor || 'Not signed in'}
        {by && <span className="soon"> (done by {by})</span>}
      </span>
    ),
  },
  { key: 'what', head: 'What', onCard: 'title', cell: auditSentence },
]

const fieldsOf = (kinds: string[]): Filter[] => [
  { kind: 'search', name: 'q', label: 'Search', placeholder: 'Search events', maxLength: 100 },
  { kind: 'search', name: 'person', label: 'Person', placeholder: 'Person', maxLength: 100 },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Type',
    any: 'All types',
    options: kinds
      .map((kind) => ({ value: kind, label: kindWord(kind) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  },
  { kind: 'day', name: 'from', label: 'From' },
  { kind: 'day', name: 'to', label: 'To' },
]
