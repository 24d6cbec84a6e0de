import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NewProvider, signOnLimits } from '#features/account/signOnContract.ts'

type Props = {
  onClose: () => void
  /** Returns the message to show after adding the provider. */
  onAdd: (provider: NewProvider) => Promise<string>
}

/**
 * Creates a provider with its display name and issuer. The rest of the setup needs the redirect URL, which then exists.
 */
export function AddProviderDialog({ onClose, onAdd }: Props) {
  const form = useForm({
    draft: 'provider',
    initial: { name: '', issuer: '' },
    shape: NewProvider,
    send: onAdd,
    onDone: onClose,
  })
  return (
    <FormDialog title="Add a provider" form={form} onClose={onClose} verb="Add">
      <TextInput
        label="Name"
        description="The name people see when they sign in."
        data-autofocus
        maxLength={signOnLimits.name}
        {...form.field('name')}
      />
      <TextInput
        label="Issuer"
        description="The issuer URL from the provider’s OpenID Connect settings."
        placeholder="https://login.example.com"
        type="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={signOnLimits.issuer}
        {...form.field('issuer')}
      />
    </FormDialog>
  )
}
