import { Button } from '@mantine/core'
import s from '#core/client/panels/Panel.module.css'
import { Panel } from '#core/client/panels/Panel.tsx'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRows } from '#core/client/sync.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { KEEP_DELETED_DAYS } from '../contract.ts'

/** Reviews or empties Recently Deleted. Works offline like any change of a target. */
export function TrashPanel({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const deleted = useRows(targetEndpoints).filter(({ status }) => status === 'deleted')
  const mine = deleted.filter((row) => row.owner_id === row.user_id).length
  const review = () => {
    onClose()
    void navigate({ to: '/targets/$status', params: { status: 'deleted' } })
  }
  const said =
    deleted.length === 0
      ? 'Recently Deleted is empty.'
      : `${deleted.length} ${deleted.length === 1 ? 'Target' : 'Targets'}. Each is kept for ${KEEP_DELETED_DAYS} days.`
  return (
    <Panel title="Recently Deleted" lead={said} icon={<Icon name="trash" size={20} />}>
      <div className={`row wrap gap8 ${s.row}`}>
        <Button variant="default" onClick={review}>
          Review Deleted Targets
        </Button>
        <Button
          variant="default"
          className={s.bad}
          disabled={mine === 0}
          leftSection={<Icon name="trash-x" />}
          onClick={() => targetDialogs.emptyTrash()}
        >
          {targetLabels.emptyTrash}
        </Button>
      </div>
    </Panel>
  )
}
