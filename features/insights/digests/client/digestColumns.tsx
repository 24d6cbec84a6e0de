// Columns of the table of digests.

import { ActionIcon } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { MenuPlace } from '#core/ui/MenuPlace.tsx'
import type { TableColumn } from '#core/ui/table/columns.ts'
import type { Digest } from '../contract.ts'
import {
  formatCount,
  formatDigestRun,
  formatFrequency,
  formatStampShort,
  formatZone,
  isUnsent,
  totalsOf,
} from './digestLabels.ts'
import { StatusTag } from './StatusTag.tsx'
import type { DigestDoings } from './useDigestDoings.ts'

const DigestMenu = lazyComponent(() => import('./DigestMenu.tsx').then((file) => file.DigestMenu))

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

/** Column with the menu of a digest's actions. */
export const actsColumn = ({
  doings,
  isOffline,
}: {
  doings: DigestDoings
  isOffline: boolean
}): TableColumn<Digest> => ({
  key: 'acts',
  head: 'Actions',
  cell: (digest) => (
    <MenuPlace
      button={(opener) => (
        <ActionIcon
          {...opener}
          variant="subtle"
          color="gray"
          size={32}
          aria-label={`Actions for ${digest.title || 'Untitled'}`}
        >
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      menu={(close) => <DigestMenu digest={digest} doings={doings} isOffline={isOffline} onClose={close} />}
    />
  ),
  width: '72px',
  onCard: 'aside',
})
