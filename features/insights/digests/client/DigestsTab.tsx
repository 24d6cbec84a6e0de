import { Button } from '@mantine/core'
import { useRef, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import type { TabProps } from '#core/client/feature.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { useRepeatedly } from '#core/client/useRepeatedly.ts'
import { useToday } from '#core/client/useToday.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { menuColumn } from '#core/ui/table/menuColumn.tsx'
import { Table } from '#core/ui/table/Table.tsx'
import { type Digest, routes } from '../contract.ts'
import { digestsQuery } from '../queries.ts'
import { DigestRuns } from './DigestRuns.tsx'
import { digestActions } from './digestActions.ts'
import { digestColumns } from './digestColumns.tsx'
import { digestLabels, isDigestGoing } from './digestLabels.ts'
import { useDigestDoings } from './useDigestDoings.ts'

const OpenDigest = lazyComponent(() => import('./OpenDigest.tsx').then((file) => file.OpenDigest))
const QuestionDialog = lazyComponent(() =>
  import('#core/ui/form/QuestionDialog.tsx').then((file) => file.QuestionDialog),
)

const none = {}

/** Shows the status of scheduled digests, each with its runs and their recipients. */
export function DigestsTab({ isOffline }: TabProps) {
  const today = useToday()
  const asked = useQuery(digestsQuery, none)
  const [editing, setEditing] = useState<Digest | 'new' | null>(null)
  const digests = asked.value?.digests
  const take = (change: (all: Digest[]) => Digest[]) =>
    asked.take({ next: null, ...asked.value, digests: change(asked.value?.digests ?? []) })
  const put = (digest: Digest) =>
    take((all) => {
      const isKnown = all.some(({ id }) => id === digest.id)
      return isKnown ? all.map((one) => (one.id === digest.id ? digest : one)) : [digest, ...all]
    })
  const drop = ({ id }: Digest) => take((all) => all.filter((one) => one.id !== id))
  const latest = useRef(put)
  latest.current = put
  useRepeatedly(async () => {
    for (const { id } of digests?.filter(isDigestGoing) ?? []) {
      // After a failed request, the next one tries again.
      const digest = await call(routes.one, { params: { id } }).catch(() => null)
      if (digest) latest.current(digest)
    }
  }, isOffline)
  const doings = useDigestDoings({ put, drop, edit: setEditing })
  const create = (
    <Button leftSection={<Icon name="mail-plus" />} disabled={isOffline} onClick={() => setEditing('new')}>
      {digestLabels.create}
    </Button>
  )
  const columns = [
    ...digestColumns<Digest>({ today, zone: digests?.[0]?.zone ?? 'UTC' }),
    menuColumn<Digest>({
      nameOf: ({ title }) => title || 'Untitled',
      actionsOf: (digest) => digestActions(digest, doings),
      isOffline,
    }),
  ]
  return (
    <section aria-label="Digests">
      <div className="row between gap16 mb16">
        <p className="dim">Status of scheduled Digests.</p>
        {digests && digests.length > 0 && create}
      </div>
      <NeedsConnection isOffline={isOffline} what={whenOnline('see and change digests')} />
      <AnswerState of={asked} />
      {(digests || !asked.problem) && (
        <Table
          label="Digests"
          columns={columns}
          rows={digests}
          keyOf={({ id }) => id}
          onMore={asked.more}
          nameOf={({ title }) => title || 'Untitled'}
          moreOf={(digest) => (
            <DigestRuns
              digest={digest}
              isOffline={isOffline}
              onChanged={put}
              onEdit={digest.status === 'draft' ? () => setEditing(digest) : undefined}
            />
          )}
          empty={
            <EmptyState title="No digests yet" action={create}>
              Choose what people should read, and it goes to them by email, once or again and again.
            </EmptyState>
          }
        />
      )}

      {editing && (
        <OpenDigest
          key={editing === 'new' ? 'new' : editing.id}
          digest={editing === 'new' ? null : editing}
          onSaved={put}
          onClose={() => setEditing(null)}
        />
      )}
      {doings.question && <QuestionDialog question={doings.question} onClose={doings.close} />}
    </section>
  )
}
