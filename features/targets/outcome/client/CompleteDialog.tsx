import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import { useIsOn } from '#core/client/session.ts'
import { useToday } from '#core/client/useToday.ts'
import { referralsFlag } from '#core/contract/referrals.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { fieldPart, useForm } from '#core/ui/form/useForm.ts'
import { targetDialogs } from '../../client/dialogs.ts'
import { shortNameOf, targetLabels } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { AmountField } from '../../forms/client/AmountField.tsx'
import s from '../../forms/client/fields.module.css'
import { ObjectiveField } from '../../forms/client/ObjectiveField.tsx'
import {
  amountIn,
  blankForm,
  type CreateForm,
  createErrors,
  createInputOf,
  type RevenueForm,
  revenueForm,
  wonErrors,
} from '../../forms/client/targetForm.ts'
import type { CreateInput } from '../../forms/contract.ts'
import { StepFields } from '../../steps/client/StepFields.tsx'

type Props = { id: string; onClose: () => void }

/** Asks for the won revenue and offers the next target at the same company. */
export function CompleteDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Won target={target} onClose={onClose} /> : null
}

const kinds = { intangible: targetLabels.intangible, amount: 'Amount' }

function Won({ target, onClose }: { target: Target; onClose: () => void }) {
  const today = useToday()
  const actions = useTargetActions()
  const asksSource = useIsOn(referralsFlag) && !target.came_from
  const [hasNext, setNext] = useState(false)
  useDraft(`open:won:${target.id}`, hasNext || null, setNext)
  const next = useForm<CreateForm>({
    draft: `won:${target.id}:next`,
    initial: blankForm(today, sameCompany(target)),
    check: createErrors,
    isEager: true,
  })
  const won = useForm<RevenueForm>({
    draft: `won:${target.id}`,
    initial: revenueForm(target.projected_revenue),
    check: wonErrors,
    isEager: true,
    act: (given) => {
      const isReady = !hasNext || next.isReady()
      return (
        isReady && actions.complete(target.id, amountIn(given) ?? 0, hasNext ? createInputOf(next.values) : undefined)
      )
    },
    onDone() {
      onClose()
      if (asksSource) targetDialogs.cameFrom(target.id)
    },
  })
  return (
    <FormDialog size={680} title={`Mark ${shortNameOf(target)} as won`} form={won} onClose={onClose} verb="Won">
      <div className={`stack gap16 ${s.fields}`}>
        <AmountField label="Won revenue" kinds={kinds} inputLabel="Estimated won revenue amount" form={won} hasCursor />
        <Checkbox
          label={`Start a new Target with ${shortNameOf(target)}`}
          checked={hasNext}
          onChange={(event) => setNext(event.currentTarget.checked)}
        />
        {hasNext && (
          <div className={`stack gap16 ${s.fields}`} {...next.watch}>
            <p className="cap">Copies the company, contact, email, phone, type, and value.</p>
            <ObjectiveField field={next.field('goal')} />
            <StepFields label="First step" form={fieldPart(next)} today={today} />
          </div>
        )}
      </div>
    </FormDialog>
  )
}

/** Fields that a new target copies from a won one. Source: the specification, section 4. */
export const sameCompany = ({
  company,
  contact,
  contact_email,
  contact_phone,
  type,
  value,
}: Target): Partial<CreateInput> => ({
  company,
  contact,
  contact_email,
  contact_phone,
  type,
  value,
})
