import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { useQuery } from '#core/client/query.ts'
import { AccessField } from '#core/ui/AccessField.tsx'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { PersonField } from '#core/ui/PersonField.tsx'
import { SidePanel } from '#core/ui/SidePanel.tsx'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { type ContentType, itemKinds, type Kind, type LibraryItem, limits } from '../contract.ts'
import { kindLabels } from '../listing.ts'
import { contentReach } from '../queries.ts'
import s from './ContentPanel.module.css'
import { FileField } from './FileField.tsx'
import { libraryLabels } from './labels.ts'
import { SortFields } from './SortFields.tsx'
import { ThumbnailField } from './ThumbnailField.tsx'
import { useContentForm } from './useContentForm.ts'
import { type ShownLibrary, useKeeps } from './useLibrary.ts'

type Props = {
  /** null for a new item. */
  content: LibraryItem | null
  library: ShownLibrary
  onClose: () => void
  /** Called when someone else has changed the item, to reload it. */
  onStale?: () => Promise<void>
}

const typeLabels: Record<ContentType, string> = {
  others: 'PDF',
  video: 'Video',
  audio: 'Podcast (audio)',
  blog: 'External URL',
}

/**
 * Creates an item or edits its text, file, section, or access. If the server rejects it, the panel stays open with all
 * input.
 */
export function ContentPanel({ content, library, onClose, onStale }: Props) {
  const owner = useKeeps()
  const reach = useQuery(contentReach, owner === 'firm' ? {} : null)
  const people = useMemo(
    () => (reach.value?.users ?? []).map(({ user_id: id, ...one }) => ({ id, ...one })),
    [reach.value],
  )
  const all = useContentForm({ content, library, owner, onClose })
  const { form } = all
  const { values } = form
  const close = () => {
    all.cancel()
    onClose()
  }
  const unsaved = usePanelClosing({ isDirty: all.isDirty, submit: form.submit }, close)
  return (
    <>
      <SidePanel
        title={content ? libraryLabels.edit : libraryLabels.add}
        form={form}
        onClose={unsaved.close}
        foot={
          <>
            <Button variant="default" onClick={unsaved.close}>
              Cancel
            </Button>
            <Button type="submit" aria-disabled={form.isBusy || undefined}>
              {form.isBusy ? 'Saving...' : 'Save'}
            </Button>
          </>
        }
      >
        <section className={`stack ${s.part}`} aria-label="About the content">
          {onStale && <ConflictNotice problem={form.problem ?? null} onShow={onStale} />}
          <div className={`grid ${s.pair}`}>
            <NativeSelect
              label="Content type"
              description={content ? undefined : 'Choose PDF for an image, too.'}
              data-autofocus
              data={Object.entries(typeLabels).map(([value, label]) => ({ value, label }))}
              value={values.content_type}
              disabled={form.isBusy}
              onChange={(event) => all.chooseType(event.currentTarget.value as ContentType)}
            />
            <NativeSelect
              label="Shown as"
              description={content ? undefined : 'The type it’s listed under.'}
              data={itemKinds.map((value) => ({ value, label: kindLabels[value] }))}
              value={values.kind}
              onChange={(event) => form.set('kind', event.currentTarget.value as Kind)}
            />
          </div>
          <FileField content={content} all={all} />
          <TextInput label="Name" maxLength={limits.name} {...form.field('name')} />
          <Textarea
            label="Description"
            description={`${values.description.length} of ${limits.description}`}
            autosize
            minRows={2}
            maxRows={5}
            {...form.field('description')}
          />
          {(values.content_type === 'audio' || values.content_type === 'blog') && (
            <TextInput label="Duration (mm:ss)" placeholder="04:30" {...form.field('duration')} />
          )}
          {values.kind === 'event' && <TextInput type="datetime-local" label="When" {...form.field('event_at')} />}
        </section>
        <section className={`stack ${s.part}`} aria-label="Section and tags">
          <SortFields library={library} owner={owner} form={form} />
          <ThumbnailField
            content={content}
            chosen={all.thumbnail}
            isVideo={values.content_type === 'video'}
            onChoose={all.setThumbnail}
          />
        </section>
        <section className={`stack ${s.part}`} aria-label="Access and expiration">
          {owner === 'firm' && reach.value && (
            <AccessField
              label="Who can open it?"
              access={all.access}
              reach={reach.value}
              error={form.errorOf('users_access')}
              onChange={all.setAccess}
            />
          )}
          <div className={`grid ${s.pair}`}>
            <TextInput type="date" label="Hide starting" {...form.field('expires')} />
            <TextInput type="date" label="Review on" {...form.field('review')} />
          </div>
          {values.review !== '' && reach.value && (
            <PersonField
              label="Reviewer"
              placeholder="No one yet"
              people={people}
              value={values.review_owner || null}
              error={form.errorOf('review_owner')}
              onChange={(id) => form.set('review_owner', id ?? '')}
            />
          )}
          <Checkbox label="Allow sharing outside the firm" {...form.box('allow_external')} />
        </section>
      </SidePanel>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this content')} />
    </>
  )
}
