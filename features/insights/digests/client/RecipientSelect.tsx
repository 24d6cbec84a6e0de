import { memo, useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { PeopleSelect } from '#core/ui/PeopleSelect.tsx'
import type { DistributionList } from '../lists.ts'

/** `added` and `removed` are people selected by name. */
export type RecipientChoice = (some: { list_ids: string[]; added: string[]; removed: string[] }) => void

type Props = {
  lists: readonly DistributionList[]
  people: Audience['users']
  /** A checkbox beside the field stands for everyone, because a thousand pills would be unreadable. */
  isAll: boolean
  users: readonly string[]
  /** Names of the selected people, who can be deactivated. */
  named: readonly { user_id: string; first_name: string; last_name: string }[]
  /** Number of selected people who haven't loaded. */
  unloaded: number
  chosen: readonly string[]
  error: string | undefined
  /** Must keep their identity while the form is filled in. */
  onChoose: RecipientChoice
  onOpen: () => void
}

const LIST = 'list:'

/**
 * Selects lists and people. It renders again only when one of its props changes, not with each keystroke in the form.
 */
export const RecipientSelect = memo(function RecipientSelect(props: Props) {
  const { lists, people, isAll, users, named, unloaded, chosen, error, onChoose, onOpen } = props
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
  const others = useMemo(() => named.map((one) => ({ value: one.user_id, label: fullNameOf(one) })), [named])
  return (
    <PeopleSelect
      aria-label="Add a list or a person"
      placeholder="Add a list or a person"
      empty="No one to choose from."
      maxHeight={260}
      error={error}
      options={options}
      chosen={values}
      others={others}
      unloaded={isAll ? 0 : unloaded}
      onFocus={onOpen}
      onChange={(next) => {
        const [before, now] = [new Set(values), new Set(next)]
        onChoose({
          list_ids: next.filter((value) => value.startsWith(LIST)).map((value) => value.slice(LIST.length)),
          added: next.filter((value) => !value.startsWith(LIST) && !before.has(value)),
          removed: values.filter((value) => !value.startsWith(LIST) && !now.has(value)),
        })
      }}
    />
  )
})
