import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import type { Target } from '../../contract.ts'
import f from '../../forms/client/fields.module.css'
import { TargetFields } from '../../forms/client/TargetFields.tsx'
import { useEditForm } from '../../forms/client/useEditForm.ts'
import s from './TargetDetail.module.css'

type Props = {
  target: Target
  /** Receives the function that closes the fields. */
  close: RefObject<() => void>
  onDone: () => void
}

export function EditPanel({ target, close, onDone }: Props) {
  const { form, unsaved } = useEditForm(target, onDone)
  close.current = unsaved.close
  return (
    <Form
      form={form}
      className={`${s.edit} stack gap16 ${f.fields}`}
      aria-label={`Edit ${shortNameOf(target)}`}
      onEscape={unsaved.close}
    >
      <TargetFields form={form} isOwner={target.owner_id === target.user_id} stage={target.stage ?? ''} />
      <div className={`flex end gap8 ${s.editFoot}`}>
        <Button variant="default" onClick={unsaved.close}>
          {targetLabels.cancel}
        </Button>
        <Submit form={form}>{targetLabels.save}</Submit>
      </div>
      <UnsavedPrompt unsaved={unsaved} question={targetLabels.unsaved} />
    </Form>
  )
}
