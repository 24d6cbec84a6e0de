import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { counted, formatTargets } from '../../client/labels.ts'
import { handedStatuses, peopleRoutes as routes } from '../contract.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { HandOverDialog } from './HandOverDialog.tsx'
import { HandOverProgress } from './HandOverProgress.tsx'
import p from './People.module.css'
import type { PersonPart } from './personPart.ts'

/** Deactivates or erases a person and hands over their targets. */
export function PersonLeaving({ person, isOffline, onChanged, reload }: PersonPart) {
  const me = useSession()
  const [asking, setAsking] = useState<'deactivate' | 'handOver' | 'erase' | null>(null)
  const { isBusy, problem, run } = useMutation()
  if (me?.user.id === person.id || person.is_erased) return null
  const name = fullNameOf(person)
  // The number of private Targets is shown only for the hand-over of a deactivated person.
  const hidden = person.is_deactivated ? person.private_targets : 0
  const owned = handedStatuses.reduce((sum, status) => sum + (person.targets[status] ?? 0), hidden)
  const isRunning = person.hand_over?.state === 'running'
  const reactivate = () =>
    run(async () => {
      onChanged(await call(routes.reactivate, { params: { id: person.id } }))
      return `${name} can sign in again.`
    })
  return (
    <section className={`stack gap16 ${p.section}`} aria-labelledby="person-leaving">
      <h3 id="person-leaving">{person.is_deactivated ? 'Deactivated' : 'Deactivation'}</h3>
      <Problem>{problem}</Problem>
      {person.hand_over && <HandOverProgress handOver={person.hand_over} reload={reload} />}
      <ul className={p.rows}>
        <li>
          <div className={p.action}>
            <strong className="block semi">Targets</strong>
            <span className="dim">
              {owned === hidden
                ? hidden > 0
                  ? `Owns ${counted(hidden, 'private Target')}.`
                  : `${name} owns no Targets.`
                : formatTargets(person.targets)}
            </span>
          </div>
          {owned > 0 && (
            <Button variant="default" disabled={isOffline || isRunning} onClick={() => setAsking('handOver')}>
              Hand over
            </Button>
          )}
        </li>
        <li>
          <div className={p.action}>
            <strong className="block semi">{person.is_deactivated ? 'Reactivate' : 'Deactivate'}</strong>
            <span className="dim">
              {person.is_deactivated
                ? 'They use the same email and password. Targets that were handed over stay with their new owners.'
                : 'Signs the person out right away. Their work stays, and you can reactivate them.'}
            </span>
          </div>
          {person.is_deactivated ? (
            <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={reactivate}>
              Reactivate
            </Button>
          ) : (
            <Button variant="outline" color="red" disabled={isOffline} onClick={() => setAsking('deactivate')}>
              Deactivate…
            </Button>
          )}
        </li>
        {person.is_deactivated && (
          <li>
            <div className={p.action}>
              <strong className="block semi">Erase</strong>
              <span className="dim">
                {owned > 0
                  ? 'Available once their Targets are handed over.'
                  : 'Permanently deletes their name, email, phone, and sign-in methods. Their work stays, without their name.'}
              </span>
            </div>
            <Button
              variant="outline"
              color="red"
              disabled={isOffline || owned > 0 || isRunning}
              onClick={() => setAsking('erase')}
            >
              Erase…
            </Button>
          </li>
        )}
      </ul>
      {asking === 'erase' && <EraseDialog person={person} onClose={() => setAsking(null)} onDone={onChanged} />}
      {asking && asking !== 'erase' && (
        <HandOverDialog
          person={person}
          isLeaving={asking === 'deactivate'}
          onClose={() => setAsking(null)}
          onDone={(now) => {
            onChanged(now)
            const moved = now.hand_over && now.hand_over.created_at !== person.hand_over?.created_at
            const targets = moved ? counted(now.hand_over!.total, 'Target') : null
            if (asking === 'handOver') return targets ? `Handed over ${targets} of ${name}.` : undefined
            return `${name} was deactivated${targets ? `, and ${targets} handed over` : ''}.`
          }}
        />
      )}
    </section>
  )
}
