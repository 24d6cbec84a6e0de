// The fields that a quick line can have.
import type { TargetValue, Type } from '../contract.ts'

export type QuickField =
  | 'contact'
  | 'company'
  | 'contact_email'
  | 'contact_role'
  | 'step'
  | 'due'
  | 'type'
  | 'value'
  | 'projected_revenue'
  | 'goal'
  | 'note'
  | 'stage'

export type QuickLine = {
  contact: string
  company: string
  contact_email: string
  /** One of the given roles, as they write it, '' for none. */
  contact_role: string
  step: string
  /** 'YYYY-MM-DD', or null if no day was named. */
  due: string | null
  type: Type | null
  value: TargetValue | null
  /** Dollars. */
  projected_revenue: number | null
  goal: string
  note: string
  /** ID of one of the given stages, '' for none. */
  stage: string
  /** Typed words of each field, in order. Together they are all words of the line. */
  said: Readonly<Partial<Record<QuickField, readonly string[]>>>
}
