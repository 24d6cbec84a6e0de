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

const icon = () => null
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

test('Without a last path a person lands in the first subscribed area: targets, insights, trainer, viewer, assets', () => {
  const order = ['targets', 'insights', 'trainer', 'viewer', 'assets']
  const landings = order.map((_, i) => landingPath(aSession(order.slice(i)), built))
  expect(landings).toEqual(['/targets', '/insights/new', '/trainer/lessons', '/viewer', '/viewer/assets'])
})

test('A firm without any area has none, whatever else is open', () => {
  expect([hasNoArea(aSession([]), built), hasNoArea(aSession(['trainer']), built)]).toEqual([true, false])
})

test('A person without any area lands in the account, which is always allowed', () => {
  expect(landingPath(aSession([]), built)).toBe('/account')
})

test('Insights are hidden when key-org_report is 0, and shown when it is not', () => {
  expect(isPermitted(aSession(['insights'], { 'key-org_report': 0 }), insights)).toBe(false)
  expect(isPermitted(aSession(['insights'], { 'key-org_report': 1 }), insights)).toBe(true)
})

test('It lands people where an area has them land first, and all others by the order', () => {
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

test("It closes areas of a person's own work to operators, until they work as someone else", () => {
  const tracker: Area = { ...built[0]!, flag: { name: 'targets', isPersonal: true } }
  const session = aSession(['targets', 'insights'])
  const operator = { ...session, user: { ...session.user, role: 'operator' as const } }
  const asDana = { ...session, Switch: { token: '', user_id: 'op', name: 'Op' } }
  expect([operator, session, asDana].map((one) => isPermitted(one, tracker))).toEqual([false, true, true])
  rememberPath('/targets/lost', 'dana')
  expect(afterLogin(operator, { ...places, areas: [tracker, insights] })).toBe('/insights/new')
})

test('After login the last visited path is opened again, with its query', () => {
  rememberPath('/targets/completed?q=acme', 'dana')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets/completed?q=acme')
})

test('A path that was asked for before signing in is opened afterwards', () => {
  rememberPath('/targets/lost', null)
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets/lost')
})

test("Another person's last path is not followed", () => {
  rememberPath('/targets/lost', 'lee')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
})

test('Login, one-time-code and reset paths are never remembered', () => {
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

test('A last path into an area that the person may not open, or outside of the app, is not followed', () => {
  rememberPath('/viewer/people', 'dana')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
  kept.set('lastPath', JSON.stringify({ path: '//elsewhere.example', user: 'dana' }))
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
  kept.set('lastPath', 'not JSON')
  expect(afterLogin(aSession(['targets']), places)).toBe('/targets')
})

test('The last path is followed into every area that is open, and to a page that is in none', () => {
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
