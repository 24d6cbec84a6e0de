// Columns of the table of digests.

import type { ReactNode } from 'react'
import { formatCount, formatStampShort } from '#core/ui/runs/formatRun.ts'
import type { TableColumn } from '#core/ui/table/columns.ts'
import type { Digest } from '../contract.ts'
import { formatDigestRun, formatFrequency, formatZone, isUnsent, totalsOf } from './digestLabels.ts'
import { StatusTag } from './StatusTag.tsx'

type DigestRow = Pick<Digest, 'title' | 'frequency' | 'next_run' | 'contacts' | 'runs' | 'status'>
type About<R> = { today: string; zone: string; titleOf?: (digest: R) => ReactNode }

export const digestColumns = <R extends DigestRow>({ today, zone, titleOf }: About<R>): TableColumn<R>[] => [
  {
    key: 'title',
    head: 'Title',
    cell: (digest) => <b>{titleOf ? titleOf(digest) : digest.title || 'Untitled'}</b>,
    sortBy: ({ title }) => title.toLowerCase(),
    onCard: 'title',
  },
  {
    key: 'frequency',
    head: 'Frequency',
    cell: (one) => formatFrequency(one),
    sortBy: ({ frequency }) => frequency,
    onCard: 'label',
  },
  {
    key: 'next',
    head: 'Next',
    cell: ({ next_run: next }) => (next ? formatStampShort(next, today) : <span className="dim">None</span>),
    sortBy: ({ next_run: next }) => next,
    about: `When it’s sent next, in ${formatZone(zone)}.`,
    onCard: 'label',
  },
  {
    key: 'contacts',
    head: 'Contacts',
    cell: ({ contacts }) => formatCount(contacts),
    sortBy: ({ contacts }) => contacts,
    isNumber: true,
    onCard: 'label',
  },
  {
    key: 'last',
    head: 'Last',
    cell: ({ runs }) => (runs[0] ? formatStampShort(runs[0].at, today) : 'Not sent yet'),
    sortBy: ({ runs }) => runs[0]?.at ?? null,
    onCard: 'label',
  },
  {
    key: 'got',
    head: 'Delivered',
    cell: ({ runs: [run] }) =>
      run && (isUnsent(run) ? run.message : [formatDigestRun(run), ...totalsOf(run)].join(', ')),
    about: 'Delivered emails and intended recipients in the last run.',
    onCard: 'label',
  },
  {
    key: 'state',
    head: 'Status',
    cell: (digest) => <StatusTag digest={digest} />,
    sortBy: ({ status }) => status,
    onCard: 'aside',
  },
]
