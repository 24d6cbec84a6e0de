import '@mantine/core/styles/CloseButton.layer.css'
import { Button, CloseButton } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { useRow } from '#core/client/sync.tsx'
import { abbreviateAmount } from '#core/contract/money.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { shortNameOf } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { sameCompany } from './CompleteDialog.tsx'
import { endLastWin, useLastWin } from './lastWin.ts'
import s from './WinLine.module.css'

/** Shows 'Won: Halden Shipping, $48k' with next options. Hidden when the win is undone. */
export function WinLine() {
  const { id, isFollowed } = useLastWin()
  const target = useRow(targetEndpoints, id ?? '')
  if (target?.status !== 'completed') return null
  const name = shortNameOf(target)
  const start = () => {
    endLastWin()
    targetDialogs.create(sameCompany(target))
  }
  return (
    <section className={`row wrap mb16 good rounded ${s.win}`} aria-label="Your latest win">
      <Icon name="trophy" size={20} />
      <p>
        Won:{' '}
        <Link to="/target/$id" params={{ id: target.id }}>
          {name}
        </Link>
        , {abbreviateAmount(target.revenue)}
      </p>
      {!isFollowed && (
        <Button variant="default" className={s.next} onClick={start}>
          Start the next Target with them
        </Button>
      )}
      <CloseButton aria-label="Dismiss" size={36} iconSize={16} onClick={endLastWin} />
    </section>
  )
}
