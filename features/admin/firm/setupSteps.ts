import { formatDay } from '#core/contract/dates.ts'
import type { FirmSetup } from './setupContract.ts'

export type SetupStep = {
  label: string
  /** Current progress, in words. */
  tells: string
  isDone: boolean
  to: string
  search?: Readonly<Record<string, string>>
}

const count = (many: number, one: string, more = `${one}s`) =>
  `${many.toLocaleString('en-US')} ${many === 1 ? one : more}`

/** Returns the steps in the order in which a new firm takes them. */
export function setupSteps(setup: FirmSetup): SetupStep[] {
  const { people, waiting, groups, without_manager, domains, has_logo, imported } = setup
  return [
    {
      label: 'Invite your people',
      tells: people > 1 ? `${count(people, 'person', 'people')} in your firm.` : 'You are the only one so far.',
      isDone: people > 1,
      to: '/admin/people',
    },
    {
      label: 'Everyone has signed in',
      tells: waiting > 0 ? `Not signed in yet: ${waiting.toLocaleString('en-US')}` : formatAllSettings(people),
      isDone: people > 1 && waiting === 0,
      to: '/admin/people',
      ...(waiting > 0 && { search: { state: 'waiting' } }),
    },
    {
      label: 'Create groups and choose their managers',
      tells: formatGroups(groups, without_manager),
      isDone: groups > 0 && without_manager === 0,
      to: '/admin/groups',
    },
    {
      label: 'Verify your firm’s email domain',
      tells: domains > 0 ? `${count(domains, 'domain')} verified.` : 'No domain is verified.',
      isDone: domains > 0,
      to: '/admin/sign-on',
    },
    { label: 'Protect sign-in', ...signIn(setup) },
    {
      label: 'Add your firm’s logo',
      tells: has_logo ? 'Shown in the app.' : 'You don’t have a logo yet.',
      isDone: has_logo,
      to: '/admin/firm',
    },
    ...(imported === null
      ? []
      : [
          {
            label: 'Import your pipeline',
            tells: imported > 0 ? `${count(imported, 'Target')} imported.` : 'Bring Targets from a spreadsheet or CRM.',
            isDone: imported > 0,
            to: '/admin/imports',
          },
        ]),
  ]
}

const formatAllSettings = (people: number) =>
  people > 1 ? `All ${count(people, 'person', 'people')} have signed in.` : 'No one is invited yet.'

function formatGroups(groups: number, without: number): string {
  if (groups === 0) return 'There are no groups yet.'
  return without === 0
    ? `${count(groups, 'group')}, each with a manager.`
    : `${count(groups, 'group')}, ${without} without a manager.`
}

function signIn({ has_provider, is_sign_on_only, second_factor_from }: FirmSetup): Omit<SetupStep, 'label'> {
  const isDone = has_provider || second_factor_from !== null
  const to = '/admin/policies'
  if (is_sign_on_only) return { isDone, to, tells: 'Everyone signs in with single sign-on.' }
  if (second_factor_from !== null)
    return { isDone, to, tells: `Everyone needs a second factor from ${formatDay(second_factor_from)}.` }
  if (has_provider) return { isDone, to, tells: 'Single sign-on is on. Passwords work too.' }
  return { isDone, to, tells: 'Passwords alone are enough. Require a second factor or single sign-on.' }
}
