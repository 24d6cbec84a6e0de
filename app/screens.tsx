// The only place that lists the features' screens: which address shows what, and who may come in.
import { IconTargetArrow, IconUserCircle } from '@tabler/icons-react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  useParams,
  useSearch,
} from '@tanstack/react-router'
import { type Area, afterLogin, isPermitted, landingPath, rememberPath } from '#core/client/areas.ts'
import { ErrorScreen } from '#core/client/ErrorScreen.tsx'
import { session } from '#core/client/session.ts'
import { useTitle } from '#core/client/title.ts'
import { toast } from '#core/client/toasts.ts'
import type { Session } from '#core/contract/session.ts'
import type { AccountTab } from '#features/account/client/AccountPage.tsx'
import { takeResetLink } from '#features/account/client/resetLink.ts'
import { type Status, statusTerm } from '#features/targets/contract.ts'

/** The areas that are built. A tab shows when its area is here and permitted. */
export const areas: readonly Area[] = [
  {
    name: 'targets',
    label: 'Tracker',
    path: '/targets/active',
    prefixes: ['/targets', '/target', '/viewer/pipeline/people'],
    icon: IconTargetArrow,
  },
  { name: 'account', label: 'Account', path: '/account', prefixes: ['/account'], icon: IconUserCircle },
]

const SignedIn = lazyRouteComponent(() => import('./SignedIn.tsx'), 'SignedIn')
const LoginPage = lazyRouteComponent(() => import('#features/account/client/LoginPage.tsx'), 'LoginPage')
const CodePage = lazyRouteComponent(() => import('#features/account/client/CodePage.tsx'), 'CodePage')
const LostPasswordPage = lazyRouteComponent(
  () => import('#features/account/client/LostPasswordPage.tsx'),
  'LostPasswordPage',
)
const NewPasswordPage = lazyRouteComponent(
  () => import('#features/account/client/NewPasswordPage.tsx'),
  'NewPasswordPage',
)
const SsoPage = lazyRouteComponent(() => import('#features/account/client/SsoPage.tsx'), 'SsoPage')
const AccountPage = lazyRouteComponent(() => import('./AccountScreen.tsx'), 'AccountScreen')
const Tracker = lazyRouteComponent(() => import('#features/targets/client/TargetDialogs.tsx'), 'TargetDialogs')
const TargetsPage = lazyRouteComponent(() => import('#features/targets/list/client/TargetsPage.tsx'), 'TargetsPage')
const TargetPage = lazyRouteComponent(() => import('#features/targets/detail/client/TargetPage.tsx'), 'TargetPage')
const PeoplePage = lazyRouteComponent(() => import('#features/targets/pipelines/client/PeoplePage.tsx'), 'PeoplePage')
const PersonTargetsPage = lazyRouteComponent(
  () => import('#features/targets/pipelines/client/PersonTargetsPage.tsx'),
  'PersonTargetsPage',
)
const PersonTargetPage = lazyRouteComponent(
  () => import('#features/targets/pipelines/client/PersonTargetPage.tsx'),
  'PersonTargetPage',
)
const SwitchScreen = lazyRouteComponent(() => import('./SwitchScreen.tsx'), 'SwitchScreen')
const NotificationsScreen = lazyRouteComponent(() => import('./NotificationsScreen.tsx'), 'NotificationsScreen')
const SetUpScreen = lazyRouteComponent(() => import('./SetUpScreen.tsx'), 'SetUpScreen')
const AdminPage = lazyRouteComponent(() => import('#features/admin/client/AdminPage.tsx'), 'AdminPage')

const root = createRootRoute({ component: Outlet })

// — ways in ————————————————————————————————————————————————————————————————————————————————————

const redirectSignedIn = () => {
  const signedIn = session.get()
  if (signedIn) throw redirect({ href: afterLogin(signedIn, areas), replace: true })
}

/** Whose session has ended comes in here again, and what they had not sent is still theirs. */
const redirectLiving = () => {
  if (!session.isDead()) redirectSignedIn()
}

const enter = (signedIn: Session) => {
  session.start(signedIn)
  void router.navigate({ href: afterLogin(signedIn, areas), replace: true })
}

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: redirectSignedIn,
  component: () => (
    <LoginPage
      onSignedIn={enter}
      onChallenge={({ email, message }) =>
        void router.navigate({ to: '/otp-password/$email/$reason', params: { email, reason: message } })
      }
    />
  ),
})

const sso = createRoute({
  getParentRoute: () => root,
  path: '/login/sso',
  beforeLoad: redirectLiving,
  component: () => <SsoPage onSignedIn={enter} />,
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/getresetPasswordLink',
  beforeLoad: redirectSignedIn,
  component: () => <LostPasswordPage />,
})

/** Where a mailed link leads. Its key leaves the address, and the history, before anything is shown. */
const mailedLink = createRoute({
  getParentRoute: () => root,
  path: '/emailConfirmed/$key/$email',
  beforeLoad: ({ params }) => {
    redirectSignedIn()
    takeResetLink(params)
    throw redirect({ to: '/emailConfirmed', replace: true })
  },
})

const newPassword = createRoute({
  getParentRoute: () => root,
  path: '/emailConfirmed',
  beforeLoad: redirectSignedIn,
  component: () => (
    <NewPasswordPage
      onChosen={(message) => {
        toast({ message, color: 'green' })
        void router.navigate({ to: '/login', replace: true })
      }}
    />
  ),
})

