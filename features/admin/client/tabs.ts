// Lists the pages of Admin in groups and in navigation order. Other areas add the pages of 'Content'. Each page is
// loaded when it is opened.
import type { Tab } from '#core/client/feature.ts'
import type { Role } from '#core/contract/session.ts'

const tab = (
  group: string | undefined,
  order: number,
  name: string,
  label: string,
  roles: readonly Role[],
  load: Tab['load'],
): Tab => ({
  area: 'admin',
  ...(group && { group }),
  order,
  name,
  label,
  isFor: ({ user }) => roles.includes(user.role),
  load,
})
const both = ['admin', 'operator'] as const

const [people, signIn, firm, system] = ['People', 'Sign-in and security', 'Firm', 'System']

export const tabs: readonly Tab[] = [
  tab(undefined, 5, 'firms', 'Firms', ['operator'], () =>
    import('../operator/client/Firms.tsx').then((file) => file.Firms),
  ),
  tab(people, 10, 'people', 'People', both, () => import('../people/client/People.tsx').then((file) => file.People)),
  tab(people, 20, 'groups', 'Groups', both, () => import('../people/client/Groups.tsx').then((file) => file.Groups)),
  tab(people, 30, 'imports', 'Imports', ['admin'], () =>
    import('../imports/client/Imports.tsx').then((file) => file.Imports),
  ),
  tab(signIn, 40, 'sign-on', 'Sign-on', ['admin'], () =>
    import('../firm/client/SignOn.tsx').then((file) => file.SignOn),
  ),
  tab(signIn, 45, 'policies', 'Policies', ['admin'], () =>
    import('../firm/client/Policies.tsx').then((file) => file.Policies),
  ),
  tab(firm, 70, 'setup', 'Setup', ['admin'], () => import('../firm/client/Setup.tsx').then((file) => file.Setup)),
  tab(firm, 75, 'firm', 'Firm', both, () => import('../firm/client/Firm.tsx').then((file) => file.Firm)),
  tab(system, 80, 'api', 'API', ['admin'], () =>
    import('../programs/client/ApiClients.tsx').then((file) => file.ApiClients),
  ),
  tab(system, 82, 'instances', 'Instances', ['operator'], () =>
    import('../operator/client/Instances.tsx').then((file) => file.Instances),
  ),
  tab(system, 85, 'audit', 'Audit log', both, () => import('../audit/client/Audit.tsx').then((file) => file.Audit)),
  tab(system, 90, 'health', 'Health', ['operator'], () =>
    import('../operator/client/ServerHealth.tsx').then((file) => file.ServerHealth),
  ),
]
