import { z } from 'zod'
import { id, isEmail, messages, requiredText, text } from '#core/contract/fields.ts'
import { SwitchName } from '#core/contract/notice.ts'
import { ORG_REPORT } from '#core/contract/orgReport.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Role } from '#core/contract/session.ts'
import { limits as accountLimits, ProfileInput } from '#features/account/contract.ts'

/** Maximum number of people per request. */
export const MANY = 500
/** Number of people invited per request. The next request continues with the rest. */
export const INVITED_AT_ONCE = 200
export const peopleLimits = { ...accountLimits, email: 254, group: 100, search: 100 } as const

// — people —————————————————————————————————————————————————————————————————————————————————————

/** `active` works here, `waiting` hasn't signed in yet, `deactivated` can't sign in anymore. */
export const PersonState = z.enum(['active', 'waiting', 'deactivated'])
export type PersonState = z.infer<typeof PersonState>

export const AdminPerson = z.object({
  id: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  role: Role,
  groups: z.array(z.string()),
  state: PersonState,
  /** True if the person has a password. A person from an import has none until they are invited. */
  can_sign_in: z.boolean(),
  is_deactivated: z.boolean(),
  is_erased: z.boolean(),
  /** Instants. Null means never. */
  invited_at: z.string().nullable(),
  signed_in_at: z.string().nullable(),
})
export type AdminPerson = z.infer<typeof AdminPerson>

/**
 * Settings that an admin can change in addition to the person's own: 0 or 1. `key-org_report` can also be null for
 * neither.
 */
export const settingsInput = [ORG_REPORT, 'key-two_factor'] as const
export type SettingChange = (typeof settingsInput)[number]
const AdminSetting = z.union([z.enum(settingsInput), SwitchName])

/** Statuses of targets that can be handed over, by their names in the Tracker. */
export const handedStatuses = ['active', 'archived', 'completed', 'lost'] as const
export const HandedStatus = z.enum(handedStatuses)
export type HandedStatus = z.infer<typeof HandedStatus>

/** New owner for each status. Targets of a status without one stay. */
export const HandOverPlan = z.strictObject({
  active: id.optional(),
  archived: id.optional(),
  completed: id.optional(),
  lost: id.optional(),
})
export type HandOverPlan = z.infer<typeof HandOverPlan>

/** Progress of handing targets to new owners. */
export const HandOver = z.object({
  state: z.enum(['running', 'done', 'failed']),
  total: z.number(),
  done: z.number(),
  /** Sentence that says why it stopped. */
  problem: z.string().nullable(),
  created_at: z.string(),
})
export type HandOver = z.infer<typeof HandOver>

const Named = z.object({ id: z.string(), name: z.string() })

export const PersonDetail = AdminPerson.extend({
  phone: z.string(),
  settings: z.record(z.string(), z.number()),
  member_of: z.array(Named),
  manager_of: z.array(Named),
  /** Sessions open on all devices. */
  sessions: z.number(),
  /** Number of targets the person owns, by status, without private ones. */
  targets: z.record(z.string(), z.number()),
  /** Number of private targets, only for the hand-over. Source: RULINGS, section 13. */
  private_targets: z.number(),
  hand_over: HandOver.nullable(),
  /** Active keys and webhooks that the person created. They still work after the person has left. */
  keys: z.array(z.object({ kind: z.enum(['api', 'directory', 'videos', 'webhook']), name: z.string() })),
  /** Name of the SSO provider for the person's email address, and whether the person is linked to an account there. */
  signs_on: z.string().nullable(),
  is_known_there: z.boolean(),
  created_at: z.string(),
})
export type PersonDetail = z.infer<typeof PersonDetail>

const email = text(peopleLimits.email).toLowerCase().min(1, messages.complete).refine(isEmail, messages.email)
const ids = z.array(id).max(MANY, `Choose up to ${MANY} at a time.`)

export const InviteInput = z.strictObject({
  first_name: requiredText(peopleLimits.name),
  last_name: requiredText(peopleLimits.name),
  email,
  role: Role.default('member'),
  groups: ids.default([]),
})
export type InviteInput = z.infer<typeof InviteInput>

const flag = z.union([z.literal(0), z.literal(1)])
const areGiven = (settings: Partial<Record<string, number | null>>) =>
  Object.entries(settings).every(([name, value]) => value !== null || name === ORG_REPORT)
