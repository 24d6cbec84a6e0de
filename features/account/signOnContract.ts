// Contract of single sign-on: domains, OpenID Connect providers, and a person's sign-in.
import { z } from 'zod'
import { id, messages, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Session } from '#core/contract/session.ts'

export const signOnLimits = { name: 60, issuer: 300, clientId: 300, secret: 1000, providers: 20, domains: 100 } as const

/**
 * Letters, digits, dot, underscore, and hyphen, as in section 5 of the specification. RULINGS, section 5, adds '+' and
 * longer top-level domains.
 */
const identityPattern = /^[A-Za-z0-9._+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
export const isSignOnEmail = (email: string) => email.length <= 254 && identityPattern.test(email)
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Reasons for a failed sign-in. The URL has the code, and the message is ours. */
export const signOnProblems = {
  expired: 'This sign-in link has expired, was already used, or was started in another browser. Start again.',
  declined: 'Your SSO provider didn’t let you in. Try again, or use your email and password.',
  unavailable: 'Your SSO provider isn’t responding. Try again later, or use your email and password.',
  untrusted: 'We couldn’t verify the response from your SSO provider. Contact your firm’s administrator.',
  unverified: 'Your SSO provider hasn’t confirmed your email address. Confirm it there, then try again.',
  unknown: 'You don’t have an account here. Contact your firm’s administrator.',
  guest: 'You’re a guest at this SSO provider. Only your firm’s own accounts can sign in with it.',
  other: 'This email belongs to another account at the SSO provider. Contact your firm’s administrator.',
} as const
export type SignOnProblem = keyof typeof signOnProblems

/** Claims that decide whether a person is admitted, in the order an admin reads them. */
export const shownClaims = [
  'iss',
  'sub',
  'tid',
  'oid',
  'email',
  'email_verified',
  'xms_edov',
  'preferred_username',
  'upn',
  'hd',
  'acct',
  'idp',
  'sid',
  'name',
  'given_name',
  'family_name',
] as const

export const noProvider = 'Your firm hasn’t set up SSO yet. Use your email and password.'

/** Milliseconds that 'Redirecting...' is shown. Source: the specification, section 2. */
export const REDIRECT_MS = 5000

// — a person's sign-in —————————————————————————————————————————————————————————————————————————

const email = z
  .string({ error: messages.complete })
  .trim()
  .min(1, messages.complete)
  .refine(isSignOnEmail, messages.email)
export const SignOnEmail = z.strictObject({ email })

export const SsoChoice = z.object({ id: z.string(), name: z.string() })
export type SsoChoice = z.infer<typeof SsoChoice>

/** 32 bytes as base64url: a word that an app created, or its SHA-256. */
const appWord = z.string().regex(/^[\w-]{43}$/)
/** 16 bytes of the firm and 32 random ones, as base64url. */
const token = z.string().regex(/^[\w-]{64}$/)

export const signOnRoutes = {
  choices: defineRoute({
    name: 'signOn.choices',
    method: 'GET',
    path: 'user/login/sso',
    summary: 'List the SSO providers for the domain of an email address',
    query: SignOnEmail,
    answer: z.object({ providers: z.array(SsoChoice) }),
  }),
  start: defineRoute({
    name: 'signOn.start',
    method: 'POST',
    path: 'user/login/sso/start',
    summary: 'Start an SSO sign-in. Returns the provider’s URL to open, valid for ten minutes in this browser',
    /** `app` is the hash of a word of the app that opened this browser. The key then only works with that word. */
    body: z.strictObject({ email, provider: id, app: appWord.optional() }),
    answer: z.object({ url: z.string(), name: z.string() }),
  }),
  callback: defineRoute({
    name: 'signOn.callback',
    method: 'GET',
    path: 'user/login/sso/callback/:provider',
    summary: 'Callback URL for SSO providers; redirects to /login/sso',
    params: z.strictObject({ provider: id }),
    query: z.object({ state: token }),
    calledBy: 'browsers, by URL',
  }),
  loggedOut: defineRoute({
    name: 'signOn.loggedOut',
    method: 'POST',
    path: 'user/login/sso/logout/:provider',
    summary: 'An SSO provider reports that someone logged out there (OpenID Connect Back-Channel Logout 1.0)',
    params: z.strictObject({ provider: id }),
    body: z.object({ logout_token: z.string().max(20_000) }),
    isForm: true,
    calledBy: 'SSO providers',
  }),
  signIn: defineRoute({
    name: 'signOn.signIn',
    method: 'POST',
    path: 'user/login/sso',
    summary: 'Exchange the key from an SSO sign-in for a session, once, within minutes, in the same browser or app',
    body: z.strictObject({ key: token, word: appWord.optional() }),
    answer: Session,
  }),
}

// — the firm's setup ———————————————————————————————————————————————————————————————————————————

const domainPattern = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const domainSentence = 'Enter a domain such as example.com.'
export const DomainInput = z.strictObject({
  domain: z
    .string({ error: messages.complete })
    .trim()
    .toLowerCase()
    .overwrite((given) => given.replace(/^@/, '').replace(/\.$/, ''))
    .min(1, messages.complete)
    .max(253, domainSentence)
    .regex(domainPattern, domainSentence),
})
export type DomainInput = z.infer<typeof DomainInput>

export const Domain = z.object({
  id: z.string(),
  domain: z.string(),
  is_proved: z.boolean(),
  /** Null while it isn't verified. */
  how: z.enum(['dns', 'operator']).nullable(),
  /** TXT record that verifies it. */
  record: z.object({ name: z.string(), value: z.string() }),
})
export type Domain = z.infer<typeof Domain>

export const SsoTest = z.object({
  id: z.string(),
  /** An instant. */
  at: z.string(),
  claims: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Whether the person would be admitted, and as whom, or why not. */
  is_good: z.boolean(),
  outcome: z.string(),
})
export type SsoTest = z.infer<typeof SsoTest>

export const SsoProvider = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** Whether a secret is stored. It is never shown again. */
  has_secret: z.boolean(),
  domains: z.array(z.string()),
  makes_people: z.boolean(),
  /** Whether an address counts as verified if the provider doesn't say, and if the provider says it isn't. */
  takes_absent: z.boolean(),
  takes_unverified: z.boolean(),
  is_on: z.boolean(),
  /** Last sign-in that an admin tried, and its result under the current setup. */
  tried: z.nullable(SsoTest),
  /** URLs to register at the provider: where it sends people back, and where it reports a logout. */
  redirect_address: z.string(),
  logout_address: z.string(),
})
export type SsoProvider = z.infer<typeof SsoProvider>

