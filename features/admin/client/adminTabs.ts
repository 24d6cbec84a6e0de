// The only place that lists the tabs of the administration: address, label, who sees it, screen. Each is loaded when it is opened.
import { type ComponentType, lazy } from 'react'
import type { Role } from '#core/contract/session.ts'

/** `id` is the address behind the tab's name: in '/admin/people/{id}' the person's. */
export type TabProps = { id: string | null; isOffline: boolean }
export type AdminTab = { name: string; label: string; roles: readonly Role[]; Screen: ComponentType<TabProps> }

const tab = (
  name: string,
  label: string,
  roles: readonly Role[],
  load: () => Promise<ComponentType<TabProps>>,
): AdminTab => ({ name, label, roles, Screen: lazy(async () => ({ default: await load() })) })

// In the order of the menu: people, groups, imports, firm, sign-on, subscriptions, audit, operator.
export const adminTabs: readonly AdminTab[] = [
  tab('people', 'People', ['admin', 'operator'], () => import('../people/client/People.tsx').then((m) => m.People)),
  tab('groups', 'Groups', ['admin', 'operator'], () => import('../people/client/Groups.tsx').then((m) => m.Groups)),
  tab('imports', 'Imports', ['admin'], () => import('../imports/client/Imports.tsx').then((m) => m.Imports)),
  tab('firm', 'Firm', ['admin', 'operator'], () => import('../firm/client/Firm.tsx').then((m) => m.Firm)),
  tab('sign-on', 'Sign-on', ['admin'], () => import('../firm/client/SignOn.tsx').then((m) => m.SignOn)),
  tab('firms', 'Firms', ['operator'], () => import('../operator/client/Firms.tsx').then((m) => m.Firms)),
  tab('audit', 'Audit log', ['admin', 'operator'], () => import('../audit/client/Audit.tsx').then((m) => m.Audit)),
  tab('health', 'Health', ['operator'], () =>
    import('../operator/client/ServerHealth.tsx').then((m) => m.ServerHealth),
  ),
]
