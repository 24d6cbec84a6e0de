// The signed-in person, their firm, and what they can see.
import { z } from 'zod'
import { Stages } from './stages.ts'

export const Role = z.enum(['member', 'admin', 'operator'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: z.string(),
  /** The same person's ID in Viewer URLs. */
  uid: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  fullname: z.string(),
  email: z.string(),
  phone: z.string(),
  user_nicename: z.string(),
  role: Role,
})
export type User = z.infer<typeof User>

/** The firm's own options for a target. */
export const Lists = z.object({
  lost_reasons: z.array(z.string()),
  objectives: z.array(z.string()),
  step_starters: z.array(z.string()),
  contact_roles: z.array(z.string()),
  referral_sources: z.array(z.string()),
})
export type Lists = z.infer<typeof Lists>

export const Org = z.object({
  id: z.string(),
  name: z.string(),
  /** '' if the firm has no logo. */
  logo: z.object({ url: z.string() }),
  category_name: z.string(),
  /** Limits who can read colleagues' pipelines. */
  access: z.string(),
  /** IANA name of the firm's time zone, which defines 'today'. */
  time_zone: z.string(),
  ugc: z.object({ project_id: z.string().nullable() }),
  /** Missing if the firm uses the default lists. */
  lists: Lists.optional(),
  /** Missing if the firm uses the offered stages, or none. */
  stages: Stages.optional(),
})
export type Org = z.infer<typeof Org>

/** Includes the pings, 'key-org_report', and 'key-two_factor'. */
export const Settings = z.record(z.string(), z.number())
export type Settings = z.infer<typeof Settings>

const YesNo = z.enum(['yes', 'no'])
const part = z.union([YesNo, z.object({ on: YesNo, data: z.record(z.string(), z.string()).optional() })])
/** Areas and parts that the firm has subscribed to, see area.ts. */
export const FirmSubscriptions = z.record(
  z.string(),
  z.object({
    on: YesNo.optional(),
    features: z.record(z.string(), part).optional(),
    data: z.record(z.string(), z.string()).optional(),
  }),
)
export type FirmSubscriptions = z.infer<typeof FirmSubscriptions>

/** Present while someone acts as this person: a token to switch back, and its owner. */
export const Switch = z.object({ token: z.string(), user_id: z.string(), name: z.string() })
export type Switch = z.infer<typeof Switch>

export const Me = z.object({
  user: User,
  Org,
  Settings,
  Subscriptions: FirmSubscriptions,
  Switch: Switch.optional(),
  /** The session can only set up a second factor. */
  is_enrolling: z.boolean().optional(),
})
export type Me = z.infer<typeof Me>

export const Session = Me.extend({ token: z.string() })
export type Session = z.infer<typeof Session>
