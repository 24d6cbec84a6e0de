import { Button } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { type Status, statusTerm } from '../../contract.ts'
import s from './EmptyList.module.css'

const QuickStart = lazyComponent(() => import('../../forms/client/QuickStart.tsx').then((file) => file.QuickStart))

export function EmptyList({ status }: { status: Status }) {
  const create = (
    <Button
      leftSection={<Icon name="plus" stroke={2} />}
      rightSection={
        <kbd className={`onlyWide size12 ${s.key}`} aria-hidden>
          N
        </kbd>
      }
      onClick={() => targetDialogs.create()}
    >
      {targetLabels.newTarget}
    </Button>
  )
  const back = (
    <Button variant="default" component={Link} to="/targets/active">
      Back to {statusTerm.active}
    </Button>
  )
  return (
    <EmptyState title={`You have no ${statusTerm[status]} Targets.`} action={status === 'deleted' ? back : create}>
      {status === 'deleted' ? (
        <p>Targets you move to the trash stay here for 30 days. You can pursue them again until then.</p>
      ) : (
        <>
          <ul className={s.tips}>
            <li>Use the plus button to create Targets. It takes about 15 seconds.</li>
            <li>Keep working on them, one step at a time.</li>
            <li>Grow your pipeline by completing Targets.</li>
          </ul>
          {status === 'active' && (
            <div className={s.quick}>
              <QuickStart />
            </div>
          )}
        </>
      )}
    </EmptyState>
  )
}
