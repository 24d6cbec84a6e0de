import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Chip.layer.css'
import { Chip, TextInput } from '@mantine/core'
import chips from '#core/ui/chips.module.css'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { limits, type Target } from '../../contract.ts'
import s from '../../forms/client/fields.module.css'
import { useOffered } from '../../steps/client/offered.ts'

type Props = { id: string; onClose: () => void }

export function LoseDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Lost target={target} onClose={onClose} /> : null
}

function Lost({ target, onClose }: { target: Target; onClose: () => void }) {
  const actions = useTargetActions()
  const { lost_reasons } = useOffered()
  const form = useForm({
    draft: `lost:${target.id}`,
    initial: { reason: '' },
    check: ({ reason }) => ({
      reason:
        reason.trim().length > limits.lostReason ? `Maximum length is ${limits.lostReason} characters` : undefined,
    }),
    isEager: true,
    act: ({ reason }) => actions.lose(target.id, reason.trim()),
    onDone: onClose,
  })
  return (
    <FormDialog title={`Mark ${shortNameOf(target)} as lost`} form={form} onClose={onClose} verb="Lost">
      <div className={`stack gap16 ${s.fields}`}>
        <fieldset aria-label="Suggested reasons">
          <div className="flex wrap gap8">
            <Chip.Group value={form.values.reason} onChange={(chosen) => form.set('reason', chosen as string)}>
              {lost_reasons.map((one) => (
                <Chip
                  key={one}
                  value={one}
                  variant="outline"
                  classNames={{ label: chips.chip, iconWrapper: chips.hidden }}
                >
                  {one}
                </Chip>
              ))}
            </Chip.Group>
          </div>
        </fieldset>
        <TextInput
          label={
            <>
              Reason<span className={`size12 regular dim ${s.optional}`}> optional</span>
            </>
          }
          placeholder="What made the difference?"
          autoComplete="off"
          data-autofocus
          {...form.field('reason')}
        />
      </div>
    </FormDialog>
  )
}
