import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useToday } from '#core/client/useToday.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Contact, type Referral, ReferralOutcome } from '../../contract.ts'
import { contactNameOf } from '../../namesContract.ts'
import { type EditReferralInput, outcomeTerm, ReferralInput } from '../contract.ts'
import { useReferralActions } from './useReferralActions.ts'

type Props = {
  contact: Contact
  /** Missing for a new one. */
  referral?: Referral
  onClose: () => void
}

/** Records or changes a referral that the person gave to a contact. */
export function ReferralDialog({ contact, referral, onClose }: Props) {
  const actions = useReferralActions(contact)
  const today = useToday()
  const form = useForm({
    draft: `referral:${referral?.id ?? contact.id}`,
    initial: { about: referral?.about ?? '', day: referral?.day ?? today, outcome: referral?.outcome ?? 'open' },
    shape: ReferralInput,
    check: ({ day }) => (day > today ? { day: 'Choose a day that isn’t in the future.' } : {}),
    isEager: true,
    act(given) {
      if (!referral) return actions.give(given)
      const changes = Object.entries(given).filter(([name, value]) => referral[name as keyof Referral] !== value)
      return changes.length === 0 || actions.edit(referral, Object.fromEntries(changes) as EditReferralInput)
    },
    onDone: onClose,
  })
  const name = contactNameOf(contact)
  return (
    <FormDialog
      title={referral ? `Change a referral to ${name}` : `Record a referral to ${name}`}
      form={form}
      onClose={onClose}
      verb={referral ? 'Save changes' : 'Record referral'}
    >
      <div className="stack gap16">
        <TextInput
          label="What about"
          placeholder="The Moore family’s estate plan"
          description={`Everyone who sees ${name} can read this.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          autoComplete="off"
          data-autofocus
          {...form.field('about')}
        />
        <TextInput label="When" type="date" max={today} {...form.field('day')} />
        <NativeSelect
          label="What became of it"
          data={ReferralOutcome.options.map((value) => ({ value, label: outcomeTerm[value] }))}
          {...form.field('outcome')}
        />
      </div>
    </FormDialog>
  )
}
