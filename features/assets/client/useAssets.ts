import { useSearch } from '#core/client/reading.ts'
import { allAssets, myAssets } from '../readings.ts'

type Asked = { isAll: boolean; isTrash: boolean; q: string }

/** The whole firm's for people who manage them (`isAll`), otherwise what the person may open; with the pages that have `q`. */
export function useAssets({ isAll, isTrash, q }: Asked) {
  const all = useSearch(allAssets, isAll ? { q, trash: isTrash } : null)
  const mine = useSearch(myAssets, isAll ? null : { q })
  return isAll ? all : mine
}