const issuer = requiredText(signOnLimits.issuer).refine(
  (address) => /^https?:\/\/[^\s?#]+$/i.test(address),
  'Enter the issuer’s URL, such as https://login.example.com.',
)
const name = requiredText(signOnLimits.name)
export const NewProvider = z.strictObject({ name, issuer })
export type NewProvider = z.infer<typeof NewProvider>
export const ProviderInput = z.strictObject({
  name,
  issuer,
  client_id: text(signOnLimits.clientId),
  /** Keeps the stored secret if omitted. */
  client_secret: text(signOnLimits.secret).optional(),
  domains: z.array(z.string().max(253)).max(signOnLimits.domains),
  makes_people: z.boolean(),
  /** Unchanged if omitted. */
  takes_absent: z.boolean().optional(),
  takes_unverified: z.boolean().optional(),
})
export type ProviderInput = z.infer<typeof ProviderInput>

/** One step of a provider test, and its problem, if any. */
export const SsoCheck = z.object({ label: z.string(), problem: z.string().nullable() })
export type SsoCheck = z.infer<typeof SsoCheck>

const params = z.strictObject({ id })
const nothing = z.strictObject({}).optional()
const one = 'admin/sign_on/providers/:id'

export const signOnSetUpRoutes = {
  read: defineRoute({
    name: 'signOn.setUp',
    method: 'GET',
    path: 'admin/sign_on',
    summary: 'List the firm’s domains and SSO providers',
    answer: z.object({ providers: z.array(SsoProvider), domains: z.array(Domain) }),
  }),
  addProvider: defineRoute({
    name: 'signOn.addProvider',
    method: 'POST',
    path: 'admin/sign_on/providers',
    summary: 'Add a provider; it stays off until it’s complete and turned on',
    body: NewProvider,
    answer: SsoProvider,
  }),
  changeProvider: defineRoute({
    name: 'signOn.changeProvider',
    method: 'PUT',
    path: one,
    summary: 'Change a provider',
    params,
    body: ProviderInput,
    answer: SsoProvider,
  }),
  testProvider: defineRoute({
    name: 'signOn.testProvider',
    method: 'POST',
    path: `${one}/test`,
    summary: 'Test the connection to the provider and report problems',
    params,
    body: nothing,
    answer: z.object({ checks: z.array(SsoCheck) }),
  }),
  tryProvider: defineRoute({
    name: 'signOn.tryProvider',
    method: 'POST',
    path: one,
    when: { action: 'try' },
    summary:
      'Start a test sign-in that signs no one in: returns the provider’s address to open in this browser; its claims are shown afterward',
    params,
    body: nothing,
    answer: z.object({ url: z.string() }),
  }),
  turnOn: defineRoute({
    name: 'signOn.turnOn',
    method: 'POST',
    path: one,
    when: { action: 'turn_on' },
    summary: 'Turn a provider on; `tried` is the test sign-in whose claims were shown',
    params,
    body: z.strictObject({ tried: id.optional() }).optional(),
    answer: SsoProvider,
  }),
  turnOff: defineRoute({
    name: 'signOn.turnOff',
    method: 'POST',
    path: one,
    when: { action: 'turn_off' },
    summary: 'Turn off a provider and end its sessions',
    params,
    body: nothing,
    answer: SsoProvider,
  }),
  removeProvider: defineRoute({
    name: 'signOn.removeProvider',
    method: 'DELETE',
    path: one,
    summary: 'Remove a provider and end its sessions',
    params,
  }),
  forgetSubject: defineRoute({
    name: 'signOn.forgetSubject',
    method: 'POST',
    path: 'admin/people/:id/forget_sign_on',
    summary: 'Unlink a person from their account at the SSO provider. Their next sign-in counts as the first',
    params,
    body: nothing,
  }),
  addDomain: defineRoute({
    name: 'signOn.addDomain',
    method: 'POST',
    path: 'admin/sign_on/domains',
    summary: 'Add a domain of the firm; it takes effect when it’s verified',
    body: DomainInput,
    answer: Domain,
  }),
  checkDomain: defineRoute({
    name: 'signOn.checkDomain',
    method: 'POST',
    path: 'admin/sign_on/domains/:id/check',
    summary: 'Check the TXT record that verifies a domain',
    params,
    body: nothing,
    answer: Domain,
  }),
  removeDomain: defineRoute({
    name: 'signOn.removeDomain',
    method: 'DELETE',
    path: 'admin/sign_on/domains/:id',
    summary: 'Remove a domain from the firm and from its providers',
    params,
  }),
  proveDomain: defineRoute({
    name: 'signOn.proveDomain',
    method: 'POST',
    path: 'admin/firms/:id/domains',
    summary: 'Verify a firm’s domain without a DNS record (operators)',
    params,
    body: DomainInput,
    answer: Domain,
  }),
}
