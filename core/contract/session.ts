// Who is signed in, for which firm, and what they may see: what shell, router and policies stand on.
import { z } from 'zod'

export const Role = z.enum(['member', 'admin', 'operator'])
export type Role = z.infer<typeof Role>

export const User = z.object({
  id: z.string(),
  /** The same person as the Viewer's addresses name them. */
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

/** What a firm offers while a target is written, in its own words. */
export const Lists = z.object({
  lost_reasons: z.array(z.string()),
  objectives: z.array(z.string()),
  step_starters: z.array(z.string()),
})
export type Lists = z.infer<typeof Lists>

/** The firm. */
export const Org = z.object({
  id: z.string(),
  name: z.string(),
  /** '' where the firm has none. */
  logo: z.object({ url: z.string() }),
  category_name: z.string(),
  /** How far people may read each other's pipelines in the firm. */
  access: z.string(),
  /** IANA name: every 'today' of the firm is on these clocks. */
  time_zone: z.string(),
  ugc: z.object({ project_id: z.string().nullable() }),
  /** Missing where the firm has the product's own. */
  lists: Lists.optional(),
})
export type Org = z.infer<typeof Org>

/** All settings of a person by name: the pings, 'key-org_report' and 'key-two_factor'. */
export const Settings = z.record(z.string(), z.number())
export type Settings = z.infer<typeof Settings>

const YesNo = z.enum(['yes', 'no'])
const part = z.union([YesNo, z.object({ on: YesNo, data: z.record(z.string(), z.string()).optional() })])
/** What the firm has subscribed to: areas and their parts, see area.ts. */
export const FirmSubscriptions = z.record(
  z.string(),
  z.object({
    on: YesNo.optional(),
    features: z.record(z.string(), part).optional(),
    data: z.record(z.string(), z.string()).optional(),
  }),
)
export type FirmSubscriptions = z.infer<typeof FirmSubscriptions>

/** Present while somebody works as this person: the way back, and whose it is. */
export const Switch = z.object({ token: z.string(), user_id: z.string(), name: z.string() })
export type Switch = z.infer<typeof Switch>

/** Who is signed in, and what they may see. */
export const Me = z.object({
  user: User,
  Org,
  Settings,
  Subscriptions: FirmSubscriptions,
  Switch: Switch.optional(),
  /** The session is good for setting up a second factor, and for nothing else until then. */
  is_enrolling: z.boolean().optional(),
})
export type Me = z.infer<typeof Me>

export const Session = Me.extend({ token: z.string() })
export type Session = z.infer<typeof Session>
