import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import { Button, Loader, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { download } from '#core/client/download.ts'
import { hasSettled, useQuery } from '#core/client/query.ts'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, formatDay, startOfYear } from '#core/contract/dates.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { fileFailed } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import { Table } from '#core/ui/table/Table.tsx'
import { CompletionRecord, type RecordLine, routes } from '../contract.ts'
import { recordOfPerson, recordQuery } from '../queries.ts'
import s from './Record.module.css'

const files = {
  pdf: { label: 'PDF', icon: 'file-type-pdf', busy: 'Preparing your PDF…', failed: fileFailed.pdf },
  csv: { label: 'CSV', icon: 'file-type-csv', busy: 'Preparing your CSV file…', failed: fileFailed.csv },
} as const
type Form = keyof typeof files

/** Shows what a person has completed between two days: the reader, or `personId`. */
export function RecordPanel({ personId, isOffline }: { personId?: string; isOffline: boolean }) {
  const today = dayIn(useZone(), new Date())
  const [from, setFrom] = useState(startOfYear(today))
  const [to, setTo] = useState(today)
  const isReversed = from > to
  const days = from === '' || to === '' || isReversed ? null : { from, to }
  const own = useQuery(recordQuery, personId === undefined ? days : null)
  const theirs = useQuery(recordOfPerson, personId === undefined || !days ? null : { ...days, userid: personId })
  const asked = personId === undefined ? own : theirs
  const { value, problem } = asked
  const read = CompletionRecord.safeParse(value)
  const record = read.success ? read.data : undefined
  const [busy, setBusy] = useState<Form | null>(null)
  const make = async (format: Form) => {
    if (!days) return
    setBusy(format)
    const query = { ...days, format, ...(personId !== undefined && { userid: personId }) }
    await download(() => call(routes.record, { query }) as Promise<FileAnswer>, files[format])
    setBusy(null)
  }
  return (
    <>
      <div className="flex wrap top gap12">
        <TextInput
          type="date"
          label="From"
          max={to}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          label="To"
          min={from}
          max={today}
          value={to}
          error={isReversed ? 'The end date can’t be before the start date.' : undefined}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
        <span className={`flex gap8 ${s.files}`}>
          {(Object.keys(files) as Form[]).map((format) => {
            const { label, icon } = files[format]
            return (
              <Button
                key={format}
                variant="default"
                disabled={busy !== null || !days || isOffline}
                leftSection={busy === format ? <Loader size={16} /> : <Icon name={icon} />}
                onClick={() => void make(format)}
              >
                {label}
              </Button>
            )
          })}
        </span>
      </div>
      {problem && !record && <Problem>{problem}</Problem>}
      {record && (
        <p className={`medium ${s.sum}`} role="status">
          {record.record.length} {record.record.length === 1 ? 'lesson' : 'lessons'} completed,{' '}
          {record.minutes.toLocaleString('en-US')} minutes watched.
        </p>
      )}
      {days && !(problem && !record) && (
        <Table
          label="Completed lessons"
          columns={columns}
          rows={record?.record}
          keyOf={({ lesson_id }) => lesson_id}
          empty={<p className={`medium ${s.sum}`}>No lessons were completed in this period.</p>}
        />
      )}
      {(!days || hasSettled(asked)) && (
        <p className="cap mt16">
          A lesson counts as completed at 95% watched. Each second counts once. The PDF includes your firm’s logo.
        </p>
      )}
    </>
  )
}

const columns: readonly TableColumn<RecordLine>[] = [
  { key: 'lesson', head: 'Lesson', width: '44%', cell: ({ lesson }) => lesson, sortBy: ({ lesson }) => lesson },
  { key: 'category', head: 'Category', cell: ({ category }) => category || 'Firm Content', onCard: 'line' },
  {
    key: 'date',
    head: 'Date',
    about: 'The day it was completed.',
    cell: ({ date }) => formatDay(date),
    sortBy: ({ date }) => date,
    onCard: 'line',
  },
  {
    key: 'minutes',
    head: 'Minutes',
    about: 'Minutes watched, without repeats.',
    isNumber: true,
    cell: ({ minutes }) => minutes.toFixed(1),
    sortBy: ({ minutes }) => minutes,
    onCard: 'label',
  },
]
