import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useIsOn } from '#core/client/session.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { type FormState, fieldPart } from '#core/ui/form/useForm.ts'
import { furtherNames, TargetValue, Type, targetLabel, typeTerm, valueTerm } from '../../contract.ts'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import s from './fields.module.css'
import type { EditForm } from './targetForm.ts'
import { WordsField } from './WordsField.tsx'

const OutlookFields = lazyComponent(() =>
  import('../../stages/client/OutlookFields.tsx').then((file) => file.OutlookFields),
)

const SourceField = lazyComponent(() =>
  import('../../cameFrom/client/SourceField.tsx').then((file) => file.SourceField),
)

type Props = {
  form: FormState<EditForm>
  isOwner: boolean
  /** The Target's stage, '' for none. */
  stage: string
}

/** Fields that have a default or can stay empty. Only the owner can make a target private. */
export function FurtherFields({ form, isOwner, stage }: Props) {
  const hasStages = useIsOn(stagesFlag)
  const hasReferrals = useIsOn(referralsFlag)
  return (
    <>
      <div className={`grid gap16 ${s.pair}`}>
        <WordsField name="contact_email" form={form} type="email" saysOptional />
        <WordsField name="contact_phone" form={form} type="tel" saysOptional />
      </div>
      <div className={`grid gap16 ${s.pair}`}>
        <ChoiceField
          label={targetLabel('value')}
          terms={valueTerm}
          order={TargetValue.options}
          {...form.field('value')}
        />
        <ChoiceField label={targetLabel('type')} terms={typeTerm} order={Type.options} {...form.field('type')} />
      </div>
      <AmountField
        label={targetLabel('projected_revenue')}
        isOptional
        inputLabel="Estimated amount in dollars"
        form={fieldPart(form)}
      />
      {hasStages && <OutlookFields form={fieldPart(form)} stage={stage || null} />}
      {hasReferrals && <SourceField field={form.field('came_from')} />}
      {furtherNames.map((name) => (
        <WordsField key={name} name={name} form={form} saysOptional />
      ))}
      {isOwner && (
        <Checkbox
          label="Private"
          description="Hidden from colleagues’ overlaps and from managers. It still counts in your own totals."
          {...form.box('isPrivate')}
        />
      )}
    </>
  )
}