export const PersonInput = z.strictObject({
  first_name: requiredText(peopleLimits.name).optional(),
  last_name: requiredText(peopleLimits.name).optional(),
  email: email.optional(),
  phone: ProfileInput.shape.phone,
  role: Role.optional(),
  settings: z.partialRecord(AdminSetting, flag.nullable()).refine(areGiven, 'Must be 0 or 1.').optional(),
})
export type PersonInput = z.infer<typeof PersonInput>

// — groups —————————————————————————————————————————————————————————————————————————————————————

export const GroupStatus = z.enum(['active', 'archived'])
export type GroupStatus = z.infer<typeof GroupStatus>
export const AdminGroup = z.object({
  id: z.string(),
  name: z.string(),
  status: GroupStatus,
  members: z.number(),
  managers: z.array(z.string()),
})
export type AdminGroup = z.infer<typeof AdminGroup>
export const GroupDetail = AdminGroup.extend({ managed_by: z.array(Named.extend({ email: z.string() })) })
export type GroupDetail = z.infer<typeof GroupDetail>
export const GroupInput = z.strictObject({ name: requiredText(peopleLimits.group) })
export type GroupInput = z.infer<typeof GroupInput>
/** People to add and remove. `add_groups` adds everyone who works here and is in one of these groups. */
export const PlacesInput = z.strictObject({
  add: ids.optional(),
  add_groups: ids.optional(),
  remove: ids.optional(),
})
export type PlacesInput = z.infer<typeof PlacesInput>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

const params = z.strictObject({ id })
const after = z.string().max(400).optional()
const next = z.string().nullable()
const nothing = z.strictObject({}).optional()
const search = text(peopleLimits.search).optional()
export const peopleFilters = { q: search, role: Role.optional(), group: id.optional(), state: PersonState.optional() }
const onPerson = { params, answer: PersonDetail }
const onGroup = { params, answer: GroupDetail }

/** Name shown for an erased person. */
export const erased = { first_name: 'Former', last_name: 'colleague', name: 'Former colleague' } as const

