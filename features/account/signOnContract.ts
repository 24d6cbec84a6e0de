// Nouns of single sign-on: a firm's domains and OpenID Connect providers, and the way of a person through one of them.
import { z } from 'zod'
import { id, messages, requiredText, text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Session } from '#core/contract/session.ts'

export const signOnLimits = { name: 60, issuer: 300, clientId: 300, secret: 1000, providers: 20, domains: 100 } as const

/** Letters, digits, dot, underscore, hyphen, as the specification says in section 5; '+' and longer top-level domains by RULINGS, section 5. */
const identityPattern = /^[A-Za-z0-9._+-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/
export const isSignOnEmail = (email: string) => email.length <= 254 && identityPattern.test(email)
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()

/** Why a sign-on did not end in a session: the code stands in the address, the sentence is ours. */
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

/** Claims that decide who comes in, in the order in which an admin reads them. */
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

// — a person's way in ——————————————————————————————————————————————————————————————————————————

const email = z
  .string({ error: messages.complete })
  .trim()
  .min(1, messages.complete)
  .refine(isSignOnEmail, messages.email)
export const SignOnEmail = z.strictObject({ email })

export const SsoChoice = z.object({ id: z.string(), name: z.string() })
export type SsoChoice = z.infer<typeof SsoChoice>

/** 32 bytes, base64url: a word that an app made up, or its SHA-256. */
const appWord = z.string().regex(/^[\w-]{43}$/)
/** 16 bytes of the firm and 32 random ones, base64url. */
const token = z.string().regex(/^[\w-]{64}$/)

export const signOnRoutes = {
  choices: defineRoute({
    name: 'signOn.choices',
    method: 'GET',
    path: 'user/login/sso',
    summary: 'The SSO providers for an email address, found by its domain alone',
    query: SignOnEmail,
    answer: z.object({ providers: z.array(SsoChoice) }),
  }),
  start: defineRoute({
    name: 'signOn.start',
    method: 'POST',
    path: 'user/login/sso/start',
    summary: 'Start an SSO sign-in. Returns the provider’s URL to open, valid for ten minutes in this browser',
    /** `app`: the hash of a word that an app made up, which sent the person to this browser: the key will be for whoever knows the word. */
    body: z.strictObject({ email, provider: id, app: appWord.optional() }),
    answer: z.object({ url: z.string(), name: z.string() }),
  }),
  callback: defineRoute({
    name: 'signOn.callback',
    method: 'GET',
    path: 'user/login/sso/callback/:provider',
    summary: 'Where a provider sends the browser back to; answers with a redirect to /login/sso',
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
    summary: 'Exchange the key from an SSO sign-in for a session: once, within minutes, in the same browser or app',
    body: z.strictObject({ key: token, word: appWord.optional() }),
    answer: Session,
  }),
}

// — the firm's set-up ——————————————————————————————————————————————————————————————————————————

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
  /** By a DNS record or by an operator; null while it isn't. */
  how: z.enum(['dns', 'operator']).nullable(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
})
export type Domain = z.infer<typeof Domain>

export const SsoTest = z.object({
  id: z.string(),
  /** An instant. */
  at: z.string(),
  claims: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  /** Whether somebody would come in, and who, or why nobody. */
  is_good: z.boolean(),
  outcome: z.string(),
})
export type SsoTest = z.infer<typeof SsoTest>

export const SsoProvider = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  /** A secret is kept. It is never shown again. */
  has_secret: z.boolean(),
  domains: z.array(z.string()),
  makes_people: z.boolean(),
  /** Whether an address counts as verified where the provider says nothing of that, and where it says no. */
  takes_absent: z.boolean(),
  takes_unverified: z.boolean(),
  is_on: z.boolean(),
  /** The last sign-on that an admin tried with it, and what would come of it as it is set up now. */
  tried: z.nullable(SsoTest),
  /** What the provider has to be told: where it sends people back to, and whom it tells of a logout. */
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
  /** Left out: the kept one stays. */
  client_secret: text(signOnLimits.secret).optional(),
  domains: z.array(z.string().max(253)).max(signOnLimits.domains),
  makes_people: z.boolean(),
  /** Left out: as it is. */
  takes_absent: z.boolean().optional(),
  takes_unverified: z.boolean().optional(),
})
export type ProviderInput = z.infer<typeof ProviderInput>

/** One look at a provider: what was looked at, and what was wrong with it. */
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
    summary: 'The firm’s domains and SSO providers',
    answer: z.object({ providers: z.array(SsoProvider), domains: z.array(Domain) }),
  }),
  addProvider: defineRoute({
    name: 'signOn.addProvider',
    method: 'POST',
    path: 'admin/sign_on/providers',
    summary: 'Add a provider; it stays off until it is complete and turned on',
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
    summary: 'Test the connection to the provider and report what is wrong',
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
    summary: 'Turn a provider off; the sessions it opened end',
    params,
    body: nothing,
    answer: SsoProvider,
  }),
  removeProvider: defineRoute({
    name: 'signOn.removeProvider',
    method: 'DELETE',
    path: one,
    summary: 'Remove a provider; the sessions it opened end',
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
    summary: 'Add a domain of the firm; it counts once it’s verified',
    body: DomainInput,
    answer: Domain,
  }),
  checkDomain: defineRoute({
    name: 'signOn.checkDomain',
    method: 'POST',
    path: 'admin/sign_on/domains/:id/check',
    summary: 'Check the TXT record that proves the firm owns a domain',
    params,
    body: nothing,
    answer: Domain,
  }),
  removeDomain: defineRoute({
    name: 'signOn.removeDomain',
    method: 'DELETE',
    path: 'admin/sign_on/domains/:id',
    summary: 'Remove a domain, from the providers that serve it too',
    params,
  }),
  proveDomain: defineRoute({
    name: 'signOn.proveDomain',
    method: 'POST',
    path: 'admin/firms/:id/domains',
    summary: 'Confirm a firm’s domain without a DNS record (operators)',
    params,
    body: DomainInput,
    answer: Domain,
  }),
}
