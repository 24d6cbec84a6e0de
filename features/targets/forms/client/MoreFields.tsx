import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, Textarea, UnstyledButton } from '@mantine/core'
import { useId, useState } from 'react'
import { formatAmount } from '#core/contract/money.ts'
import { nameOfSource } from '#core/contract/referrals.ts'
import { formatClose, type Stages, stageName } from '#core/contract/stages.ts'
import { type FormState, fieldPart } from '#core/ui/form/useForm.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { whoReadsNote } from '../../client/labels.ts'
import { furtherNames, isPlaceholder, typeTerm, valueTerm } from '../../contract.ts'
import { useStages } from '../../stages/client/useStages.ts'
import { useOffered } from '../../steps/client/offered.ts'
import { RemindField } from '../../steps/client/RemindField.tsx'
import { FurtherFields } from './FurtherFields.tsx'
import s from './fields.module.css'
import { amountIn, type CreateForm } from './targetForm.ts'

type Props = {
  form: FormState<CreateForm>
  /** Field in this section to focus. */
  wanted: keyof CreateForm | null
}

const names: readonly (keyof CreateForm)[] = [
  'contact_email',
  'contact_phone',
  'contact_role',
  'value',
  'type',
  'revenue',
  'stage',
  'expected_close',
  'chance',
  'came_from',
  'isPrivate',
  'remind',
  'note',
  ...furtherNames,
]

/** Optional fields of a new target. Summarizes them in a line when closed. An error opens it. */
export function MoreFields({ form, wanted }: Props) {
  const [isOpened, setOpened] = useState(wanted !== null && names.includes(wanted))
  const id = useId()
  const { contact_roles } = useOffered()
  const { stages, isOn } = useStages()
  const isOpen = isOpened || names.some((name) => form.errorOf(name) !== undefined)
  // The section stays open after an error is fixed.
  if (isOpen && !isOpened) setOpened(true)
  return (
    <>
      <UnstyledButton
        className={`row gap8 semi rounded hoverFill ${s.more}`}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpened(!isOpen)}
      >
        <Icon name="chevron-down" className="dim" stroke={1.75} />
        More
        {!isOpen && <span className="cap one">{inShort(form.values, stages)}</span>}
      </UnstyledButton>
      {isOpen && (
        <div className={`stack gap16 ${s.fields}`} id={id}>
          {form.values.contact !== '' && (
            <NativeSelect
              label="Contact’s role"
              data={[{ value: '', label: 'Not chosen' }, ...contact_roles]}
              {...form.field('contact_role')}
            />
          )}
          {isOn && (
            <NativeSelect
              label="Stage"
              data={[
                { value: '', label: 'No stage' },
                ...stages.inOrder.map(({ id: value, name: label }) => ({ value, label })),
              ]}
              {...form.field('stage')}
            />
          )}
          <FurtherFields form={fieldPart(form)} isOwner stage={form.values.stage} />
          {!isPlaceholder(form.values) && <RemindField {...form.field('remind')} />}
          <Textarea
            label={
              <>
                Note<span className={`size12 regular dim ${s.optional}`}> optional</span>
              </>
            }
            placeholder={whoReadsNote(form.values.isPrivate)}
            autosize
            minRows={2}
            maxRows={6}
            {...form.field('note')}
          />
        </div>
      )}
    </>
  )
}

/** Returns 'Prospect, Medium value, $40,000, a note'. */
const inShort = (form: CreateForm, stages: Stages): string =>
  [
    typeTerm[form.type],
    `${valueTerm[form.value]} value`,
    formatAmount(amountIn(form) ?? null),
    stageName(stages, form.stage || null),
    form.expected_close && formatClose(form.expected_close),
    form.chance && `${form.chance}%`,
    typeof form.came_from === 'object' && `from ${nameOfSource(form.came_from)}`,
    form.contact_email,
    form.contact_phone,
    form.contact_role,
    form.isPrivate && 'private',
    form.remind && 'a reminder',
    form.note && 'a note',
  ]
    .filter(Boolean)
    .join(', ')
