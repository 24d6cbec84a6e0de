import { useSearch } from '#core/client/reading.ts'
import { allAssets, myAssets } from '../readings.ts'

type Asked = { isManager: boolean; isTrash: boolean; q: string }

/** The whole firm's for who manages them, otherwise what the person may open; with the pages that have `q`. */
export function useAssets({ isManager, isTrash, q }: Asked) {
  const all = useSearch(allAssets, isManager ? { q, trash: isTrash } : null)
  const mine = useSearch(myAssets, isManager ? null : { q })
  return isManager ? all : mine
}
