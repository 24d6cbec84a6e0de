import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { type PersonDetail, peopleRoutes as routes } from '../contract.ts'

type Props = { person: PersonDetail; onClose: () => void; onDone: (person: PersonDetail) => void }

/** Says what goes, what stays, and that there is no way back. */
export function EraseDialog({ person, onClose, onDone }: Props) {
  const { isBusy, problem, run } = useChange()
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
        Name, e-mail, phone, ways to sign in, devices and inbox are deleted. Notes, steps and history stay with the firm
        and say ‘Former colleague’. This can’t be taken back.
      </p>
      <p>
        The audit log keeps what was done, without the name, as proof of proper use. What people typed into notes stays
        as they typed it, and backups hold the name until they are replaced.
      </p>
    </FormDialog>
  )
}
