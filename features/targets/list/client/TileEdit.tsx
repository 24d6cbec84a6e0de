import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { EditFields } from '../../forms/client/EditFields.tsx'
import { useEditForm } from '../../forms/client/useEditForm.ts'
import s from './TileEdit.module.css'

type Props = { id: string; onDone: () => void }

/** The back of a tile with the target's fields. Two grid rows high on wide screens, so that the grid stays aligned. */
export function TileEdit({ id, onDone }: Props) {
  const target = useRow(targetEndpoints, id)
  useEffect(() => {
    if (!target) onDone()
  }, [target, onDone])
  return target ? <Back target={target} onDone={onDone} /> : null
}

function Back({ target, onDone }: { target: Target; onDone: () => void }) {
  const { form, unsaved } = useEditForm(target, onDone)
  useEffect(() => {
    const shown = document.querySelector('[data-edit-form]')
    if (!shown) return
    // The form flips and grows until its fields are there. It is kept in view until the person interacts with it.
    const bring = () => shown.scrollIntoView({ block: 'nearest' })
    const grown = new ResizeObserver(bring)
    grown.observe(shown)
    const ended = new AbortController()
    const stop = () => {
      grown.disconnect()
      ended.abort()
    }
    addEventListener('animationend', bring, ended)
    for (const name of ['keydown', 'pointerdown', 'wheel']) addEventListener(name, stop, ended)
    return stop
  }, [])
  return (
    <Form
      form={form}
      data-edit-form
      className={`stack between gap6 rounded surface ${s.back}`}
      aria-label={`Edit ${shortNameOf(target)}`}
      onEscape={unsaved.close}
    >
      <EditFields form={form} stage={target.stage ?? null} />
      <div className={`flex end gap8 ${s.foot}`}>
        <Button variant="subtle" color="gray" onClick={unsaved.close}>
          {targetLabels.cancel}
        </Button>
        <Submit form={form}>{targetLabels.save}</Submit>
      </div>
      <UnsavedPrompt unsaved={unsaved} question={targetLabels.unsaved} />
    </Form>
  )
}
