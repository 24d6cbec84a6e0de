import { useLoadedCollections } from '#core/client/sync.tsx'
import { useNewCount } from './useCards.ts'

/** Shows the number of new insights beside the area's name. */
export const NewBadge = () => useLoadedCollections() && <Count />

function Count() {
  const count = useNewCount()
  if (count === 0) return null
  return (
    <span>
      {count > 99 ? '99+' : count}
      <span className="hide"> new</span>
    </span>
  )
}
