import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Group.layer.css'
import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { NewToken, scimRoutes as routes, scimLimits } from '../../scim/contract.ts'
import { CopyLine } from './CopyLine.tsx'

type Props = { onClose: () => void; onMade: () => Promise<void> }

/** Creates a named token for the directory and shows it once. */
export function NewKeyDialog({ onClose, onMade }: Props) {
  const [token, setToken] = useState<string | null>(null)
  const form = useForm({
    draft: 'directory',
    initial: { name: '' },
    shape: NewToken,
    send: async (body) => {
      setToken((await call(routes.makeToken, { body })).token)
      await onMade()
      return undefined
    },
  })
  return (
    <Dialog
      title={token ? 'Your directory key' : 'Create directory key'}
      size={520}
      isHeld={token !== null}
      onClose={onClose}
    >
      {token ? (
        <>
          <p className="dim">
            Copy it now. You won’t see it again. Anyone with this key can create and deactivate people here.
          </p>
          <CopyLine label="Secret token" value={token} />
          <Group justify="flex-end" mt="lg">
            <Button onClick={onClose}>I’ve copied it</Button>
          </Group>
        </>
      ) : (
        <Form form={form}>
          <TextInput
            label="Name"
            description="The directory that uses this key. The name appears in the audit log."
            placeholder="Entra ID"
            data-autofocus
            maxLength={scimLimits.name}
            {...form.field('name')}
          />
          <Group justify="flex-end" mt="lg">
            <Submit form={form}>Create key</Submit>
          </Group>
        </Form>
      )}
    </Dialog>
  )
}
