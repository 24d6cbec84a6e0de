// What the list of people is narrowed to: kept in the address, so that a reload and 'back' lead to the same list.
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Role } from '#core/contract/session.ts'
import { placePath } from '../../client/place.ts'
import { isRole } from '../../client/words.ts'
import { PersonState } from '../contract.ts'

export type PeopleFilters = { q?: string; role?: Role; group?: string; state?: PersonState }

export function usePeopleFilters(): [PeopleFilters, (change: PeopleFilters) => void] {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const navigate = useNavigate()
  const { q, role, group, state } = search
  const isState = PersonState.options.some((one) => one === state)
  const filters: PeopleFilters = {
    ...(q !== undefined && { q: String(q) }),
    ...(isRole(role) && { role }),
    ...(typeof group === 'string' && { group }),
    ...(isState && { state: state as PersonState }),
  }
  const change = (given: PeopleFilters) => {
    const wanted = Object.entries({ ...filters, ...given }).filter(([, value]) => value !== undefined && value !== '')
    void navigate({ to: placePath('people'), search: Object.fromEntries(wanted), replace: true })
  }
  return [filters, change]
}
