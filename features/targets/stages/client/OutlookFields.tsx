import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { chanceOf, currentStage } from '#core/contract/stages.ts'
import type { FormState } from '#core/ui/form/useForm.ts'
import { targetLabel } from '../../contract.ts'
import fields from '../../forms/client/fields.module.css'
import type { OutlookForm } from '../../forms/client/targetForm.ts'
import { CloseField } from './CloseField.tsx'
import { useStages } from './useStages.ts'

type Props = {
  form: FormState<OutlookForm>
  /** The Target's stage, whose chance applies if it has none of its own. */
  stage: string | null
}

const tens = Array.from({ length: 11 }, (_, i) => String(i * 10))

/** When the Target is expected to close, and how likely it is to be won. Nothing if the firm has no stages. */
export function OutlookFields({ form, stage }: Props) {
  const { stages, isOn } = useStages()
  if (!isOn) return null
  const usual = chanceOf({ stage }, stages)
  return (
    <div className={`grid gap16 ${fields.pair}`}>
      <CloseField {...form.field('expected_close')} />
      <NativeSelect
        label={
          <>
            {targetLabel('chance')}
            <span className={`size12 regular dim ${fields.optional}`}> optional</span>
          </>
        }
        data={[
          { value: '', label: usual === null ? 'Not chosen' : `${usual}%, as in ${currentStage(stages, stage)!.name}` },
          ...tens.map((ten) => ({ value: ten, label: `${ten}%` })),
        ]}
        {...form.field('chance')}
      />
    </div>
  )
}
