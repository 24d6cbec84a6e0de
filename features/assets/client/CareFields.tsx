import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { NativeSelect, TagsInput, TextInput } from '@mantine/core'
import type { Audience } from '#core/contract/access.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { keepEnter } from '#core/ui/useEnterChooses.ts'
import { TAG_LENGTH, TAGS } from '../contract.ts'
import a from './Assets.module.css'
import type { Care } from './useAssetForm.ts'

type Props = { care: Care; reach: Audience; onChange: (care: Care) => void }

export const CareFields = ({ care, reach, onChange }: Props) => (
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
      <NativeSelect
        label="Owner"
        value={care.owner_id ?? ''}
        data={[
          { value: '', label: 'The person who uploads it' },
          ...reach.users.map((one) => ({ value: one.user_id, label: fullNameOf(one) })),
        ]}
        onChange={(event) => onChange({ ...care, owner_id: event.currentTarget.value || null })}
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
