import { AnswerState } from '#core/client/AnswerState.tsx'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { firmSetup } from '../queries.ts'
import { setupSteps } from '../setupSteps.ts'
import s from './Setup.module.css'

/** Lists the setup tasks of a firm. Admins without Targets start here. */
export function Setup() {
  const asked = useQuery(firmSetup, undefined)
  const steps = asked.value && setupSteps(asked.value)
  const open = steps?.filter(({ isDone }) => !isDone).length
  return (
    <section aria-label="Setup" className={s.setup}>
      <AnswerState isAwaited of={asked} />
      {steps && (
        <>
          <p className="dim">
            {open === 0 ? 'Your firm is set up.' : `${steps.length - open!} of ${steps.length} done.`}
          </p>
          <ol className={`card mt12 ${s.list}`}>
            {steps.map(({ label, tells, isDone, to, search }) => {
              const mark = isDone ? 'circle-check-filled' : 'circle-dashed'
              return (
                <li key={label}>
                  <Link to={to} search={search} className={`row gap12 inherit ${s.step}`}>
                    <Icon name={mark} size={22} className={isDone ? 'good' : 'dim'} label={isDone ? 'Done' : 'To do'} />
                    <span className="grow">
                      <strong className="block semi">{label}</strong>
                      <span className="dim break">{tells}</span>
                    </span>
                    <Icon name="chevron-right" className="dim" />
                  </Link>
                </li>
              )
            })}
          </ol>
        </>
      )}
    </section>
  )
}
