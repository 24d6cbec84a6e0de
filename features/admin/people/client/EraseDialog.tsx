import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { type PersonDetail, peopleRoutes as routes } from '../contract.ts'

type Props = { person: PersonDetail; onClose: () => void; onDone: (person: PersonDetail) => void }

/**
 * Confirms the erasure of a person: it lists the data that is deleted and the data that stays, and says that it can't
 * be undone.
 */
export function EraseDialog({ person, onClose, onDone }: Props) {
  const { isBusy, problem, run } = useMutation()
  const name = fullNameOf(person)
  const submit = async () => {
    const isDone = await run(async () => {
      onDone(await call(routes.erase, { params: { id: person.id } }))
      return `${name} was erased.`
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
        This deletes the person’s name, email, phone, sign-in methods, devices, and inbox. Their notes, steps, and
        history stay with the firm under “Former colleague.” You can’t undo this.
      </p>
      <p>
        The audit log keeps the actions without the name. Names typed in notes stay as typed, and backups keep the name
        until they’re replaced.
      </p>
    </FormDialog>
  )
}
