// The Library on this device: the server's last response with the person's later changes.
import { useMemo } from 'react'
import { type LoadedQuery, useQuery } from '#core/client/query.ts'
import { useSession } from '#core/client/session.ts'
import { useRows } from '#core/client/sync.tsx'
import { managesContent } from '#core/contract/orgReport.ts'
import { contentMarks, type ItemSection, type LibraryItem, type LibraryMark, type Tag } from '../contract.ts'
import { libraryQuery } from '../queries.ts'
import type { Library } from '../routesContract.ts'

export type ShownLibrary = {
  asked: LoadedQuery<Library>
  contents: readonly LibraryItem[]
  sections: readonly ItemSection[]
  /** Without the favourites tag, which hearts replace. */
  tags: readonly Tag[]
}

const nothing: Library = { contents: [], sections: [], tags: [] }

export function useLibrary(): ShownLibrary {
  const asked = useQuery(libraryQuery, {})
  const marks = useRows(contentMarks)
  const { contents, sections, tags } = asked.value ?? nothing
  const marked = useMemo(() => {
    const byId = new Map(marks.map((mark) => [mark.id, mark]))
    return contents.map((content) => withMark(content, byId.get(content.id)))
  }, [contents, marks])
  return useMemo(
    () => ({ asked, contents: marked, sections, tags: tags.filter((tag) => !tag.is_favourites) }),
    [asked, marked, sections, tags],
  )
}

/** Applies the device's mark, which is newer or still pending. */
export const withMark = <C extends LibraryItem>(content: C, mark: LibraryMark | undefined): C =>
  mark
    ? {
        ...content,
        favourite: mark.favourite,
        status: mark.viewed ? 'viewed' : content.status,
        watched: mark.viewed ? 'yes' : content.watched,
      }
    : content

type Owned = { owner: 'bd' | 'firm' }

/** Returns the owner whose content the person manages; null for none. */
export function useKeeps(): Owned['owner'] | null {
  const session = useSession()
  if (!session) return null
  const { user, Settings = {} } = session
  if (user.role === 'operator') return 'bd'
  return managesContent(user.role, Settings) ? 'firm' : null
}
