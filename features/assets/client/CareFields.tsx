import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { TagsInput, TextInput } from '@mantine/core'
import { memo, useMemo } from 'react'
import type { Audience } from '#core/contract/access.ts'
import { PersonField } from '#core/ui/PersonField.tsx'
import { keepEnter } from '#core/ui/useEnterChooses.ts'
import { TAG_LENGTH, TAGS } from '../contract.ts'
import a from './Assets.module.css'
import type { Care } from './useAssetForm.ts'

type Props = { care: Care; reach: Audience; onChange: (care: Care) => void }

/** Renders only when its values change, not with each keystroke in the form. */
export const CareFields = memo(function CareFields({ care, reach, onChange }: Props) {
  const people = useMemo(() => reach.users.map(({ user_id: id, ...one }) => ({ id, ...one })), [reach.users])
  return (
    <>
      <TagsInput
        label="Tags"
        placeholder={care.tags.length === 0 ? 'Add a tag' : undefined}
        maxTags={TAGS}
        maxLength={TAG_LENGTH}
        value={care.tags}
        onKeyDown={keepEnter}
        onChange={(tags) => onChange({ ...care, tags })}
      />
      <div className={`grid ${a.pair}`}>
        <PersonField
          label="Owner"
          placeholder="The person who uploads it"
          people={people}
          value={care.owner_id}
          onChange={(owner_id) => onChange({ ...care, owner_id })}
        />
        <TextInput
          type="date"
          label="Review on"
          value={care.review_on ?? ''}
          onChange={(event) => onChange({ ...care, review_on: event.currentTarget.value || null })}
        />
      </div>
    </>
  )
})
