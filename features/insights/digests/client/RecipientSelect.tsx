import { memo, useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { PeopleField } from '#core/ui/PeopleField.tsx'
import type { DistributionList } from '../lists.ts'

/** `added` are the people who weren't selected by name before. */
export type RecipientChoice = (some: { list_ids: string[]; user_ids: string[]; added: string[] }) => void

type Props = {
  lists: readonly DistributionList[]
  people: Audience['users']
  /** A checkbox beside the field stands for everyone, because a thousand pills would be unreadable. */
  isAll: boolean
  users: readonly string[]
  chosen: readonly string[]
  error: string | undefined
  /** Must keep its identity while the form is filled in. */
  onChoose: RecipientChoice
}

const LIST = 'list:'

/**
 * Selects lists and people. It renders again only when one of its props changes, not with each keystroke in the form.
 */
export const RecipientSelect = memo(function RecipientSelect(props: Props) {
  const { lists, people, isAll, users, chosen, error, onChoose } = props
  const options = useMemo(
    () => [
      ...lists.map(({ id, name, reach }) => ({
        group: 'Lists',
        value: LIST + id,
        label: `${name}, ${reach.toLocaleString('en-US')}`,
      })),
      // If everyone is selected, only lists can be added.
      ...(isAll ? [] : people).map((one) => ({ group: 'People', value: one.user_id, label: fullNameOf(one) })),
    ],
    [lists, people, isAll],
  )
  const values = useMemo(() => [...chosen.map((id) => LIST + id), ...(isAll ? [] : users)], [chosen, users, isAll])
  return (
    <PeopleField
      aria-label="Add a list or a person"
      placeholder="Add a list or a person"
      empty="No one to choose from."
      maxHeight={260}
      error={error}
      options={options}
      chosen={values}
      onChange={(next) => {
        const named = isAll ? [...users] : next.filter((value) => !value.startsWith(LIST))
        const before = new Set(users)
        onChoose({
          list_ids: next.filter((value) => value.startsWith(LIST)).map((value) => value.slice(LIST.length)),
          user_ids: named,
          added: named.filter((id) => !before.has(id)),
        })
      }}
    />
  )
})
