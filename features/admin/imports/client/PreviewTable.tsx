import { Icon } from '#core/ui/Icon.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { counted, number } from '../../client/labels.ts'
import type { ImportPreview } from '../contract.ts'
import s from './Import.module.css'

const outcomes = {
  imported: { icon: 'check', word: 'New', tone: 'good' },
  matched: { icon: 'user-check', word: 'Already here', tone: '' },
  refused: { icon: 'alert-circle', word: 'Rejected', tone: 'bad' },
} as const

/** Shows the first rows as they would be imported. On phones the table scrolls sideways inside its frame. */
export function PreviewTable({ results, total }: { results: ImportPreview['results']; total: number }) {
  const fields = [
    ...new Set(results.filter(({ outcome }) => outcome !== 'refused').flatMap(({ shown }) => Object.keys(shown))),
  ]
  const named = fields.filter((field) => results.some(({ outcome, shown }) => outcome !== 'refused' && shown[field]))
  return (
    <div className="stack gap8">
      <h3>
        {results.length < total
          ? `The first ${number(results.length)} of ${counted(total, 'row')}`
          : `All ${counted(total, 'row')}`}
      </h3>
      <Table
        label="Preview of the rows"
        columns={[...fixed, ...named.map(fieldColumn)]}
        rows={results}
        keyOf={({ row }) => String(row)}
        steady={2}
        isMatrix
      />
    </div>
  )
}

type Result = ImportPreview['results'][number]

const fixed: TableColumn<Result>[] = [
  { key: 'row', head: 'Row', width: '64px', isNumber: true, cell: ({ row }) => number(row) },
  {
    key: 'becomes',
    head: 'Becomes',
    // Wide enough for a sentence, and on phones no wider than the column beside it.
    width: 'clamp(152px, 32vw, 280px)',
    cell: ({ outcome, reason, shown }) => {
      const { icon, word, tone } = outcomes[outcome]
      return (
        <>
          <span className={`inline gap4 medium ${tone} ${s.outcome}`}>
            <Icon name={icon} size={16} stroke={1.75} />
            {word}
          </span>
          {outcome === 'refused' && (
            <span className={`block ${s.reason}`}>
              {reason}
              <span className="cap"> {Object.values(shown).filter(Boolean).join(' · ')}</span>
            </span>
          )}
        </>
      )
    },
  },
]

const fieldColumn = (field: string): TableColumn<Result> => ({
  key: field,
  head: field,
  cell: ({ outcome, shown }) => (outcome !== 'refused' && shown[field]) || <span className="dim">–</span>,
})
