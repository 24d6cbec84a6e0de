import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Chip.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Checkbox, Chip, MultiSelect } from '@mantine/core'
import { useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import a from './AccessField.module.css'
import { foldCaseOptions } from './foldCaseOptions.ts'
import { useEnterChooses } from './useEnterChooses.ts'

export type Access = { users: string[]; groups: string[]; everyone: boolean }
type Props = {
  label?: string
  access: Access
  reach: Audience
  error: string | undefined
  say?: (count: number) => string
  /** Includes people added later. */
  hasEveryone?: boolean
  onChange: (access: Access) => void
}

/** With more people, only matches for a typed name are listed. Thousands of lines would slow down each keystroke. */
const SHOWN = 100

/** People, groups with their future members, or everyone. Shows how many people that is before saving. */
export function AccessField(props: Props) {
  const { label = 'File Access', access, reach, error, hasEveryone = true, say = formatOpeners, onChange } = props
  const { users, groups, everyone } = access
  const choosing = useEnterChooses()
  const people = useMemo(
    () => reach.users.map((one) => ({ value: one.user_id, label: fullNameOf(one) })),
    [reach.users],
  )
  const isAll = reach.users.length > 0 && users.length === reach.users.length
  return (
    <div>
      <MultiSelect
        label={label}
        placeholder="Add a person"
        searchable
        filter={foldCaseOptions}
        {...choosing}
        maxLength={SEARCH_LENGTH}
        hidePickedOptions
        disabled={everyone}
        error={error}
        nothingFoundMessage="No one to choose from."
        comboboxProps={{ withinPortal: true }}
        maxDropdownHeight={220}
        limit={SHOWN}
        data={people}
        value={users}
        onChange={(value) => onChange({ ...access, users: value })}
      />
      <div className={`row wrap between mt8 ${a.under}`}>
        <Checkbox
          label={`Select all ${reach.users.length}`}
          checked={isAll}
          disabled={everyone}
          onChange={(event) =>
            onChange({ ...access, users: event.currentTarget.checked ? reach.users.map(({ user_id }) => user_id) : [] })
          }
        />
        {hasEveryone && (
          <Checkbox
            label="Everyone, including people who join later"
            checked={everyone}
            onChange={(event) => onChange({ ...access, everyone: event.currentTarget.checked })}
          />
        )}
      </div>
      {reach.groups.length > 0 && !everyone && (
        <fieldset className="mt8" aria-label="Groups">
          <Chip.Group multiple value={groups} onChange={(value) => onChange({ ...access, groups: value })}>
            <div className="flex wrap gap8">
              {reach.groups.map(({ id, name, user_ids }) => (
                <Chip key={id} value={id} size="sm">{`${name} ${user_ids.length}`}</Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
      )}
      <p className="cap mt8" role="status">
        {say(countOf(access, reach))}
      </p>
    </div>
  )
}

/** Source: the second specification, section 9. */
const SEARCH_LENGTH = 100

const formatOpeners = (count: number) => `${formatUsers(count)} can open it.`
const formatUsers = (count: number) => `${count} ${count === 1 ? 'user' : 'users'}`

/** A person in two groups counts once. */
function countOf({ users, groups, everyone }: Access, reach: Audience): number {
  if (everyone) return reach.users.length
  const ofGroups = reach.groups.filter(({ id }) => groups.includes(id)).flatMap(({ user_ids }) => user_ids)
  return new Set([...users, ...ofGroups]).size
}
