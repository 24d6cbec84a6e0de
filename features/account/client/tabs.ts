import type { Tab } from '#core/client/feature.ts'

const tab = (
  order: number,
  name: string,
  label: string,
  load: Tab['load'],
  more: Pick<Tab, 'isOwn' | 'group'> = {},
): Tab => ({
  area: 'account',
  order,
  name,
  label,
  load,
  ...more,
})

const signIn = { isOwn: true, group: 'Sign-in and security' } as const

export const tabs: readonly Tab[] = [
  tab(10, 'edit', 'Account', () => import('./profile/Profile.tsx').then((file) => file.Profile)),
  tab(20, 'notifications', 'Notifications', () => import('./Notifications.tsx').then((file) => file.Notifications)),
  tab(30, 'pwd', 'Password', () => import('./password/ChangePassword.tsx').then((file) => file.ChangePassword), signIn),
  tab(40, 'security', 'Security', () => import('./security/Security.tsx').then((file) => file.Security), signIn),
  tab(50, 'devices', 'Devices', () => import('./security/Devices.tsx').then((file) => file.Devices), signIn),
  tab(60, 'data', 'My data', () => import('./profile/MyData.tsx').then((file) => file.MyData), { isOwn: true }),
  tab(70, 'about', 'About', () => import('./about/About.tsx').then((file) => file.About)),
]
