import { Button } from '@mantine/core'
import { useDeferredValue, useMemo, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { noResults } from '#core/contract/phrases.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { FilterBar } from '#core/ui/FilterBar.tsx'
import { Table } from '#core/ui/table/Table.tsx'
import { type Asset, routes } from '../contract.ts'
import { AssetDoings } from './AssetDoings.tsx'
import { assetColumns } from './assetColumns.tsx'
import type { AssetDoing } from './doing.ts'
import { FoundPages } from './FoundPages.tsx'
import { useAssets } from './useAssets.ts'

/** Letters from which pages are searched. */
const FEWEST = 3

type Props = {
  isManager: boolean
  isTrash: boolean
  /** Lists only the person's readable assets, even for a manager of all. */
  isMine?: boolean
  /** Sorts newest first instead of by name. */
  isNewestFirst?: boolean
  doing: AssetDoing | null
  onDo: (doing: AssetDoing | null) => void
}

/** Lists assets filtered by name, with matching pages below. */
export function AssetList({ isManager, isTrash, isMine = false, isNewestFirst = false, doing, onDo }: Props) {
  const [typed, setTyped] = useState('')
  const [of, setOf] = useState('')
  const q = useDeferredValue(typed.trim())
  const isAll = isManager && !isMine
  const asked = useAssets({ isAll, isTrash, q: '' })
  const searched = useAssets({ isAll, isTrash, q: q.length < FEWEST ? '' : q })
  const { run, problem } = useMutation()
  const all = asked.value?.assets
  const rows = useMemo(
    () => all?.filter((one) => foldCase(one.name).includes(foldCase(q)) && isAmong(one, of)),
    [all, q, of],
  )
  const reload = () => void asked.refresh()
  const reset = () => {
    setTyped('')
    setOf('')
  }
  const doIt = (next: AssetDoing) => {
    if (next.what !== 'favourite' && next.what !== 'bringBack') return onDo(next)
    const params = { id: next.asset.id }
    void run(async () => {
      if (next.what === 'bringBack') await call(routes.bringBack, { params })
      else await call(routes.favourite, { params, body: { favourite: !next.asset.favourite } })
      await asked.refresh()
      return next.what === 'bringBack' ? `Restored “${next.asset.name}.”` : undefined
    })
  }
  const columns = assetColumns({ isManager, isTrash, onDo: doIt })
  const found = q.length < FEWEST ? [] : (searched.value?.found ?? [])
  return (
    <div className="mt16">
      <FilterBar
        filters={[
          { kind: 'search', name: 'q', label: 'Filter by keyword', placeholder: 'Filter by keyword', maxLength: 100 },
          { kind: 'choice', name: 'of', label: 'Show', any: 'All', options: choicesOf(all) },
        ]}
        values={{ q: typed || undefined, of: of || undefined }}
        onChange={(change) => {
          if ('q' in change) setTyped(change.q ?? '')
          if ('of' in change) setOf(change.of ?? '')
        }}
      >
        {rows && <span className="cap">{`${rows.length} ${rows.length === 1 ? 'asset' : 'assets'}`}</span>}
      </FilterBar>
      <AnswerState of={asked} problem={problem} />
      <Table
        label="Assets"
        columns={columns}
        rows={rows}
        keyOf={keyOf}
        firstBy={isNewestFirst ? { key: 'at', isDescending: true } : { key: 'name' }}
        nameOf={({ name }) => name}
        empty={found.length === 0 && <NoAssets isNarrowed={q !== '' || of !== ''} isTrash={isTrash} onReset={reset} />}
      />
      {found.length > 0 && <FoundPages found={found} nameOf={(id) => all?.find((one) => one.id === id)?.name} />}
      {doing && <AssetDoings doing={doing} onClose={() => onDo(null)} onDone={reload} />}
    </div>
  )
}

const keyOf = ({ id }: Asset) => id

const FAVORITES = 'favorites'
const isAmong = ({ favourite, tags }: Asset, of: string) =>
  of === '' || (of === FAVORITES ? favourite : tags.includes(of.slice(4)))

/** Returns the filter choices: favorites and each existing tag. */
function choicesOf(all: readonly Asset[] | undefined) {
  const tags = [...new Set(all?.flatMap((one) => one.tags))].sort((one, other) => one.localeCompare(other, 'en'))
  return [{ value: FAVORITES, label: 'Favorites' }, ...tags.map((tag) => ({ value: `tag:${tag}`, label: tag }))]
}

const NoAssets = ({ isNarrowed, isTrash, onReset }: { isNarrowed: boolean; isTrash: boolean; onReset: () => void }) =>
  isNarrowed ? (
    <EmptyState
      title={noResults}
      action={
        <Button variant="default" onClick={onReset}>
          Show all assets
        </Button>
      }
    >
      <p>No asset names or pages match.</p>
    </EmptyState>
  ) : (
    <EmptyState title={isTrash ? 'The trash is empty' : 'No assets yet'}>
      <p>{isTrash ? 'Assets deleted for everyone appear here.' : 'Files shared with you appear here.'}</p>
    </EmptyState>
  )
