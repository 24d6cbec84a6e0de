import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ApiError, call, problemOf } from '#core/client/api.ts'
import { Link } from '#core/client/router/Link.tsx'
import { session as stored, useSession } from '#core/client/session.ts'
import { LoginFrame } from '#core/client/signIn/LoginFrame.tsx'
import { readSwitchAddress } from '#core/client/switchAddress.ts'
import { useTitle } from '#core/client/title.ts'
import { toastLater } from '#core/client/toastLater.ts'
import type { Session } from '#core/contract/session.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { couldNotSwitch, routes, SWITCH_HOURS, type Switchable } from '../../switchingContract.ts'
import { closeEngine } from '../inside/currentEngine.ts'
import s from './SwitchPage.module.css'

/** Queued changes stay in the person's own database and are sent when they return. */
async function begin(switched: Session) {
  await closeEngine()
  stored.start(switched)
  toastLater({ message: `Successfully switched to ${switched.user.fullname}`, color: 'green' })
  location.replace('/')
}

/** Asks first, because opening the link alone must have no effect. */
export function SwitchPage({ u }: { u: unknown }) {
  const userId = readSwitchAddress(u)
  useTitle('Switch user')
  const now = useSession()
  // Keeps the session from when the page opened, because the page closes once the switch is made.
  const [session] = useState(now)
  if (!session)
    return (
      <LoginFrame title="Switch user" lead="Sign in, then open this link again.">
        <Way to="/login">Go to Login</Way>
      </LoginFrame>
    )
  const { Switch, user } = session
  if (Switch) return <Refused why={`You are working as ${user.fullname}. Switch back to ${Switch.name} first.`} />
  if (user.role === 'member') return <Refused why="You’re not allowed to work as someone else." />
  if (!userId) return <Refused why="This link doesn’t name a person." />
  return <Ask userId={userId} />
}

function Refused({ why }: { why: string }) {
  return (
    <LoginFrame title="Switch user" lead={why}>
      <Problem>{couldNotSwitch}</Problem>
      <Way to="/">Back to Pursuit</Way>
    </LoginFrame>
  )
}

const Way = ({ to, children }: { to: string; children: string }) => (
  <Anchor component={Link} to={to} size="sm" fw={550} className={`inline ${s.way}`}>
    {children}
  </Anchor>
)

function Ask({ userId }: { userId: string }) {
  const [person, setPerson] = useState<Switchable | null>(null)
  const [problem, setProblem] = useState<ApiError | Error | null>(null)
  const [tries, setTries] = useState(0)
  const [isBusy, setBusy] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again asks again
  useEffect(() => {
    let isHere = true
    setProblem(null)
    call(routes.whom, { query: { user_id: userId } }).then(
      (found) => isHere && setPerson(found),
      (thrown) => isHere && setProblem(thrown),
    )
    return () => {
      isHere = false
    }
  }, [userId, tries])
  const go = async () => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      begin(await call(routes.switchTo, { query: { user_id: userId } }))
    } catch (thrown) {
      setProblem(thrown as Error)
      setBusy(false)
    }
  }
  const isOffline = problem instanceof ApiError && problem.isOffline
  if (!person)
    return (
      <LoginFrame title="Switch user" lead={problem ? problemOf(problem) : 'One moment…'}>
        {problem && !isOffline && <Problem>{couldNotSwitch}</Problem>}
        {isOffline && (
          <Button fullWidth mb="sm" onClick={() => setTries((now) => now + 1)}>
            Try again
          </Button>
        )}
        {problem && <Way to="/">Back to Pursuit</Way>}
      </LoginFrame>
    )
  return (
    <LoginFrame title={`Work as ${person.fullname}?`} lead={`${person.email} · ${person.firm}`}>
      <Problem>{problem && problemOf(problem)}</Problem>
      <p className={s.what}>
        You’ll be able to see and do everything {person.first_name} can. Every action is recorded under both names.
        Access ends after {SWITCH_HOURS} hours, or when you switch back.
      </p>
      <Button fullWidth leftSection={<Icon name="users" />} onClick={go} aria-disabled={isBusy || undefined}>
        {isBusy ? 'Switching' : `Switch to ${person.fullname}`}
      </Button>
      <div className={`flex mt8 ${s.cancel}`}>
        <Way to="/">Cancel</Way>
      </div>
    </LoginFrame>
  )
}
