import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import { Problem } from '#core/ui/Problem.tsx'
import { sentences, type Tag } from '../contract.ts'
import { sortRoutes as routes } from '../routesContract.ts'
import s from './ContentPanel.module.css'
import { sayContents } from './words.ts'

type Props = { tags: readonly Tag[]; onClose: () => void; onChanged: () => Promise<void> }

/** Tags are renamed, merged into another, and deleted. */
export function TagsDialog({ tags, onClose, onChanged }: Props) {
  const [editing, setEditing] = useState<string | null>(null)
  const [deleting, setDeleting] = useState<Tag | null>(null)
  return (
    <Dialog
      title="Edit tags"
      size={520}
      isCovered={deleting !== null}
      onClose={onClose}
      foot={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul className={s.tags} aria-label="Tags">
        {tags.map((tag) =>
          tag.id === editing ? (
            <li key={tag.id}>
              <TagEditor tag={tag} tags={tags} onChanged={onChanged} onDone={() => setEditing(null)} />
            </li>
          ) : (
            <li key={tag.id} className={s.tag}>
              <span className={s.tagName}>{tag.name}</span>
              <span className="cap">{sayContents(tag.contents)}</span>
              <ActionIcon size={36} aria-label={`Edit ${tag.name}`} onClick={() => setEditing(tag.id)}>
                <IconPencil size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
              <ActionIcon size={36} aria-label={`Delete ${tag.name}`} onClick={() => setDeleting(tag)}>
                <IconTrash size={18} stroke={1.6} aria-hidden />
              </ActionIcon>
            </li>
          ),
        )}
      </ul>
      {deleting && (
        <AskDialog
          title="Warning"
          verb="Delete"
          isDangerous
          onClose={() => setDeleting(null)}
          onConfirm={async () => {
            await call(routes.removeTag, { params: { id: deleting.id } })
            await onChanged()
            return sentences.deleted
          }}
        >
          <p>
            Delete the tag <strong>“{deleting.name}”</strong>? {sayContents(deleting.contents)}{' '}
            {deleting.contents === 1 ? 'loses it and stays' : 'lose it and stay'}.
          </p>
        </AskDialog>
      )}
    </Dialog>
  )
}

type EditorProps = Pick<Props, 'tags' | 'onChanged'> & { tag: Tag; onDone: () => void }

function TagEditor({ tag, tags, onChanged, onDone }: EditorProps) {
  const [name, setName] = useState(tag.name)
  const [into, setInto] = useState('')
  const { isBusy, problem, run } = useChange()
  const save = () =>
    run(async () => {
      const body = into === '' ? { name } : { into }
      const saved = await call(routes.editTag, { params: { id: tag.id }, body })
      await onChanged()
      return into === '' ? `The tag is called “${saved.name}” now.` : `“${tag.name}” is merged into “${saved.name}”.`
    }).then((isSaved) => isSaved && onDone())
  return (
    <div className={s.editor}>
      <TextInput
        label="Tag Name"
        maxLength={60}
        data-autofocus
        value={name}
        disabled={into !== ''}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <NativeSelect
        label="Or merge it into"
        data={[
          { value: '', label: 'No other tag' },
          ...tags.filter(({ id }) => id !== tag.id).map((one) => ({ value: one.id, label: one.name })),
        ]}
        value={into}
        onChange={(event) => setInto(event.currentTarget.value)}
      />
      <Problem>{problem}</Problem>
      <div className={s.under}>
        <Button variant="default" onClick={onDone}>
          Cancel
        </Button>
        <Button disabled={isBusy || (into === '' && name.trim() === '')} onClick={save}>
          {into === '' ? 'Rename' : 'Merge'}
        </Button>
      </div>
    </div>
  )
}
