// Which part of the administration is shown: '/admin/{tab}/{id}', so that a reload and 'back' lead to it.
import { useNavigate, useParams } from '@tanstack/react-router'

export type AdminLocation = { tab: string /** What is open in it. */; id: string | null }

export function usePlace(): AdminLocation {
  const { _splat = '' } = useParams({ strict: false }) as { _splat?: string }
  const [tab = '', id] = _splat.split('/')
  return { tab, id: id || null }
}

/** The address of a tab, or of what is open in it. */
export const placePath = (tab: string, id?: string | null) => (id ? `/admin/${tab}/${id}` : `/admin/${tab}`)

/** Opens something of the administration, or its tab. */
export function useOpen(tab: string): (id: string | null) => void {
  const navigate = useNavigate()
  return (id) => void navigate({ to: placePath(tab, id) })
}

export const useOpenImport = () => useOpen('imports')
