import { UnstyledButton } from '@mantine/core'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { TopBanner } from '#core/ui/TopBanner.tsx'
import type { ManagedPerson } from '../contract.ts'
import s from './PipelineBand.module.css'

/** Shown above every page of a managed person's pipeline, so that managers don't mistake it for their own. */
export function PipelineBand({ person, onHandOver }: { person: ManagedPerson; onHandOver: () => void }) {
  const navigate = useNavigate()
  return (
    <TopBanner
      className={s.band}
      label={`${person.fullname}’s pipeline`}
      more={
        person.reads_only
          ? `. You can read it and change nothing. ${person.first_name} can see that you were here.`
          : `. ${person.first_name} can see that you visited and what you change.`
      }
      back="Back to People"
      onBack={() => void navigate({ to: '/viewer/pipeline/people' })}
    >
      <b>{person.fullname}’s pipeline</b>
      {person.reads_only && (
        <UnstyledButton className={`semi touch ${s.handOver}`} onClick={onHandOver}>
          Hand over Targets
        </UnstyledButton>
      )}
    </TopBanner>
  )
}
