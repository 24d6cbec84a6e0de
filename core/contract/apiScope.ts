// Scopes of API tokens. A token can call only routes that declare a `scope`.
import { z } from 'zod'

export const ApiScope = z.enum([
  'targets:read',
  'targets:write',
  'contacts:read',
  'contacts:write',
  'touches:read',
  'people:read',
  'reports:read',
])
export type ApiScope = z.infer<typeof ApiScope>

export const scopeLabels: Record<ApiScope, { label: string; tells: string }> = {
  'targets:read': { label: 'Read Targets', tells: 'All of the firm’s Targets except private ones.' },
  'targets:write': { label: 'Change Targets', tells: 'Create and change Targets on behalf of a person.' },
  'contacts:read': { label: 'Read contacts', tells: 'Contacts of all Targets except private ones.' },
  'contacts:write': {
    label: 'Change contacts',
    tells: 'Add contacts to Targets, change and remove them there, and edit and merge contacts, on behalf of a person.',
  },
  'touches:read': {
    label: 'Read touches',
    tells: 'Kind, day, and names of emails, meetings, and calls on all Targets except private ones, never their text.',
  },
  'people:read': { label: 'Read people', tells: 'People and groups, with names and email addresses.' },
  'reports:read': { label: 'Read reports', tells: 'Figures for the firm, groups, and people.' },
}

/** Makes a leaked token recognizable. */
export const PROGRAM_PREFIX = 'pursuit_'
