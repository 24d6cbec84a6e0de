// The open part of Admin lives in the URL '/admin/{tab}/{id}', so a reload and the Back button lead to it.
import { useNavigate, useParams } from '#core/client/router/useRouter.ts'

export type AdminLocation = { tab: string /** ID of the item that is open in the tab. */; id: string | null }

export function usePlace(): AdminLocation {
  const { _splat = '' } = useParams() as { _splat?: string }
  const [tab = '', id] = _splat.split('/')
  return { tab, id: id || null }
}

/** Returns the URL of a tab, or of an item that is open in it. */
export const placePath = (tab: string, id?: string | null) => (id ? `/admin/${tab}/${id}` : `/admin/${tab}`)

export function useOpen(tab: string): (id: string | null) => void {
  const navigate = useNavigate()
  return (id) => void navigate({ to: placePath(tab, id) })
}

export const useOpenImport = () => useOpen('imports')
