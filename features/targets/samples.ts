// Builders for tests, demo and benchmarks.
import { noWords } from './contract.ts'
import type { CreateInput } from './entering/contract.ts'

/** A valid target to create; say what matters to the case. */
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
  tasks: [{ description: 'Send the draft engagement letter', due: '2026-11-27', help: '' }],
  note: '',
  ...given,
})