export const peopleRoutes = {
  people: defineRoute({
    name: 'admin.people',
    method: 'GET',
    path: 'admin/people',
    summary: 'List the people of the firm, searched by name or email; `after` takes the next page',
    scope: 'people:read',
    query: z.strictObject({ after, ...peopleFilters }),
    /** The first page includes the counts for the whole firm. */
    answer: z.object({
      people: z.array(AdminPerson),
      next,
      counts: z.object({ active: z.number(), waiting: z.number(), deactivated: z.number() }).nullable(),
    }),
  }),
  peopleFile: defineRoute({
    name: 'admin.peopleFile',
    method: 'GET',
    path: 'admin/people.csv',
    summary: 'Export the firm’s people as a CSV file',
    query: z.strictObject(peopleFilters),
  }),
  person: defineRoute({
    ...onPerson,
    name: 'admin.person',
    method: 'GET',
    path: 'admin/people/:id',
    summary: 'Get a person: settings, groups, sessions, and number of Targets',
  }),
  invite: defineRoute({
    name: 'admin.invite',
    method: 'POST',
    path: 'admin/people',
    summary: 'Add a person and email them a link to choose a password',
    body: InviteInput,
    answer: PersonDetail,
  }),
  inviteMany: defineRoute({
    name: 'admin.inviteMany',
    method: 'POST',
    path: 'admin/people/invite',
    summary: 'Email invitations to people who haven’t signed in yet',
    body: z.strictObject({ ids: ids.min(1, messages.complete) }),
    answer: z.object({ invited: z.number() }),
  }),
  invitable: defineRoute({
    name: 'admin.invitable',
    method: 'GET',
    path: 'admin/imports/:id/invitations',
    summary: 'Count the people of an import who haven’t been invited yet',
    params,
    answer: z.object({ left: z.number() }),
  }),
  inviteImported: defineRoute({
    name: 'admin.inviteImported',
    method: 'POST',
    path: 'admin/imports/:id/invitations',
    summary: `Email invitations to the next ${INVITED_AT_ONCE} people of an import`,
    params,
    body: nothing,
    answer: z.object({ invited: z.number(), left: z.number() }),
  }),
  edit: defineRoute({
    ...onPerson,
    name: 'admin.editPerson',
    method: 'PUT',
    path: 'admin/people/:id',
    summary: 'Change a person’s name, sign-in email, phone, role, or settings',
    body: PersonInput,
  }),
  sendReset: defineRoute({
    name: 'admin.sendReset',
    method: 'POST',
    path: 'admin/people/:id/send_reset',
    summary: 'Email the person a link to choose a new password',
    params,
    body: nothing,
  }),
  resetTwoFactor: defineRoute({
    ...onPerson,
    name: 'admin.resetTwoFactor',
    method: 'POST',
    path: 'admin/people/:id/reset_two_factor',
    summary: 'Remove a person’s authenticator, passkeys, and recovery codes',
    body: nothing,
  }),
  endSessions: defineRoute({
    name: 'admin.endSessions',
    method: 'POST',
    path: 'admin/people/:id/end_sessions',
    summary: 'Sign a person out on all devices',
    params,
    body: nothing,
    answer: z.object({ ended: z.number() }),
  }),
  deactivate: defineRoute({
    ...onPerson,
    name: 'admin.deactivate',
    method: 'POST',
    path: 'admin/people/:id/deactivate',
    summary: 'Deactivate a person and hand over their targets',
    body: z.strictObject({ hand_over: HandOverPlan.default({}) }),
  }),
  erase: defineRoute({
    ...onPerson,
    name: 'admin.erase',
    method: 'POST',
    path: 'admin/people/:id/erase',
    summary:
      'Erase the name, email, phone, and sign-in methods of a deactivated person without Targets; their work stays under “Former colleague”',
  }),
  handOver: defineRoute({
    ...onPerson,
    name: 'admin.handOver',
    method: 'POST',
    path: 'admin/people/:id/hand_over',
    summary: 'Hand over targets of a person who was deactivated',
    body: z.strictObject({ hand_over: HandOverPlan }),
  }),
  reactivate: defineRoute({
    ...onPerson,
    name: 'admin.reactivate',
    method: 'POST',
    path: 'admin/people/:id/reactivate',
    summary: 'Reactivate a person',
    body: nothing,
  }),
  groups: defineRoute({
    name: 'admin.groups',
    method: 'GET',
    path: 'admin/groups',
    summary: 'List the firm’s groups; `after` gets the next page',
    scope: 'people:read',
    query: z.strictObject({ after, q: search, status: GroupStatus.optional() }),
    answer: z.object({ groups: z.array(AdminGroup), next }),
  }),
  group: defineRoute({
    ...onGroup,
    name: 'admin.group',
    method: 'GET',
    path: 'admin/groups/:id',
    summary: 'Get a group and its managers; list its people with `admin/people?group=`',
    scope: 'people:read',
  }),
  createGroup: defineRoute({
    name: 'admin.createGroup',
    method: 'POST',
    path: 'admin/groups',
    summary: 'Create a group',
    body: GroupInput,
    answer: GroupDetail,
  }),
  renameGroup: defineRoute({
    ...onGroup,
    name: 'admin.renameGroup',
    method: 'PUT',
    path: 'admin/groups/:id',
    summary: 'Rename a group',
    body: GroupInput,
  }),
  archiveGroup: defineRoute({
    ...onGroup,
    name: 'admin.archiveGroup',
    method: 'POST',
    path: 'admin/groups/:id/archive',
    summary: 'Archive a group: its managers lose access to its people, who stay in it',
    body: nothing,
  }),
  restoreGroup: defineRoute({
    ...onGroup,
    name: 'admin.restoreGroup',
    method: 'POST',
    path: 'admin/groups/:id/restore',
    summary: 'Restore a group',
    body: nothing,
  }),
  placeMembers: defineRoute({
    ...onGroup,
    name: 'admin.placeMembers',
    method: 'POST',
    path: 'admin/groups/:id/members',
    summary: 'Add people to a group or remove them',
    body: PlacesInput,
  }),
  placeManagers: defineRoute({
    ...onGroup,
    name: 'admin.placeManagers',
    method: 'POST',
    path: 'admin/groups/:id/managers',
    summary: 'Add or remove managers of a group',
    body: PlacesInput,
  }),
}
