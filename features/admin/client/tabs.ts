// The tabs of the administration, in the order of the menu. Each is loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'
import type { Role } from '#core/contract/session.ts'

const tab = (order: number, name: string, label: string, roles: readonly Role[], load: Tab['load']): Tab => ({
  area: 'admin',
  order,
  name,
  label,
  isFor: ({ user }) => roles.includes(user.role),
  load,
})
const both = ['admin', 'operator'] as const

export const tabs: readonly Tab[] = [
  tab(5, 'firms', 'Firms', ['operator'], () => import('../operator/client/Firms.tsx').then((file) => file.Firms)),
  tab(10, 'people', 'People', both, () => import('../people/client/People.tsx').then((file) => file.People)),
  tab(20, 'groups', 'Groups', both, () => import('../people/client/Groups.tsx').then((file) => file.Groups)),
  tab(30, 'imports', 'Imports', ['admin'], () => import('../imports/client/Imports.tsx').then((file) => file.Imports)),
  tab(40, 'firm', 'Firm', both, () => import('../firm/client/Firm.tsx').then((file) => file.Firm)),
  tab(50, 'sign-on', 'Sign-on', ['admin'], () => import('../firm/client/SignOn.tsx').then((file) => file.SignOn)),
  tab(55, 'policies', 'Policies', ['admin'], () => import('../firm/client/Policies.tsx').then((file) => file.Policies)),
  tab(58, 'api', 'API', ['admin'], () => import('../programs/client/Programs.tsx').then((file) => file.Programs)),
  tab(65, 'instances', 'Instances', ['operator'], () =>
    import('../operator/client/Instances.tsx').then((file) => file.Instances),
  ),
  tab(70, 'audit', 'Audit log', both, () => import('../audit/client/Audit.tsx').then((file) => file.Audit)),
  tab(80, 'health', 'Health', ['operator'], () =>
    import('../operator/client/ServerHealth.tsx').then((file) => file.ServerHealth),
  ),
]
