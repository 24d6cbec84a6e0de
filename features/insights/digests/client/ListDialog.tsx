import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import type { Audience } from '#core/contract/access.ts'
import { AccessField } from '#core/ui/AccessField.tsx'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { limits } from '../fields.ts'
import { type DistributionList, ListInput, listRoutes } from '../lists.ts'
import { digestLabels, formatContacts } from './digestLabels.ts'

type Props = {
  /** With its people, or null for a new list. */
  list: DistributionList | null
  reach: Audience
  onClose: () => void
  onSaved: (list: DistributionList) => void
  /** Called when someone else has changed the list, to reload it. */
  onStale: () => Promise<void>
}

/** Edits the list's people and groups. A group stands for its members at the time of sending. */
export function ListDialog({ list, reach, onClose, onSaved, onStale }: Props) {
  const form = useForm({
    draft: `list:${list?.id ?? ''}`,
    initial: { name: list?.name ?? '', user_ids: list?.user_ids ?? [], group_ids: list?.group_ids ?? [] },
    shape: ListInput,
    problemAt: 'name',
    send: async (body) => {
      const saved = list
        ? await call(listRoutes.edit, { params: { id: list.id }, body: { ...body, revision: list.revision } })
        : await call(listRoutes.add, { body })
      onSaved(saved)
      return list ? `“${saved.name}” saved.` : `“${saved.name}” created.`
    },
    onDone: onClose,
  })
  const { user_ids: users, group_ids: groups } = form.values
  const unsaved = usePanelClosing(form, onClose)
  return (
    <>
      <FormDialog
        title={list ? 'Edit list' : digestLabels.newList}
        form={form}
        verb={list ? 'Save' : 'Create'}
        isTall
        isCovered={unsaved.isAsking}
        onClose={unsaved.close}
      >
        <ConflictNotice problem={form.problem ?? form.errorOf('name')} onShow={onStale} />
        <TextInput label="Name" data-autofocus maxLength={limits.name + 1} {...form.field('name')} />
        <AccessField
          label="People"
          access={{ users, groups, everyone: false }}
          reach={reach}
          error={form.errorOf('user_ids')}
          hasEveryone={false}
          say={formatContacts}
          onChange={(given) => form.fill({ user_ids: given.users, group_ids: given.groups })}
        />
        {users.length + groups.length === 0 && (
          <p className="dim">This list is empty. A digest can’t go to it until someone is on it.</p>
        )}
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this list')} />
    </>
  )
}
