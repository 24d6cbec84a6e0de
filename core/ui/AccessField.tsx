import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/Chip.layer.css'
import { Checkbox, Chip } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import a from './AccessField.module.css'
import { PeopleSelect } from './PeopleSelect.tsx'
import { useSteadyCallback } from './useSteadyCallback.ts'

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

/** People, groups with their future members, or everyone. Shows how many people that is before saving. */
export function AccessField({ access: { users, groups, everyone }, onChange, ...props }: Props) {
  return (
    <Field
      {...props}
      users={users}
      groups={groups}
      everyone={everyone}
      onChange={useSteadyCallback((some) => onChange({ users, groups, everyone, ...some }))}
    />
  )
}

type FieldProps = Omit<Props, 'access' | 'onChange'> & Access & { onChange: (some: Partial<Access>) => void }

/** Renders only when the access changes, not with each keystroke in the form. */
const Field = memo(function Field(props: FieldProps) {
  const { label = 'File Access', users, groups, everyone, reach, error, hasEveryone = true, onChange } = props
  const { say = formatOpeners } = props
  const people = useMemo(
    () => reach.users.map((one) => ({ value: one.user_id, label: fullNameOf(one) })),
    [reach.users],
  )
  const isAll = reach.users.length > 0 && users.length === reach.users.length
  return (
    <div>
      <PeopleSelect
        label={label}
        placeholder="Add a person"
        maxLength={SEARCH_LENGTH}
        disabled={everyone}
        error={error}
        empty="No one to choose from."
        options={people}
        chosen={users}
        onChange={(value) => onChange({ users: value })}
      />
      <div className={`row wrap between mt8 ${a.under}`}>
        <Checkbox
          label={`Select all ${reach.users.length}`}
          checked={isAll}
          disabled={everyone}
          onChange={(event) =>
            onChange({ users: event.currentTarget.checked ? reach.users.map(({ user_id }) => user_id) : [] })
          }
        />
        {hasEveryone && (
          <Checkbox
            label="Everyone, including people who join later"
            checked={everyone}
            onChange={(event) => onChange({ everyone: event.currentTarget.checked })}
          />
        )}
      </div>
      {reach.groups.length > 0 && !everyone && (
        <fieldset className="mt8" aria-label="Groups">
          <Chip.Group multiple value={groups} onChange={(value) => onChange({ groups: value })}>
            <div className="flex wrap gap8">
              {reach.groups.map(({ id, name, user_ids }) => (
                <Chip key={id} value={id} size="sm">{`${name} ${user_ids.length}`}</Chip>
              ))}
            </div>
          </Chip.Group>
        </fieldset>
      )}
      <p className="cap mt8" role="status">
        {say(countOf({ users, groups, everyone }, reach))}
      </p>
    </div>
  )
})

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
