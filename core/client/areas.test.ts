import { beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#core/contract/session.ts'
import { type Area, isPermitted, landingPath, rememberPath } from './areas.ts'
import { hasNoArea } from './ClosedArea.tsx'
import { afterLogin } from './lastPath.ts'

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})

const icon = 'users' as const
const area = (name: string, path: string, landing: number, isFor?: Area['isFor']): Area => ({
  name,
  label: name,
  path,
  prefixes: [path],
  icon,
  order: 1,
  landing,
  ...(name !== 'account' && { flag: { name } }),
  isFor,
})
const insights = area('insights', '/insights/new', 2, ({ Settings }) => Settings['key-org_report'] !== 0)
const built = [
  area('targets', '/targets', 1),
  area('trainer', '/trainer/lessons', 3),
  insights,
  area('viewer', '/viewer', 4),
  area('assets', '/viewer/assets', 5),
  area('account', '/account', 6),
]
const places = {
  areas: built,
  screens: [{ path: '/notifications' }, { path: '/setup', opensTo: 'signedOut' }],
}

function aSession(on: readonly string[], settings: Record<string, number> = {}, id = 'dana'): Session {
  const flag = (name: string) => ({ on: on.includes(name) ? ('yes' as const) : ('no' as const) })
  const features = { sharing: flag(''), overlaps: 'yes' as const, ical: flag(''), report: flag('') }
  return {
    token: 'token',
    user: {
      id,
      uid: id,
      first_name: '',
      last_name: '',
      fullname: '',
      email: '',
      phone: '',
      user_nicename: '',
      role: 'member',
    },
    Org: {
      id: 'org',
      name: '',
      logo: { url: '' },
      category_name: '',
      access: '',
      time_zone: 'UTC',
      ugc: { project_id: null },
    },
    Settings: settings,
    Subscriptions: {
      targets: { ...flag('targets'), features },
      trainer: flag('trainer'),
      insights: flag('insights'),
      viewer: flag('viewer'),
      assets: flag('assets'),
      license: { features: { '2fa': flag('2fa') } },
    },
  }
}

test('lands a person without a last path in the first subscribed area: targets, insights, trainer, viewer, assets', () => {
  const order = ['targets', 'insights', 'trainer', 'viewer', 'assets']
  const landings = order.map((_, i) => landingPath(aSession(order.slice(i)), built))
  expect(landings).toEqual(['/targets', '/insights/new', '/trainer/lessons', '/viewer', '/viewer/assets'])
})

test('returns no area for a firm without any, regardless of what else is open', () => {
  expect([hasNoArea(aSession([]), built), hasNoArea(aSession(['trainer']), built)]).toEqual([true, false])
})

test('lands a person without any area in the account, which is always allowed', () => {
  expect(landingPath(aSession([]), built)).toBe('/account')
})

test('hides Insights when key-org_report is 0 and shows them otherwise', () => {
  expect(isPermitted(aSession(['insights'], { 'key-org_report': 0 }), insights)).toBe(false)
  expect(isPermitted(aSession(['insights'], { 'key-org_report': 1 }), insights)).toBe(true)
})

test('lands people in the area that claims them first, and everyone else by order', () => {
  const admin: Area = {
    name: 'admin',
    label: 'Admin',
    path: '/admin',
    prefixes: ['/admin'],
    icon,
    order: 100,
    isFor: ({ user }) => user.role !== 'member',
    lands: ({ user }) => (user.role === 'operator' ? '/admin/firms' : undefined),
  }
  const landingOf = (role: Session['user']['role']) => {
    const session = aSession(['targets'])
    return landingPath({ ...session, user: { ...session.user, role } }, [...built, admin])
  }
  expect([landingOf('operator'), landingOf('admin'), landingOf('member')]).toEqual([
    '/admin/firms',
    '/targets',
    '/targets',
  ])
})

test('closes personal areas to operators until they work as someone else', () => {
  const tracker: Area = { ...built[0]!, flag: { name: 'targets', isPersonal: true } }
  const session = aSession(['targets', 'insights'])
  const operator = { ...session, user: { ...session.user, role: 'operator' as const } }
  const asDana = { ...session, Switch: { token: '', user_id: 'op', name: 'Op' } }
  expect([operator, session, asDana].map((one) => isPermitted(one, tracker))).toEqual([false, true, true])
  rememberPath('/targets/lost', 'dana')
  expect(afterLogin(operator, { ...places, areas: [tracker, insights] })).toBe('/insights/new')
})

test('reopens the last visited path with its query after login', () => {
  rememberPath('/targets/completed?q=acme', 'dana')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets/completed?q=acme')
})

test('opens a path that was requested before signing in', () => {
  rememberPath('/targets/lost', null)
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets/lost')
})

test("ignores another person's last path", () => {
  rememberPath('/targets/lost', 'lee')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
})

test('never remembers login, one-time-code, and reset paths', () => {
  rememberPath('/targets/lost', 'dana')
  for (const path of [
    '/login',
    '/login/sso',
    '/otp-password/a%40b.example/reason',
    '/getresetPasswordLink',
    '/emailConfirmed/key/mail',
    '/',
  ])
    rememberPath(path, 'dana')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets/lost')
})

test("ignores a last path outside the app or in an area the person can't open", () => {
  rememberPath('/viewer/people', 'dana')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
  kept.set('lastPath', JSON.stringify({ path: '//elsewhere.example', user: 'dana' }))
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
  kept.set('lastPath', 'not JSON')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
})

test('follows the last path into every open area and to pages outside any area', () => {
  const everything = aSession(['targets', 'insights', 'trainer', 'viewer', 'assets'])
  for (const path of ['/trainer/lessons/4', '/insights/new', '/viewer/people?q=a', '/account/pwd', '/notifications']) {
    rememberPath(path, 'dana')
    expect(afterLogin(everything, places)).toBe(path)
  }
  for (const path of ['/setup', '/nowhere']) {
    rememberPath(path, 'dana')
    expect(afterLogin(everything, places)).toBe('/targets')
  }
})
