import { Button } from '@mantine/core'
import s from '#core/client/panels/Panel.module.css'
import { Panel } from '#core/client/panels/Panel.tsx'
import { useQuery } from '#core/client/query.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useSession } from '#core/client/session.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { managedPeople } from '../../pipelines/contract.ts'

/** Links to the pipelines of the people one manages. Empty for anyone else. */
export function PeoplePanel({ onClose }: { onClose: () => void }) {
  const { people, total } = useQuery(managedPeople, undefined).value ?? {}
  const navigate = useNavigate()
  const isAdmin = useSession()?.user.role === 'admin'
  if (!people || (people.length === 0 && !isAdmin)) return null
  const open = () => {
    onClose()
    void navigate({ to: '/viewer/pipeline/people' })
  }
  const lead =
    people.length === 0
      ? 'As a firm admin, you can hand over anyone’s Targets.'
      : (total ?? people.length) === 1
        ? `You manage the pipeline of ${people[0]!.fullname}.`
        : `You manage the pipelines of ${total ?? people.length} people.`
  return (
    <Panel title="People" lead={lead} icon={<Icon name="users-group" size={20} />}>
      <div className={`row wrap gap8 ${s.row}`}>
        <Button variant="default" onClick={open}>
          People
        </Button>
      </div>
    </Panel>
  )
}
