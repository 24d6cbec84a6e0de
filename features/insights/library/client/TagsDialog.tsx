import '@mantine/core/styles/Input.layer.css'
import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { libraryMessages, type Tag } from '../contract.ts'
import { sortRoutes as routes } from '../routesContract.ts'
import s from './ContentPanel.module.css'
import { formatItemCount } from './labels.ts'

type Props = { tags: readonly Tag[]; onClose: () => void; onChanged: () => Promise<void> }

/** A tag while it is renamed or merged. */
type Edited = { tag: Tag; name: string; into: string }

/** Renames, merges, and deletes tags. */
export function TagsDialog({ tags, onClose, onChanged }: Props) {
  const [editing, setEditing] = useState<Edited | null>(null)
  const { isBusy, problem, run } = useMutation()
  const [deleting, setDeleting] = useState<Tag | null>(null)
  const isDirty = editing !== null && (editing.name !== editing.tag.name || editing.into !== '')
  const save = async ({ tag, name, into }: Edited) => {
    const isSaved = await run(async () => {
      const saved = await call(routes.editTag, { params: { id: tag.id }, body: into === '' ? { name } : { into } })
      await onChanged()
      return into === '' ? `Tag renamed to “${saved.name}.”` : `Merged “${tag.name}” into “${saved.name}.”`
    })
    if (isSaved) setEditing(null)
    return isSaved
  }
  const submit = async () => {
    const isSaved = editing !== null && (await save(editing))
    if (isSaved) onClose()
    return isSaved
  }
  const unsaved = usePanelClosing({ isDirty, submit }, onClose)
  return (
    <>
      <Dialog
        title="Edit tags"
        size={520}
        isCovered={deleting !== null || unsaved.isAsking}
        onClose={unsaved.close}
        foot={
          <Button variant="default" onClick={unsaved.close}>
            Close
          </Button>
        }
      >
        <ul className={s.tags} aria-label="Tags">
          {tags.map((tag) =>
            tag.id === editing?.tag.id ? (
              <li key={tag.id}>
                <TagEditor
                  edited={editing}
                  tags={tags}
                  isBusy={isBusy}
                  problem={problem}
                  onChange={setEditing}
                  onSave={() => void save(editing)}
                  onDone={() => setEditing(null)}
                />
              </li>
            ) : (
              <li key={tag.id} className={`row gap8 ${s.tag}`}>
                <span className="grow break">{tag.name}</span>
                <span className="cap">{formatItemCount(tag.contents)}</span>
                <ActionIcon
                  size={36}
                  aria-label={`Edit ${tag.name}`}
                  disabled={isDirty}
                  onClick={() => setEditing({ tag, name: tag.name, into: '' })}
                >
                  <Icon name="pencil" />
                </ActionIcon>
                <ActionIcon size={36} aria-label={`Delete ${tag.name}`} onClick={() => setDeleting(tag)}>
                  <Icon name="trash" />
                </ActionIcon>
              </li>
            ),
          )}
        </ul>
        {deleting && (
          <ConfirmDialog
            title="Warning"
            verb="Delete"
            isDangerous
            onClose={() => setDeleting(null)}
            onConfirm={async () => {
              await call(routes.removeTag, { params: { id: deleting.id } })
              await onChanged()
              return libraryMessages.deleted
            }}
          >
            <p>
              Delete the tag <strong>“{deleting.name}”</strong>? {formatItemCount(deleting.contents)} will lose it but
              stay in the Library.
            </p>
          </ConfirmDialog>
        )}
      </Dialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this tag')} />
    </>
  )
}

type EditorProps = Pick<Props, 'tags'> & {
  edited: Edited
  isBusy: boolean
  problem: string | null
  onChange: (edited: Edited) => void
  onSave: () => void
  onDone: () => void
}

function TagEditor({ edited, tags, isBusy, problem, onChange, onSave, onDone }: EditorProps) {
  const { tag, name, into } = edited
  return (
    <div className={`grid gap12 ${s.editor}`}>
      <TextInput
        label="Tag Name"
        maxLength={60}
        data-autofocus
        value={name}
        disabled={into !== ''}
        onChange={(event) => onChange({ ...edited, name: event.currentTarget.value })}
      />
      <NativeSelect
        label="Or merge into"
        data={[
          { value: '', label: 'No other tag' },
          ...tags.filter(({ id }) => id !== tag.id).map((one) => ({ value: one.id, label: one.name })),
        ]}
        value={into}
        onChange={(event) => onChange({ ...edited, into: event.currentTarget.value })}
      />
      <Problem>{problem}</Problem>
      <div className={`flex wrap gap8 ${s.under}`}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button disabled={isBusy || (into === '' && name.trim() === '')} onClick={onSave}>
          {into === '' ? 'Rename' : 'Merge'}
        </Button>
      </div>
    </div>
  )
}
