import { useState } from 'react'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import { LoadingPlaceholder } from '../LoadingPlaceholder.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { Cards } from './Cards.tsx'
import type { TableProps } from './columns.ts'
import { Grid } from './Grid.tsx'
import { useLines } from './useLines.ts'
import { usePrinting } from './usePrinting.ts'

/** Cards are tall, so a phone shows this many first. */
const CARDS = 50

/** A table on wide screens, cards on a phone. Use it for every list with columns. */
export function Table<R>(props: TableProps<R>) {
  const { rows, isMissing, isBusy, onMore, empty, isMatrix, paged } = props
  const isNarrow = useIsNarrow()
  const lines = useLines(props)
  const isPrinting = usePrinting()
  const [cards, setCards] = useState(CARDS)
  if (!rows) return isMissing ? null : <LoadingPlaceholder />
  if (rows.length === 0 && !isBusy && empty !== undefined) return empty
  const Shape = isNarrow && !isMatrix ? Cards : Grid
  const more = onMore ?? (Shape === Cards && paged && rows.length < paged.count ? paged.more : undefined)
  if (Shape === Cards && !isPrinting && lines.lines.length > cards)
    return (
      <>
        <Cards {...props} rows={rows} {...lines} lines={lines.lines.slice(0, cards)} />
        <MoreButton onMore={async () => setCards(cards + CARDS)} />
      </>
    )
  return (
    <>
      <Shape {...props} rows={rows} {...lines} />
      {more && (
        <MoreButton
          onMore={async () => {
            await more()
            setCards((count) => count + CARDS)
          }}
        />
      )}
    </>
  )
}
