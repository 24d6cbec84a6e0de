import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { ChosenBar } from '#core/ui/table/ChosenBar.tsx'
import { counted } from '../../client/labels.ts'
import { type AdminPerson, peopleRoutes as routes } from '../contract.ts'
import { useGroups } from './useGroups.ts'

type Props = {
  people: readonly AdminPerson[]
  isOffline: boolean
  onDone: () => Promise<void>
  onClear: () => void
}

export function ChosenPeople({ people, isOffline, onDone, onClear }: Props) {
  const groups = useGroups()
  const { isBusy, problem, run } = useMutation()
  const waiting = people.filter(({ state }) => state === 'waiting')
  const addable = people.filter(({ is_deactivated }) => !is_deactivated)
  const invite = () =>
    run(async () => {
      const { invited } = await call(routes.inviteMany, { body: { ids: waiting.map(({ id }) => id) } })
      await onDone()
      return `${counted(invited, 'invitation')} sent.`
    })
  const add = (group: string) =>
    run(async () => {
      const { name } = await call(routes.placeMembers, {
        params: { id: group },
        body: { add: addable.map(({ id }) => id) },
      })
      await onDone()
      return `Added ${counted(addable.length, 'person', 'people')} to ${name}.`
    })
  return (
    <>
      <Problem>{problem}</Problem>
      <ChosenBar label="Selected people" says={`${people.length} selected`} clearLabel="Clear" onClear={onClear}>
        {addable.length > 0 && groups.length > 0 && (
          <NativeSelect
            aria-label="Add to a group"
            data={[
              { value: '', label: 'Add to a group…' },
              ...groups.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value=""
            disabled={isOffline || isBusy}
            onChange={(event) => event.currentTarget.value && add(event.currentTarget.value)}
          />
        )}
        {waiting.length > 0 && (
          <Button variant="default" disabled={isOffline || isBusy} onClick={invite}>
            {waiting.length === people.length ? 'Send invitations' : `Invite ${waiting.length}`}
          </Button>
        )}
      </ChosenBar>
    </>
  )
}
