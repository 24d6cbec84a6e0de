// Builders for tests, demo and benchmarks.
import { noWords, type Target } from './contract.ts'
import type { CreateInput } from './forms/contract.ts'

/** Returns a valid target to create. Pass only the values that matter. */
export const aTarget = (given: Partial<CreateInput> = {}): CreateInput => ({
  ...noWords,
  company: 'Halden Shipping',
  contact: 'Ingrid Halden',
  contact_email: 'ingrid@haldenshipping.example',
  type: 'prospect',
  value: 'M',
  goal: 'Become their counsel for charter disputes',
  projected_revenue: 120_000,
  private: false,
  expected_close: null,
  chance: null,
  came_from: null,
  tasks: [{ description: 'Send the draft engagement letter', due: '2026-11-27', help: '' }],
  note: '',
  ...given,
})

/** Returns a row of the person 'me' as a device stores it. Pass only the values that matter. */
export const aRow = (given: Partial<Target> & { id: string }): Target => ({
  user_id: 'me',
  owner_id: 'me',
  owner: 'Dana Reyes',
  ...noWords,
  type: 'client',
  value: 'M',
  goal: '',
  status: 'active',
  phase: 'pursuing',
  due: null,
  created: '2026-01-01 09:00:00',
  modified: '2026-01-01 09:00:00',
  completed: null,
  deleted: null,
  projected_revenue: null,
  revenue: null,
  lostReason: '',
  private: false,
  shared: 'no',
  tasks: [],
  collaborators: [],
  overlaps: [],
  notes: [],
  note: '',
  undo: null,
  ...given,
})
