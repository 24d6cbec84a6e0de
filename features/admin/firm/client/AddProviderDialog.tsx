import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { NewProvider, signOnLimits } from '#features/account/signOnContract.ts'

type Props = {
  onClose: () => void
  /** Answers what is said when it is added. */
  onAdd: (provider: NewProvider) => Promise<string>
}

/** The beginning of a provider: what people see, and who it is. The rest needs the redirect address, which it has from then on. */
export function AddProviderDialog({ onClose, onAdd }: Props) {
  const [values, setValues] = useState<NewProvider>({ name: '', issuer: '' })
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const field = (name: keyof NewProvider) => ({
    name,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget
      setValues((now) => ({ ...now, [name]: value }))
      setErrors({})
    },
  })
  const submit = async () => {
    const found = errorsOf(NewProvider, values)
    if (Object.keys(found).length > 0) return setErrors(found)
    if (await run(() => onAdd(values))) onClose()
  }
  return (
    <FormDialog
      title="Add a provider"
      problem={Object.keys(errors).length > 0 ? null : problem}
      onClose={onClose}
      onSubmit={submit}
      verb="Add"
      isBusy={isBusy}
    >
      <TextInput
        label="Name"
        description="As people see it when they choose."
        data-autofocus
        maxLength={signOnLimits.name}
        {...field('name')}
      />
      <TextInput
        label="Issuer"
        description="The provider's own address, as its OpenID Connect page names it."
        placeholder="https://login.example.com"
        type="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={signOnLimits.issuer}
        {...field('issuer')}
      />
    </FormDialog>
  )
}
