import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { EraseAddressInput, erasureRoutes } from '#features/contacts/erasureContract.ts'
import p from '../../people/client/People.module.css'

const DONE = 'If your firm keeps this address, everything that names the person is erased now.'

/** Erases a person outside the firm by an address. Nothing tells whether there was one, also not the admin. */
export function EraseOutsider({ isOffline }: { isOffline: boolean }) {
  const [isAsking, setAsking] = useState(false)
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="firm-erase">
      <h3 id="firm-erase">People outside the firm</h3>
      <p className="dim">
        If a person asks you to delete what your firm keeps about them, erase them by their email address. This includes
        contacts on private Targets, which you can’t see.
      </p>
      <div>
        <Button variant="outline" color="red" disabled={isOffline} onClick={() => setAsking(true)}>
          Erase a person…
        </Button>
      </div>
      {isAsking && <Asking onClose={() => setAsking(false)} />}
    </section>
  )
}

function Asking({ onClose }: { onClose: () => void }) {
  const form = useForm({
    initial: { email: '' },
    shape: EraseAddressInput,
    send: async (body) => {
      await call(erasureRoutes.eraseAddress, { body })
      return DONE
    },
    onDone: onClose,
  })
  return (
    <FormDialog title="Erase a person outside the firm" form={form} onClose={onClose} verb="Erase" isDangerous>
      <div className="stack gap16">
        <TextInput label="Email address" type="email" autoComplete="off" data-autofocus {...form.field('email')} />
        <p>
          This deletes the person’s name, addresses, phone numbers, notes, and emails for everyone in the firm. Targets
          and touches stay, with “someone no longer kept.” You can’t undo this.
        </p>
      </div>
    </FormDialog>
  )
}
