import { useFilters } from '#core/client/useFilters.ts'
import type { Filter } from '#core/ui/FilterBar.tsx'
import { optionsOf } from '../../client/labels.ts'
import { peopleFilters, peopleLimits } from '../contract.ts'
import { importedRoleLabels, personStateLabels } from '../peopleLabels.ts'
import { useGroups } from './useGroups.ts'

export function usePeopleFilters() {
  const [filters, onChange] = useFilters(peopleFilters)
  const groups = useGroups()
  const fields: Filter[] = [
    {
      kind: 'search',
      name: 'q',
      label: 'Search people',
      placeholder: 'Name or email',
      maxLength: peopleLimits.search,
    },
    { kind: 'choice', name: 'state', label: 'Status', any: 'Any status', options: optionsOf(personStateLabels) },
    { kind: 'choice', name: 'role', label: 'Role', any: 'Any role', options: rolesToChoose },
    {
      kind: 'choice',
      name: 'group',
      label: 'Group',
      any: 'Any group',
      options: groups.map(({ id, name }) => ({ value: id, label: name })),
    },
  ]
  const showEveryone = () => onChange({ q: undefined, role: undefined, group: undefined, state: undefined })
  return {
    filters,
    bar: { filters: fields, values: filters, onChange, reset: 'Clear filters' },
    showEverybody: showEveryone,
  }
}

const rolesToChoose = optionsOf(importedRoleLabels).filter(({ value }) => value !== 'operator')
