import type { FormState } from '#core/ui/form/useForm.ts'
import { FirstFields } from './FirstFields.tsx'
import { FurtherFields } from './FurtherFields.tsx'
import type { EditForm } from './targetForm.ts'

/** All fields of a target that is there. */
export function TargetFields({ form, isOwner }: { form: FormState<EditForm>; isOwner: boolean }) {
  return (
    <>
      <FirstFields form={form} />
      <FurtherFields form={form} isOwner={isOwner} />
    </>
  )
}
