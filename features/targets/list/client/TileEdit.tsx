import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { shortNameOf, words } from '../../client/words.ts'
import { type Target, targets } from '../../contract.ts'
import { EditFields } from '../../entering/client/EditFields.tsx'
import { useEditForm } from '../../entering/client/useEditForm.ts'
import s from './TileEdit.module.css'

type Props = { id: string; onDone: () => void }

/** The back of a tile: the target's fields. Two grid rows high on wide screens, so that the grid keeps its lines. */
export function TileEdit({ id, onDone }: Props) {
  const target = useRow(targets, id)
  useEffect(() => {
    if (!target) onDone()
  }, [target, onDone])
  return target ? <Back target={target} onDone={onDone} /> : null
}

function Back({ target, onDone }: { target: Target; onDone: () => void }) {
  const { form, unsaved } = useEditForm(target, onDone)
  useEffect(() => {
    document.querySelector('[data-edit-form]')?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <Form
      form={form}
      data-edit-form
      className={s.back}
      aria-label={`Edit ${shortNameOf(target)}`}
      onEscape={unsaved.close}
    >
      <EditFields form={form} />
      <div className={s.foot}>
        <Button variant="subtle" color="gray" onClick={unsaved.close}>
          {words.cancel}
        </Button>
        <Submit form={form}>{words.save}</Submit>
      </div>
      <UnsavedPrompt unsaved={unsaved} question={words.unsaved} />
    </Form>
  )
}
