import { Button } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { statusTerm } from '../../contract.ts'
import s from '../../list/client/SubTabs.module.css'
import { KEEP_DELETED_DAYS } from '../contract.ts'

/** Replaces the tabs and says how long deleted Targets can be restored. */
export function DeletedHead({ count }: { count: number }) {
  return (
    <div className={`flex gap8 mb16 ${s.head}`} data-deleted>
      <div className="grow">
        <Link to="/targets/$status" params={{ status: 'active' }} className={`inline gap4 medium ${s.back}`}>
          <Icon name="arrow-left" size={16} stroke={1.75} />
          Back to {statusTerm.active}
        </Link>
        <h2>{statusTerm.deleted}</h2>
        <p className="dim">Targets are permanently deleted after {KEEP_DELETED_DAYS} days.</p>
      </div>
      {count > 0 && (
        <Button
          variant="default"
          className="bad surface"
          leftSection={<Icon name="trash-x" />}
          onClick={() => targetDialogs.emptyTrash()}
        >
          {targetLabels.emptyTrash}
        </Button>
      )}
    </div>
  )
}
