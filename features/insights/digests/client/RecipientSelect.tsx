import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { MultiSelect } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { foldCaseOptions } from '#core/ui/foldCaseOptions.ts'
import { useEnterChooses } from '#core/ui/useEnterChooses.ts'
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
/** Most options shown before a name is typed. Thousands of rows would make each keystroke slow. */
const SHOWN = 100

/**
 * Selects lists and people. It renders again only when one of its props changes, not with each keystroke in the form.
 */
export const RecipientSelect = memo(function RecipientSelect(props: Props) {
  const { lists, people, isAll, users, chosen, error, onChoose } = props
  const data = useMemo(
    () => [
      {
        group: 'Lists',
        items: lists.map(({ id, name, reach }) => ({
          value: LIST + id,
          label: `${name}, ${reach.toLocaleString('en-US')}`,
        })),
      },
      // If everyone is selected, only lists can be added.
      { group: 'People', items: (isAll ? [] : people).map((one) => ({ value: one.user_id, label: fullNameOf(one) })) },
    ],
    [lists, people, isAll],
  )
  const choosing = useEnterChooses()
  return (
    <MultiSelect
      aria-label="Add a list or a person"
      placeholder="Add a list or a person"
      searchable
      hidePickedOptions
      nothingFoundMessage="No one to choose from."
      maxDropdownHeight={260}
      filter={foldCaseOptions}
      {...choosing}
      limit={SHOWN}
      error={error}
      data={data}
      value={[...chosen.map((id) => LIST + id), ...(isAll ? [] : users)]}
      onChange={(values) => {
        const named = isAll ? [...users] : values.filter((value) => !value.startsWith(LIST))
        onChoose({
          list_ids: values.filter((value) => value.startsWith(LIST)).map((value) => value.slice(LIST.length)),
          user_ids: named,
          added: named.filter((id) => !users.includes(id)),
        })
      }}
    />
  )
})
