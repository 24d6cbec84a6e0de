import { useSearch } from '#core/client/query.ts'
import { allAssets, myAssets } from '../queries.ts'

type Asked = { isAll: boolean; isTrash: boolean; q: string }

/** Returns all of the firm's assets (`isAll`), or the person's readable ones, with the pages that contain `q`. */
export function useAssets({ isAll, isTrash, q }: Asked) {
  const all = useSearch(allAssets, isAll ? { q, trash: isTrash } : null)
  const mine = useSearch(myAssets, isAll ? null : { q })
  return isAll ? all : mine
}
