import '@mantine/core/styles/Input.layer.css'
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { addDays } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { DEFAULT_DUE_DAYS, DEFAULT_STEP, type Target } from '../../contract.ts'
import { asksForStep, openTask } from '../../facts.ts'
import s from '../../forms/client/fields.module.css'
import { formStep, type StepForm, stepErrors } from '../../forms/client/targetForm.ts'
import type { TaskInput } from '../contract.ts'
import { savedIn } from './keptSteps.ts'
import { StepFields } from './StepFields.tsx'

type Props = { id: string; onClose: () => void }

export function NextStepDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <NextStep target={target} onClose={onClose} /> : null
}

function NextStep({ target, onClose }: { target: Target; onClose: () => void }) {
  const today = useToday()
  const actions = useTargetActions()
  const later = addDays(today, DEFAULT_DUE_DAYS)
  const done = openTask(target)
  const dropped = droppedStep(target)
  const kept = savedIn(target.note)[0]
  const [base] = useState(done?.description ?? null)
  const take = (step: TaskInput) => actions.takeStep(target.id, step, base)
  const state = useForm<StepForm>({
    draft: `step:${target.id}`,
    initial: { description: '', due: later, help: '', remind: '' },
    check: stepErrors,
    isEager: true,
    act: (step) => take(formStep(step)),
    onDone: onClose,
  })
  const decideLater = () => {
    if (take({ description: DEFAULT_STEP, due: later, help: '' })) onClose()
  }
  return (
    <FormDialog
      size={680}
      title={done ? targetLabels.nextStep : targetLabels.takeStep}
      form={state}
      onClose={onClose}
      verb={done ? 'Done, Next Step' : targetLabels.takeStep}
      beside={
        <Button variant="default" onClick={decideLater}>
          Decide later
        </Button>
      }
    >
      <div className={`stack gap16 ${s.fields}`}>
        {asksForStep(target) && <p className="pretty">{targetLabels.chooseStep}</p>}
        {done && (
          <p className={`stack pretty rounded sunken ${s.doneStep}`}>
            <span className="cap">{shortNameOf(target)}</span>
            {done.description}
          </p>
        )}
        {dropped && (
          <p className="cap">
            Previously:{' '}
            <button
              type="button"
              className={`anchor hoverLine semi ${s.again}`}
              onClick={() => state.set('description', dropped)}
            >
              {dropped}
            </button>
          </p>
        )}
        {kept && state.values.description !== kept && (
          <p className="cap">
            Saved for later:{' '}
            <button
              type="button"
              className={`anchor hoverLine semi ${s.again}`}
              onClick={() => state.set('description', kept)}
            >
              {kept}
            </button>
          </p>
        )}
        <StepFields label={done ? 'Next step' : 'Step'} form={state} today={today} hasCursor />
        <Textarea
          label={
            <>
              Help<span className={`size12 regular dim ${s.optional}`}> optional</span>
            </>
          }
          placeholder="Who or what could help with it?"
          autosize
          minRows={2}
          maxRows={6}
          {...state.field('help')}
        />
      </div>
    </FormDialog>
  )
}

/** Suggests the step that was dropped when the target was reactivated. */
const droppedStep = (target: Target): string | undefined =>
  asksForStep(target)
    ? target.undo?.were.find((task) => task.user_id === target.user_id && task.done === 'incomplete')?.description
    : undefined
