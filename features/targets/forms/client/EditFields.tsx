import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useIsOn } from '#core/client/session.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { type FormState, fieldPart } from '#core/ui/form/useForm.ts'
import { ContactField } from '../../contacts/client/ContactField.tsx'
import { furtherNames, TargetValue, Type, targetLabel, typeTerm, valueTerm } from '../../contract.ts'
import s from '../../list/client/TileEdit.module.css'
import { AmountField } from './AmountField.tsx'
import { ChoiceField } from './ChoiceField.tsx'
import { CompanyField } from './CompanyField.tsx'
import { ObjectiveField } from './ObjectiveField.tsx'
import type { EditForm } from './targetForm.ts'
import { WordsField } from './WordsField.tsx'

const OutlookFields = lazyComponent(() =>
  import('../../stages/client/OutlookFields.tsx').then((file) => file.OutlookFields),
)

const SourceField = lazyComponent(() =>
  import('../../cameFrom/client/SourceField.tsx').then((file) => file.SourceField),
)

/** `stage` is the Target's. */
export function EditFields({ form, stage }: { form: FormState<EditForm>; stage: string | null }) {
  const hasStages = useIsOn(stagesFlag)
  const hasReferrals = useIsOn(referralsFlag)
  return (
    <>
      <div className={`grid gap12 ${s.two}`}>
        <CompanyField form={form} />
        <ContactField form={form} />
      </div>
      <div className={`grid gap12 ${s.two}`}>
        <WordsField name="contact_email" form={form} type="email" />
        <WordsField name="contact_phone" form={form} type="tel" />
      </div>
      <ChoiceField
        label={targetLabel('value')}
        terms={valueTerm}
        order={TargetValue.options}
        {...form.field('value')}
      />
      <ObjectiveField field={form.field('goal')} />
      {furtherNames.map((name) => (
        <WordsField key={name} name={name} form={form} />
      ))}
      <ChoiceField label={targetLabel('type')} terms={typeTerm} order={Type.options} {...form.field('type')} />
      <AmountField
        label={targetLabel('projected_revenue')}
        inputLabel="Estimated amount in dollars"
        form={fieldPart(form)}
      />
      {hasStages && <OutlookFields form={fieldPart(form)} stage={stage} />}
      {hasReferrals && <SourceField field={form.field('came_from')} isOptional={false} />}
    </>
  )
}
