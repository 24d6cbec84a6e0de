import { Button } from '@mantine/core'
import type { NoticeLine } from '#core/client/notices.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchActions } from '../../client/touchActionsOn.ts'
import { touchCollection } from '../../contract.ts'

/** Moves a filed email to another Target, or deletes it, as long as it's there. */
export function FiledEmail({ subjectId, text, markRead }: NoticeLine) {
  const navigate = useNavigate()
  const actions = useTouchActions()
  const touch = useRowsOnceLoaded(touchCollection).find(({ id }) => id === subjectId)
  if (!touch?.target_id) return null
  const { target_id: id } = touch
  const move = () => {
    markRead()
    void navigate({ to: '/target/$id', params: { id }, hash: `move=${touch.id}` })
  }
  const undo = () => {
    markRead()
    actions.remove(touch)
  }
  return (
    <p className="row wrap gap8 mt8">
      <Button size="compact-sm" variant="default" onClick={move}>
        Move<span className="hide"> {text}</span>
      </Button>
      <Button size="compact-sm" variant="default" onClick={undo}>
        Undo<span className="hide"> {text}</span>
      </Button>
    </p>
  )
}
