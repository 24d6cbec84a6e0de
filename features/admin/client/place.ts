// Which part of the administration is shown: kept in the address behind '#', so that a reload and 'back' lead to it.
import { useLocation, useNavigate } from '@tanstack/react-router'

export const adminTabs = ['import', 'history', 'people', 'groups'] as const
export type AdminTab = (typeof adminTabs)[number]
export type Place = { tab: AdminTab /** The import that is open. */; id: string | null }

export function usePlace(): Place {
  const [tab, id] = useLocation().hash.replace(/^#/, '').split('/')
  return { tab: adminTabs.find((one) => one === tab) ?? 'import', id: id || null }
}

export function useOpenImport(): (id: string | null) => void {
  const navigate = useNavigate()
  return (id) => void navigate({ to: '/admin', hash: id ? `import/${id}` : 'import' })
}
