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

/** `added`: people who were not chosen by name before. */
export type RecipientChoice = (some: { list_ids: string[]; user_ids: string[]; added: string[] }) => void

type Props = {
  lists: readonly DistributionList[]
  people: Audience['users']
  /** Everyone is said by a box beside it: a thousand pills would say it worse. */
  isAll: boolean
  users: readonly string[]
  chosen: readonly string[]
  error: string | undefined
  /** Stays the same while the form is filled in. */
  onChoose: RecipientChoice
}

const LIST = 'list:'
/** More than these are found by typing a name: thousands of lines would make each key of the form slow. */
const SHOWN = 100

/** Lists and people to choose from. It is drawn again only when one of them changes, not with each letter of the form. */
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
      // Everyone is chosen: lists alone can be added.
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
