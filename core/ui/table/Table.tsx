import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { Awaited } from '../Awaited.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { Cards } from './Cards.tsx'
import type { TableProps } from './columns.ts'
import { Grid } from './Grid.tsx'
import { useLines } from './useLines.ts'

/** Rows with columns: a table where there is room, a list of cards on a phone. Every list with columns is one. */
export function Table<R>(props: TableProps<R>) {
  const { rows, isMissing, isBusy, onMore, empty, isMatrix, paged } = props
  const isNarrow = useIsNarrow()
  const lines = useLines(props)
  if (!rows) return isMissing ? null : <Awaited />
  if (rows.length === 0 && !isBusy && empty !== undefined) return empty
  const Shape = isNarrow && !isMatrix ? Cards : Grid
  const more = onMore ?? (Shape === Cards && paged && rows.length < paged.count ? paged.more : undefined)
  return (
    <>
      <Shape {...props} rows={rows} {...lines} />
      {more && <MoreButton onMore={more} />}
    </>
  )
}
