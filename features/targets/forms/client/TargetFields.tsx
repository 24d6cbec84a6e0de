import type { FormState } from '#core/ui/form/useForm.ts'
import { FirstFields } from './FirstFields.tsx'
import { FurtherFields } from './FurtherFields.tsx'
import type { EditForm } from './targetForm.ts'

export function TargetFields({ form, isOwner }: { form: FormState<EditForm>; isOwner: boolean }) {
  return (
    <>
      <FirstFields form={form} />
      <FurtherFields form={form} isOwner={isOwner} />
    </>
  )
}
