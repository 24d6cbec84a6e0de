import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useMemo, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import type { LoadedQuery } from '#core/client/query.ts'
import type { Audience } from '#core/contract/access.ts'
import { useSteadyCallback } from '#core/ui/useSteadyCallback.ts'
import type { DistributionList } from '../lists.ts'
import s from './DigestPanel.module.css'
import { loadedRecipients, type Recipients, withoutRecipient, withPerson } from './digestForm.ts'
import { digestLabels, formatContacts, formatSkippedCounts } from './digestLabels.ts'
import { type RecipientChoice, RecipientSelect } from './RecipientSelect.tsx'
import type { Contacts } from './useContacts.ts'
import type { DigestFormState } from './useDigestForm.ts'
import type { ListPeople } from './useListPeople.ts'

const ListDialog = lazyComponent(() => import('./ListDialog.tsx').then((file) => file.ListDialog))
const ContactsDialog = lazyComponent(() => import('./ContactsDialog.tsx').then((file) => file.ContactsDialog))

type Props = {
  state: DigestFormState
  lists: LoadedQuery<{ distributionlists: DistributionList[] }>
  listPeople: ListPeople
  reach: Audience | undefined
  contacts: Contacts
}

const noLists: DistributionList[] = []
const noPeople: Audience['users'] = []

/** Edits the recipients: lists, people, or everyone, minus those left out. */
export function RecipientsField({ state, lists, listPeople, reach, contacts }: Props) {
  const { form, stored, loadPeople } = state
  const { list_ids: chosen } = form.values
  const { count, skipped, known, first } = contacts
  const { loaded, users, named, load, choose } = useRecipients(state, contacts)
  const all = lists.value?.distributionlists ?? noLists
  const people = reach?.users ?? noPeople
  const [open, setOpen] = useState<DistributionList | 'new' | null>(null)
  const [isShown, setShown] = useState(false)
  const isAll = people.length > 0 && named === people.length
  const isChosen = named + chosen.length > 0
  const put = (list: DistributionList) => {
    lists.take({
      distributionlists: [...all.filter(({ id }) => id !== list.id), list].sort((a, b) => a.name.localeCompare(b.name)),
    })
    if (!chosen.includes(list.id)) form.set('list_ids', [...chosen, list.id])
    load()
  }
  const edit = (list: DistributionList) => void listPeople.load(list).then((whole) => whole && setOpen(whole))
  return (
    <section aria-labelledby="digest-recipients">
      <div className={`row between gap8 mb8 ${s.row}`}>
        <h3 id="digest-recipients">
          Recipients <span className="cap num">{count.toLocaleString('en-US')}</span>
        </h3>
        <Checkbox
          label="All"
          labelPosition="left"
          size="xs"
          checked={isAll}
          indeterminate={!isAll && named > 0}
          disabled={people.length === 0}
          onChange={(event) =>
            form.fill(
              event.currentTarget.checked
                ? { user_ids: people.map(({ user_id }) => user_id), left_out_ids: [] }
                : { user_ids: [] },
            )
          }
        />
      </div>
      <p className="dim">A digest goes to people of your firm. Open the contacts to leave someone out.</p>
      <AnswerState isAwaited of={lists} />
      <RecipientSelect
        lists={all}
        people={people}
        isAll={isAll}
        users={users}
        named={stored?.recipients ?? first}
        unloaded={named - users.length}
        chosen={chosen}
        error={form.errorOf('user_ids')}
        onChoose={choose}
        onOpen={load}
      />
      {skipped.length > 0 && (
        <p className={`cap ${s.wrong}`} role="status">
          {formatSkippedCounts(count, skipped)}
        </p>
      )}
      {reach && isChosen && count === 0 && skipped.length === 0 && (
        <p className={`small bad ${s.wrong}`} role="status">
          No one is on {chosen.length === 1 ? 'this list' : 'these lists'} yet.
        </p>
      )}
      <div className={`row between gap8 mb8 ${s.row}`}>
        {(count > 0 || skipped.length > 0) && reach ? (
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => void loadPeople().then((now) => now && setShown(true))}
          >
            {`See the ${formatContacts(count)}`}
          </Button>
        ) : (
          <span />
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Icon name="plus" size={16} stroke={1.75} />}
          disabled={!reach}
          onClick={() => setOpen('new')}
        >
          {digestLabels.newList}
        </Button>
      </div>
      <ChosenLists lists={all.filter(({ id }) => chosen.includes(id))} canEdit={reach !== undefined} onEdit={edit} />

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
      {isShown && reach && loaded && known && (
        <ContactsDialog
          title={
            chosen.length === 1 && named === 0
              ? `${all.find(({ id }) => id === chosen[0])?.name ?? ''} (${count.toLocaleString('en-US')})`
              : formatContacts(count)
          }
          people={people.filter(({ user_id }) => known.ids.has(user_id))}
          left={known.left}
          all={people}
          onLeaveOut={(id) => form.fill(withoutRecipient(loaded, id, listPeople.lists, reach))}
          onInclude={(id) => form.fill(withPerson(loaded, id, listPeople.lists, reach))}
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
    <ul className={`mb12 ${s.chosenLists}`}>
      {lists.map((list) => (
        <li key={list.id} className="row">
          <span className="one grow">{`${list.name} (${list.reach.toLocaleString('en-US')})`}</span>
          {list.reach === 0 && <span className="cap">No one gets it</span>}
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

/** The people selected by name. They load when someone opens the field, or changes something that depends on them. */
function useRecipients({ form, stored, loadPeople }: DigestFormState, { first }: Contacts) {
  const { user_ids } = form.values
  const loaded = loadedRecipients(form.values)
  const users = useMemo(() => user_ids ?? first.map(({ user_id }) => user_id), [user_ids, first])
  const load = useSteadyCallback(() => void (loaded ?? loadPeople()))
  const choose = useSteadyCallback<Parameters<RecipientChoice>, void>(({ list_ids, added, removed }) => {
    const apply = (now: Recipients | null) => {
      if (!now) return
      const [gone, there] = [new Set(removed), new Set(now.user_ids)]
      form.fill({
        list_ids,
        user_ids: [...now.user_ids.filter((id) => !gone.has(id)), ...added.filter((id) => !there.has(id))],
        // Selecting people by name removes them from those left out.
        left_out_ids: now.left_out_ids.filter((id) => !added.includes(id)),
      })
    }
    if (loaded) apply(loaded)
    else void loadPeople().then(apply)
  })
  return {
    loaded,
    users,
    /** Number of people selected by name. */
    named: user_ids?.length ?? stored?.recipient_count ?? 0,
    load,
    choose,
  }
}