const oneTimeCode = createRoute({
  getParentRoute: () => root,
  path: '/otp-password/$email/$reason',
  beforeLoad: redirectSignedIn,
  component: function OneTimeCode() {
    const { email = '', reason = '' } = useParams({ strict: false }) as { email?: string; reason?: string }
    return <CodePage email={email} reason={reason} onSignedIn={enter} />
  },
})

const switchUser = createRoute({
  getParentRoute: () => root,
  path: '/switch',
  component: () => <SwitchScreen />,
})

const setUp = createRoute({
  getParentRoute: () => root,
  path: '/setup',
  beforeLoad: redirectSignedIn,
  component: () => <SetUpScreen />,
})

// — inside —————————————————————————————————————————————————————————————————————————————————————

const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    const signedIn = session.get()
    rememberPath(location.href, signedIn?.user.id ?? null)
    if (!signedIn) throw redirect({ to: '/login', replace: true })
  },
  component: () => <SignedIn areas={areas} />,
})

const home = createRoute({
  getParentRoute: () => inside,
  path: '/',
  beforeLoad: () => {
    const signedIn = session.get()
    if (signedIn) throw redirect({ href: landingPath(signedIn, areas), replace: true })
  },
})

const mayTrack = () => {
  const signedIn = session.get()
  if (!signedIn || isPermitted(signedIn, 'targets')) return
  localStorage.clear()
  session.end()
  throw redirect({ to: '/login', replace: true })
}

const tracker = createRoute({
  getParentRoute: () => inside,
  id: 'tracker',
  beforeLoad: mayTrack,
  component: () => (
    <Tracker>
      <Outlet />
    </Tracker>
  ),
})

const targets = createRoute({
  getParentRoute: () => tracker,
  path: '/targets',
  beforeLoad: () => {
    throw redirect({ to: '/targets/$status', params: { status: 'active' }, replace: true })
  },
})

const targetsByStatus = createRoute({
  getParentRoute: () => tracker,
  path: '/targets/$status',
  beforeLoad: ({ params }) => {
    if (!Object.hasOwn(statusTerm, params.status))
      throw redirect({ to: '/targets/$status', params: { status: 'active' }, replace: true })
  },
  component: function Targets() {
    const { status } = useParams({ strict: false }) as { status: Status }
    useTitle(statusTerm[status])
    return <TargetsPage status={status} />
  },
})

const target = createRoute({
  getParentRoute: () => tracker,
  path: '/target/$id',
  component: () => <TargetPage />,
})

const people = createRoute({
  getParentRoute: () => inside,
  path: '/viewer/pipeline/people',
  beforeLoad: mayTrack,
  component: () => <PeoplePage />,
})

const personTargets = createRoute({
  getParentRoute: () => inside,
  path: '/viewer/pipeline/people/$uid',
  beforeLoad: mayTrack,
  component: function PersonTargets() {
    const { uid = '' } = useParams({ strict: false }) as { uid?: string }
    const { status } = useSearch({ strict: false }) as { status?: string }
    const isKnown = status !== undefined && Object.hasOwn(statusTerm, status)
    return <PersonTargetsPage uid={uid} status={isKnown ? (status as Status) : 'active'} />
  },
})

const personTarget = createRoute({
  getParentRoute: () => inside,
  path: '/viewer/pipeline/people/$uid/target/$id',
  beforeLoad: mayTrack,
  component: function PersonTarget() {
    const { uid = '', id = '' } = useParams({ strict: false }) as { uid?: string; id?: string }
    return <PersonTargetPage uid={uid} id={id} />
  },
})

const accountTab = createRoute({
  getParentRoute: () => inside,
  path: '/account/$tab',
  component: function Account() {
    const { tab } = useParams({ strict: false }) as { tab: AccountTab }
    return <AccountPage tab={tab} />
  },
})

const account = createRoute({
  getParentRoute: () => inside,
  path: '/account',
  beforeLoad: () => {
    throw redirect({ to: '/account/$tab', params: { tab: 'edit' }, replace: true })
  },
})

const admin = createRoute({
  getParentRoute: () => inside,
  path: '/admin',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$', params: { _splat: 'people' }, replace: true })
  },
})

const adminTab = createRoute({
  getParentRoute: () => inside,
  path: '/admin/$',
  beforeLoad: () => {
    const signedIn = session.get()
    if (signedIn?.user.role === 'member') throw redirect({ href: landingPath(signedIn, areas), replace: true })
  },
  component: () => <AdminPage />,
})

const notifications = createRoute({
  getParentRoute: () => inside,
  path: '/notifications',
  component: () => <NotificationsScreen />,
})

const unknown = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    const signedIn = session.get()
    throw redirect({ href: signedIn ? landingPath(signedIn, areas) : '/login', replace: true })
  },
})

const routeTree = root.addChildren([
  login,
  sso,
  resetPassword,
  mailedLink,
  newPassword,
  oneTimeCode,
  switchUser,
  setUp,
  inside.addChildren([
    home,
    tracker.addChildren([targets, targetsByStatus, target]),
    people,
    personTargets,
    personTarget,
    notifications,
    account,
    accountTab,
    admin,
    adminTab,
  ]),
  unknown,
])

export const router = createRouter({
  routeTree,
  defaultErrorComponent: ({ error }) => <ErrorScreen error={error} />,
  scrollRestoration: true,
  defaultPendingMs: 0,
})

/** A person who comes back does not wait for one file after the other. */
export function loadAhead() {
  const signedIn = session.get()
  if (!signedIn) return
  void SignedIn.preload?.()
  if (location.pathname === '/' || location.pathname.startsWith('/targets')) {
    void Tracker.preload?.()
    void TargetsPage.preload?.()
  }
}
