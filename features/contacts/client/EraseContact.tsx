import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { isOfflineNow, useEngine, useSyncStatus } from '#core/client/sync.tsx'
import { useMutation } from '#core/client/useMutation.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import type { Contact } from '../contract.ts'
import { erasureRoutes } from '../erasureContract.ts'
import { contactNameOf } from '../namesContract.ts'

/** Lets an admin erase the contact after a request of the person. */
export function EraseContact({ contact }: { contact: Contact }) {
  const session = useSession()
  const isOffline = useSyncStatus(isOfflineNow)
  const [isAsking, setAsking] = useState(false)
  if (!session || session.user.role === 'member' || contact.isTemp) return null
  return (
    <>
      <Button variant="outline" color="red" disabled={isOffline} onClick={() => setAsking(true)}>
        Erase…
      </Button>
      {isAsking && <Confirmation contact={contact} onClose={() => setAsking(false)} />}
    </>
  )
}

function Confirmation({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const engine = useEngine()
  const { isBusy, problem, run } = useMutation()
  const name = contactNameOf(contact)
  const submit = async () => {
    const isDone = await run(async () => {
      await call(erasureRoutes.erase, { params: { id: contact.id } })
      await engine.pull()
      return 'The contact was erased.'
    })
    if (isDone) onClose()
  }
  return (
    <FormDialog
      title={`Erase ${name}?`}
      form={{ submit, problem, isBusy }}
      onClose={onClose}
      verb="Erase"
      isDangerous
      isCareful
    >
      <p>
        This deletes the person’s name, addresses, phone numbers, and notes, their emails, and their name wherever your
        firm wrote it. Targets and touches stay, with “someone no longer kept.” You can’t undo this.
      </p>
      <p>A first or last name that stands alone in a note stays, and backups keep the person until they’re replaced.</p>
    </FormDialog>
  )
}
