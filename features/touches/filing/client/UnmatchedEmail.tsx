import { Button } from '@mantine/core'
import type { NoticeLine } from '#core/client/notices.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'

/** Asks for one of the person's Targets. The line itself offers a new one. */
export function UnmatchedEmail({ subjectId, text, markRead }: NoticeLine) {
  const navigate = useNavigate()
  if (!subjectId) return null
  const choose = () => {
    markRead()
    void navigate({ to: '/targets/active', hash: `file=${subjectId}` })
  }
  return (
    <p className="row wrap gap8 mt8">
      <Button size="compact-sm" variant="default" onClick={choose}>
        Choose a Target<span className="hide"> {text}</span>
      </Button>
    </p>
  )
}
