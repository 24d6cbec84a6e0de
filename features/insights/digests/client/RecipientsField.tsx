import { later } from '#core/client/later.tsx'
import { foldedOptions } from '#core/ui/foldedOptions.ts'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox, MultiSelect } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { Answered } from '#core/client/reading.ts'
import type { Reach } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import type { DistributionList } from '../lists.ts'
import s from './DigestPanel.module.css'
import { contactsOf } from './digestForm.ts'
import { digestWords, sayContacts } from './digestWords.ts'
import type { DigestFormState } from './useDigestForm.ts'

const ListDialog = later(() => import('./ListDialog.tsx').then((file) => file.ListDialog))
const ContactsDialog = later(() => import('./ContactsDialog.tsx').then((file) => file.ContactsDialog))

type Props = {
  form: DigestFormState['form']
  lists: Answered<{ distributionlists: DistributionList[] }>
  reach: Reach | undefined
}

const LIST = 'list:'

/** To whom it goes: lists, people, or everybody. */
export function RecipientsField({ form, lists, reach }: Props) {
  const { user_ids: users, list_ids: chosen } = form.values
  const all = lists.value?.distributionlists ?? []
  const people = reach?.users ?? []
  const [open, setOpen] = useState<DistributionList | 'new' | null>(null)
  const [isShown, setShown] = useState(false)
  const contacts = contactsOf(form.values, all, reach)
  const isAll = people.length > 0 && users.length === people.length
  const choose = (values: string[]) =>
    form.fill({
      list_ids: values.filter((value) => value.startsWith(LIST)).map((value) => value.slice(LIST.length)),
      user_ids: values.filter((value) => !value.startsWith(LIST)),
    })
  const put = (list: DistributionList) => {
    lists.take({
      distributionlists: [...all.filter(({ id }) => id !== list.id), list].sort((a, b) => a.name.localeCompare(b.name)),
    })
    if (!chosen.includes(list.id)) form.set('list_ids', [...chosen, list.id])
  }
  return (
    <section aria-labelledby="digest-recipients">
      <div className={s.row}>
        <h3 id="digest-recipients">
          Recipients <span className="cap num">{contacts.size}</span>
        </h3>
        <Checkbox
          label="All"
          labelPosition="left"
          size="xs"
          checked={isAll}
          indeterminate={!isAll && users.length > 0}
          disabled={people.length === 0}
          onChange={(event) =>
            form.set('user_ids', event.currentTarget.checked ? people.map(({ user_id }) => user_id) : [])
          }
        />
      </div>
      <AnswerState isAwaited of={lists} />
      <MultiSelect
        aria-label="Add a list or a person"
        placeholder="Add a list or a person"
        searchable
        filter={foldedOptions}
        hidePickedOptions
        nothingFoundMessage="There is no one to choose."
        maxDropdownHeight={260}
        error={form.errorOf('user_ids')}
        data={[
          {
            group: 'Lists',
            items: all.map(({ id, name, reach: count }) => ({ value: LIST + id, label: `${name}, ${count}` })),
          },
          // Everybody is said by the box above: a thousand pills would say it worse.
          { group: 'People', items: people.map((one) => ({ value: one.user_id, label: fullNameOf(one) })) },
        ]}
        value={[...chosen.map((id) => LIST + id), ...(isAll ? [] : users)]}
        onChange={choose}
      />
      <div className={s.row}>
        {contacts.size > 0 && reach ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setShown(true)}>
            {`See the ${sayContacts(contacts.size)}`}
          </Button>
        ) : (
          <span />
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
          disabled={!reach}
          onClick={() => setOpen('new')}
        >
          {digestWords.newList}
        </Button>
      </div>
      <ChosenLists lists={all.filter(({ id }) => chosen.includes(id))} canEdit={reach !== undefined} onEdit={setOpen} />

      {open && reach && (
        <ListDialog
          list={open === 'new' ? null : open}
          reach={reach}
          onClose={() => setOpen(null)}
          onSaved={put}
          onStale={async () => {
            setOpen(null)
            await lists.refresh()
          }}
        />
      )}
      {isShown && reach && (
        <ContactsDialog
          title={
            chosen.length === 1 && users.length === 0
              ? `${all.find(({ id }) => id === chosen[0])?.name ?? ''} (${contacts.size})`
              : sayContacts(contacts.size)
          }
          people={people.filter(({ user_id }) => contacts.has(user_id))}
          onClose={() => setShown(false)}
        />
      )}
    </section>
  )
}

type ChosenProps = { lists: readonly DistributionList[]; canEdit: boolean; onEdit: (list: DistributionList) => void }

function ChosenLists({ lists, canEdit, onEdit }: ChosenProps) {
  if (lists.length === 0) return null
  return (
    <ul className={s.chosenLists}>
      {lists.map((list) => (
        <li key={list.id}>
          <span className="one">{`${list.name} (${list.reach})`}</span>
          {list.deactivated > 0 && <span className="cap">{`${list.deactivated} no longer active`}</span>}
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${list.name}`}
            disabled={!canEdit}
            onClick={() => onEdit(list)}
          >
            Edit
          </Button>
        </li>
      ))}
    </ul>
  )
}
