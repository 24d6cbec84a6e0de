import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import { foldCaseOptions } from '#core/ui/foldCaseOptions.ts'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { Button, MultiSelect, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { FormState } from '#core/ui/form/useForm.ts'
import { useEnterChooses } from '#core/ui/useEnterChooses.ts'
import s from './ContentPanel.module.css'
import { libraryLabels } from './labels.ts'
import { SectionDialog } from './SectionDialog.tsx'
import { TagDialog } from './TagDialog.tsx'
import { TagsDialog } from './TagsDialog.tsx'
import type { ContentValues } from './useContentForm.ts'
import type { ShownLibrary } from './useLibrary.ts'

type Props = { library: ShownLibrary; owner: 'bd' | 'firm' | null; form: FormState<ContentValues> }

/** Selects the section and tags, which can be created and edited in place. */
export function SortFields({ library, owner, form }: Props) {
  const [asking, setAsking] = useState<'section' | 'tag' | 'tags' | null>(null)
  const choosing = useEnterChooses()
  const { refresh } = library.asked
  const sections = library.sections.filter((one) => one.owner === owner)
  const tags = library.tags.filter((one) => one.owner === owner)
  const isThere = new Set(tags.map(({ id }) => id))
  const icon = <Icon name="plus" size={16} stroke={1.75} />
  const close = () => setAsking(null)
  return (
    <>
      <div>
        <NativeSelect
          label="Section"
          data={[
            ...(form.values.section_id === '' ? [{ value: '', label: 'Choose a section' }] : []),
            ...sections.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.field('section_id')}
        />
        <div className={`flex wrap gap8 ${s.under}`}>
          <Button variant="subtle" size="compact-sm" leftSection={icon} onClick={() => setAsking('section')}>
            {libraryLabels.newSection}
          </Button>
        </div>
      </div>
      <div>
        <MultiSelect
          label="Tags"
          placeholder={form.values.tags_id.length === 0 ? 'Choose tags' : undefined}
          searchable
          filter={foldCaseOptions}
          {...choosing}
          hidePickedOptions
          nothingFoundMessage="No matching tags."
          maxDropdownHeight={220}
          data={tags.map(({ id, name }) => ({ value: id, label: name }))}
          value={form.values.tags_id.filter((id) => isThere.has(id))}
          error={form.errorOf('tags_id')}
          onChange={(ids) => form.set('tags_id', ids)}
        />
        <div className={`flex wrap gap8 ${s.under}`}>
          <Button variant="subtle" size="compact-sm" leftSection={icon} onClick={() => setAsking('tag')}>
            {libraryLabels.newTag}
          </Button>
          {tags.length > 0 && (
            <Button variant="subtle" color="gray" size="compact-sm" onClick={() => setAsking('tags')}>
              Edit tags
            </Button>
          )}
        </div>
      </div>
      {asking === 'section' && (
        <SectionDialog
          section={null}
          onClose={close}
          onDone={async ({ id }) => {
            await refresh()
            form.set('section_id', id)
          }}
        />
      )}
      {asking === 'tag' && (
        <TagDialog
          onClose={close}
          onDone={async ({ id }) => {
            await refresh()
            form.set('tags_id', [...form.values.tags_id, id])
          }}
        />
      )}
      {asking === 'tags' && <TagsDialog tags={tags} onClose={close} onChanged={refresh} />}
    </>
  )
}
