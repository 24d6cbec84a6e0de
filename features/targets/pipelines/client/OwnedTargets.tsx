import '@mantine/core/styles/Loader.layer.css'
import { Button, Checkbox } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import type { RouteResponse } from '#core/contract/route.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { statusTerm } from '../../contract.ts'
import { routes } from '../../routesContract.ts'
import { PersonDialog } from '../../sharing/client/PersonDialog.tsx'
import o from './OwnedTargets.module.css'
import s from './PeoplePage.module.css'

type Owned = RouteResponse<typeof routes.owned>
type Colleague = { id: string; fullname: string }

const targetsIn = (count: number) => `${count} ${count === 1 ? 'Target' : 'Targets'}`

/** Lists only the names of a person's Targets, for a firm admin who hands them over. The device stores none of it. */
export function OwnedTargets({ uid }: { uid: string }) {
  const { owned, problem, load } = useOwned(uid)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  useTitle(owned?.person.fullname ?? 'People')
  if (!owned && problem)
    return <EmptyState level={1} title={problem} action={<Link to="/viewer/pipeline/people">People</Link>} />
  if (!owned) return <LoadingPlaceholder />
  const { person, targets } = owned
  const ids = targets.filter(({ id }) => chosen.has(id)).map(({ id }) => id)
  const choose = (id: string) =>
    setChosen((now) => new Set(now.has(id) ? [...now].filter((other) => other !== id) : [...now, id]))

  const handOver = async (to: Colleague) => {
    setBusy(true)
    const refused: string[] = []
    for (const id of ids)
      await call(routes.handOver, { params: { id }, body: { user_id: to.id } }).catch((thrown) =>
        refused.push(problemOf(thrown)),
      )
    const done = ids.length - refused.length
    if (done > 0) toast({ message: `${to.fullname} now owns ${targetsIn(done)}.` })
    if (refused.length > 0)
      toast({ message: `${targetsIn(refused.length)} not changed: ${refused[0]}`, color: 'red', stays: true })
    setBusy(false)
    setChosen(new Set())
    load()
  }

  return (
    <>
      <p className={`mb8 dim ${s.lead}`}>
        <Link to="/viewer/pipeline/people" className="dim">
          People
        </Link>
      </p>
      <h1 className="mb4">{person.fullname}</h1>
      <p className={`mb8 dim ${s.lead}`}>
        As a firm admin, you can hand these Targets over to another owner. Only {person.fullname}, collaborators, and
        their managers can see what’s in them.
      </p>
      {problem && <p role="alert">{problem}</p>}
      {targets.length === 0 && <EmptyState title={`${person.fullname} owns no Targets.`} />}
      {targets.length > 0 && (
        <>
          <div className={`row wrap ${o.acts}`}>
            <Checkbox
              className={o.all}
              label={`Select all ${targets.length}`}
              checked={ids.length === targets.length}
              indeterminate={ids.length > 0 && ids.length < targets.length}
              onChange={({ currentTarget }) =>
                setChosen(new Set(currentTarget.checked ? targets.map(({ id }) => id) : []))
              }
            />
            <Button
              leftSection={<Icon name="arrow-forward-up" />}
              disabled={ids.length === 0}
              loading={isBusy}
              onClick={() => setAsking(true)}
            >
              Hand over{ids.length > 0 && ` ${targetsIn(ids.length)}`}
            </Button>
          </div>
          <ul className={`card ${o.list}`} aria-label="Targets">
            {targets.map(({ id, name, status }) => (
              <li key={id}>
                <Checkbox
                  className={o.target}
                  label={
                    <>
                      {name}
                      <small className="cap block">{statusTerm[status]}</small>
                    </>
                  }
                  checked={chosen.has(id)}
                  onChange={() => choose(id)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {isAsking && (
        <PersonDialog
          draft={`handOver:${ids.join()}`}
          title={`Hand over ${targetsIn(ids.length)}`}
          lead={`The new owner gets the open steps and history. They leave ${person.fullname}’s list.`}
          without={[person.id]}
          onChoose={(to) => void handOver(to)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function useOwned(uid: string) {
  const [owned, setOwned] = useState<Owned | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [asked, setAsked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` asks again
  useEffect(() => {
    let isCurrent = true
    call(routes.owned, { params: { id: uid } }).then(
      (answer) => {
        if (!isCurrent) return
        setOwned(answer)
        setProblem(null)
      },
      (thrown) => isCurrent && setProblem(problemOf(thrown)),
    )
    return () => {
      isCurrent = false
    }
  }, [uid, asked])
  return { owned, problem, load: () => setAsked((times) => times + 1) }
}
