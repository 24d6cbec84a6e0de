import { Button, Textarea } from '@mantine/core'
import { addDays } from '#core/contract/dates.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { useToday } from '../../client/useToday.ts'
import { shortNameOf, words } from '../../client/words.ts'
import { DEFAULT_DUE_DAYS, DEFAULT_STEP, type Target } from '../../contract.ts'
import s from '../../entering/client/fields.module.css'
import { type StepForm, stepErrors, stepOf } from '../../entering/client/targetForm.ts'
import { useForm } from '../../entering/client/useForm.ts'
import { openTask } from '../../facts.ts'
import type { TaskInput } from '../contract.ts'
import { StepFields } from './StepFields.tsx'

type Props = { id: string; onClose: () => void }

/** The next step: description and due date. */
export function NextStepDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <NextStep target={target} onClose={onClose} /> : null
}

function NextStep({ target, onClose }: { target: Target; onClose: () => void }) {
  const today = useToday()
  const actions = useTargetActions()
  const later = addDays(today, DEFAULT_DUE_DAYS)
  const state = useForm<StepForm>({ description: '', due: later, help: '', remind: '' }, stepErrors)
  const done = openTask(target)
  const dropped = droppedStep(target)
  const take = (step: TaskInput) => {
    if (actions.takeStep(target.id, step)) onClose()
  }
  const submit = () => {
    if (state.isReady()) take(stepOf(state.form))
  }
  return (
    <Dialog
      size={680}
      title={done ? words.nextStep : words.takeStep}
      onClose={onClose}
      onSubmit={submit}
      form={state.element}
      foot={
        <>
          <Button variant="default" onClick={() => take({ description: DEFAULT_STEP, due: later, help: '' })}>
            Decide later
          </Button>
          <Button type="submit">{done ? 'Done, Next Step' : words.takeStep}</Button>
        </>
      }
    >
      <div className={s.fields} {...state.watch}>
        {target.phase === 'reactivated' && <p className={s.lead}>{words.chooseStep}</p>}
        {done && (
          <p className={s.doneStep}>
            <span className="cap">{shortNameOf(target)}</span>
            {done.description}
          </p>
        )}
        {dropped && (
          <p className={s.hint}>
            Before it was:{' '}
            <button type="button" className={s.again} onClick={() => state.set('description', dropped)}>
              {dropped}
            </button>
          </p>
        )}
        <StepFields
          label={done ? 'Next step' : 'Step'}
          value={state.form}
          today={today}
          errorOf={state.errorOf}
          set={state.set}
          hasCursor
        />
        <Textarea
          label={
            <>
              Help<span className={s.optional}> optional</span>
            </>
          }
          name="help"
          placeholder="Who or what could help with it?"
          autosize
          minRows={2}
          maxRows={6}
          value={state.form.help}
          error={state.errorOf('help')}
          onChange={(event) => state.set('help', event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}

/** The step that re-activating dropped, as a suggestion. */
const droppedStep = (target: Target): string | undefined =>
  target.phase === 'reactivated'
    ? target.undo?.were.find((task) => task.user_id === target.user_id && task.done === 'incomplete')?.description
    : undefined
