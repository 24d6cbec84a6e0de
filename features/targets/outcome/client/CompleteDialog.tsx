import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { useToday } from '../../client/useToday.ts'
import { shortNameOf, words } from '../../client/words.ts'
import type { Target } from '../../contract.ts'
import { AmountField } from '../../entering/client/AmountField.tsx'
import s from '../../entering/client/fields.module.css'
import { ObjectiveField } from '../../entering/client/ObjectiveField.tsx'
import {
  amountIn,
  blankForm,
  createErrors,
  createInputOf,
  revenueForm,
  wonErrors,
} from '../../entering/client/targetForm.ts'
import { useForm } from '../../entering/client/useForm.ts'
import type { CreateInput } from '../../entering/contract.ts'
import { StepFields } from '../../steps/client/StepFields.tsx'

type Props = { id: string; onClose: () => void }

/** Won: what it brought, and at one's wish the next target of the same company. */
export function CompleteDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Won target={target} onClose={onClose} /> : null
}

const kinds = { intangible: words.intangible, amount: 'Amount' }

function Won({ target, onClose }: { target: Target; onClose: () => void }) {
  const today = useToday()
  const actions = useTargetActions()
  const won = useForm(revenueForm(target.projected_revenue), wonErrors)
  const next = useForm(blankForm(today, sameCompany(target)), createErrors)
  const [hasNext, setNext] = useState(false)
  const submit = () => {
    const isWonReady = won.isReady()
    const isNextReady = !hasNext || next.isReady()
    const revenue = amountIn(won.form)
    if (!isWonReady || !isNextReady || revenue == null) return
    if (actions.complete(target.id, revenue, hasNext ? createInputOf(next.form) : undefined)) onClose()
  }
  return (
    <Dialog
      size={680}
      title={`${shortNameOf(target)} is won`}
      onClose={onClose}
      onSubmit={submit}
      form={won.element}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit">Won</Button>
        </>
      }
    >
      <div className={s.fields}>
        <div {...won.watch}>
          <AmountField
            label="Won revenue"
            kinds={kinds}
            inputLabel="Estimated won revenue amount"
            value={won.form}
            error={won.errorOf('revenue')}
            onKind={(kind) => won.set('revenueKind', kind)}
            onAmount={(amount) => won.set('revenue', amount)}
            hasCursor
          />
        </div>
        <Checkbox
          label={`Start a new Target with ${shortNameOf(target)}`}
          checked={hasNext}
          onChange={(event) => setNext(event.currentTarget.checked)}
        />
        {hasNext && (
          <div className={s.fields} {...next.watch}>
            <p className={s.hint}>Company, contact, e-mail, type and value are taken along.</p>
            <ObjectiveField
              value={next.form.goal}
              error={next.errorOf('goal')}
              onChange={(goal) => next.set('goal', goal)}
            />
            <StepFields label="First step" value={next.form} today={today} errorOf={next.errorOf} set={next.set} />
          </div>
        )}
      </div>
    </Dialog>
  )
}

/** What a new target takes along from a won one. Source: the specification, section 4. */
export const sameCompany = ({ company, contact, contact_email, type, value }: Target): Partial<CreateInput> => ({
  company,
  contact,
  contact_email,
  type,
  value,
})
