import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { saveFrom } from '#core/client/saveFrom.ts'
import { useChange } from '#core/client/useChange.ts'
import { usePages } from '#core/client/usePages.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { MoreButton } from '#core/ui/MoreButton.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { operatorRoutes } from '../../operator/contract.ts'
import p from '../../people/client/People.module.css'
import { type AuditSearch, auditRoutes } from '../contract.ts'
import { AuditFilters } from './AuditFilters.tsx'
import { AuditLine } from './AuditLine.tsx'
import s from './AuditLog.module.css'

/** Who did what, latest first. Without `firmId`: in one's own firm. */
export function AuditLog({ firmId, isOffline }: { firmId?: string; isOffline: boolean }) {
  const [search, setSearch] = useState<AuditSearch>({})
  const [kinds, setKinds] = useState<string[]>([])
  const file = useChange()
  const { rows, hasMore, problem, isStale, more } = usePages(
    async (after) => {
      const query = { ...search, after }
      const answer = await (firmId
        ? call(operatorRoutes.audit, { params: { id: firmId }, query })
        : call(auditRoutes.audit, { query }))
      if (answer.kinds.length > 0) setKinds(answer.kinds)
      return { rows: answer.entries, next: answer.next }
    },
    JSON.stringify([firmId, search]),
  )
  const save = () =>
    file.run(async () => {
      if (firmId) await saveFrom(operatorRoutes.auditFile, { params: { id: firmId }, query: search }, 'audit-log.csv')
      else await saveFrom(auditRoutes.auditFile, { query: search }, 'audit-log.csv')
      return undefined
    })
  return (
    <section aria-label="Entries of the audit log">
      <div className={p.head}>
        <p className={p.counts}>Times are on the clocks of the firm.</p>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
          disabled={isOffline}
          aria-disabled={file.isBusy || undefined}
          onClick={save}
        >
          Export
        </Button>
      </div>
      <AuditFilters kinds={kinds} onChange={setSearch} />
      <Problem>{isOffline ? null : (problem ?? file.problem)}</Problem>
      {rows?.length === 0 && !isStale && (
        <EmptyState title="Nothing found">
          <p>Nothing in the log fits these words and dates.</p>
        </EmptyState>
      )}
      <ol className={s.list} aria-label="Entries" aria-busy={isStale || rows === undefined}>
        {rows?.map((entry) => (
          <AuditLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {hasMore && <MoreButton onMore={more} />}
    </section>
  )
}
