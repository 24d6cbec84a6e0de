import type { FormState } from '#core/ui/form/useForm.ts'
import { FirstFields } from './FirstFields.tsx'
import { FurtherFields } from './FurtherFields.tsx'
import type { EditForm } from './targetForm.ts'

type Props = { form: FormState<EditForm>; isOwner: boolean; stage: string }

export function TargetFields({ form, isOwner, stage }: Props) {
  return (
    <>
      <FirstFields form={form} />
      <FurtherFields form={form} isOwner={isOwner} stage={stage} />
    </>
  )
}
