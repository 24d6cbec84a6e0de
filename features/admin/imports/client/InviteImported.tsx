import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import { useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { counted, number } from '../../client/labels.ts'
import { peopleRoutes as routes } from '../../people/contract.ts'
import { invitableQuery } from '../../people/queries.ts'
import s from './Import.module.css'

/** Invites the people of an import in batches. Each person is invited once, even if it is started again. */
export function InviteImported({ importId, isOffline }: { importId: string; isOffline: boolean }) {
  const params = { id: importId }
  const asked = useQuery(invitableQuery, importId)
  const { value: answer, refresh: reload } = asked
  const [sent, setSent] = useState<{ done: number; of: number } | null>(null)
  const { isBusy, problem, run } = useMutation()
  if (!answer) return <AnswerState of={asked} />
  if (answer.left === 0 && !isBusy) return null
  const invite = () =>
    run(async () => {
      let done = 0
      try {
        for (let left = answer.left; left > 0; ) {
          setSent({ done, of: done + left })
          const part = await call(routes.inviteImported, { params })
          done += part.invited
          left = part.invited === 0 ? 0 : part.left
        }
      } finally {
        setSent(null)
        await reload()
      }
      return `${counted(done, 'invitation')} sent.`
    })
  return (
    <div className={`card stack top gap12 ${s.panel}`}>
      <p>
        {counted(answer.left, 'person hasn’t', 'people haven’t')} been invited yet. Email them a link to choose a
        password.
      </p>
      <Problem>{problem}</Problem>
      {sent ? (
        <>
          <Progress className="fill" value={(sent.done / sent.of) * 100} size={8} aria-label="Invitations sent" />
          <p className="num" role="status">
            {number(sent.done)} of {counted(sent.of, 'invitation')}
          </p>
        </>
      ) : (
        <Button disabled={isOffline} aria-disabled={isBusy || undefined} onClick={invite}>
          Invite {counted(answer.left, 'person', 'people')}
        </Button>
      )}
    </div>
  )
}
