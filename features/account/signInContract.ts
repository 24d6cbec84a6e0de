// Contract of the other sign-in methods: codes, authenticator app, passkeys, recovery codes, and password resets.
import { z } from 'zod'
import { id, isEmail, messages, requiredText } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'
import { Session } from '#core/contract/session.ts'
import { NewPassword } from './contract.ts'

/** Messages that can appear in the URL of the one-time-code page. No others are shown there. */
export const reasons = {
  sent: 'We sent a verification code to your phone.',
  again: 'We sent a new verification code to your phone.',
  app: 'Enter the code from your authenticator app.',
  passkey: 'Use your passkey.',
  recovery: 'We’ve sent too many verification codes. Use a recovery code, or try again later.',
} as const
export const isReason = (text: string) => (Object.values(reasons) as string[]).includes(text)

export const signInMessages = {
  wrongCode: 'The verification code isn’t correct.',
  oldCode: 'The verification code has expired. Request a new one.',
  usedUp: 'Too many incorrect codes. Request a new one, or sign in again.',
  noChallenge: 'Your sign-in has expired. Sign in again.',
  wrongRecovery: 'This recovery code is incorrect or was already used.',
  resendFailed: 'There is a problem resending the Verification code. Please wait a few seconds and try again.',
  tooManySends: 'We’ve sent too many verification codes. Wait a while and try again.',
  usedKey: 'You have chosen a password. Sign in.',
  deadKey: 'This link is no longer valid. Request a new one.',
  resetSent: 'If an account exists with this email, we’ve sent it instructions to choose a new password.',
  signsOn: 'You sign in with your firm’s SSO, so you don’t have a password.',
  passwordChosen: 'Your password was changed. Sign in with the new one.',
  invalidEmail: 'Invalid Email',
  passkeyFailed: 'The passkey wasn’t accepted. Try again, or sign in another way.',
} as const

export const signInLimits = {
  code: 6,
  /** Leaves room for pasted spaces: '123 456'. */
  typedCode: 20,
  recovery: 40,
  passkeyName: 60,
  passkeys: 20,
  recoveryCodes: 10,
  passkeyBytes: 64 * 1024,
} as const

// — the second factor ——————————————————————————————————————————————————————————————————————————

/** Identifies the login by the value it returned. Browsers can omit it, because they have a cookie. */
const ofLogin = {
  email: z.string({ error: messages.complete }).trim().min(1, messages.complete).max(254, messages.max(254)),
  challenge: z.string().max(200).optional(),
}
/** Only the digits count, not their spacing. */
export const code = z
  .string({ error: messages.complete })
  .overwrite((typed) => typed.replace(/[\s\p{Cf}-]/gu, ''))
  .min(1, messages.complete)
  .max(signInLimits.code, messages.max(signInLimits.code))
export const CodeInput = z.strictObject({ ...ofLogin, code })
export const ResendInput = z.strictObject({ ...ofLogin, code: z.string().max(signInLimits.code).optional() })
export const RecoveryInput = z.strictObject({ ...ofLogin, recovery_code: requiredText(signInLimits.recovery) })
export const CodeMessage = z.object({ message: z.string() })

// — passkeys ———————————————————————————————————————————————————————————————————————————————————

const encoded = z.string().max(20_000)
/** A browser's passkey response. The library on the server reads the rest. */
const signed = {
  id: encoded,
  rawId: encoded,
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['cross-platform', 'platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
}
export const PasskeyProof = z.strictObject({
  ...signed,
  response: z.looseObject({
    clientDataJSON: encoded,
    authenticatorData: encoded,
    signature: encoded,
    userHandle: encoded.optional(),
  }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
export const NewPasskey = z.strictObject({
  ...signed,
  response: z.looseObject({
    clientDataJSON: encoded,
    attestationObject: encoded,
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>
const PasskeyOptions = z.object({ options: z.record(z.string(), z.unknown()) })

// — one's own security ————————————————————————————————————————————————————————————————————————

/** An account's protection, as its owner sees it. */
export const SecurityOverview = z.object({
  has_password: z.boolean(),
  /** Provider that a person without a password signs in with. */
  signs_on: z.string().nullable(),
  text: z.boolean(),
  /** Number that codes go to, or '' if there is none yet. Null if two-factor authentication is off. */
  phone: z.string().nullable(),
  /** Instant when the authenticator app was added. */
  authenticator: z.string().nullable(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), created: z.string(), used: z.string().nullable() })),
  /** Unused codes left. */
  recovery_codes: z.number(),
})
export type SecurityOverview = z.infer<typeof SecurityOverview>
/** Includes newly created recovery codes, which are only shown this once. */
export const SecurityChanged = SecurityOverview.extend({ new_recovery_codes: z.array(z.string()).optional() })
export type SecurityChanged = z.infer<typeof SecurityChanged>

const current = z.string({ error: messages.complete }).min(1, messages.complete).max(1000, messages.max(1000))
export const CurrentInput = z.strictObject({ current })

// — a lost password ————————————————————————————————————————————————————————————————————————————

export const ResetInput = z.strictObject({
  email: z
    .string({ error: messages.complete })
    .trim()
    .min(1, messages.complete)
    .refine((text) => isEmail(text), signInMessages.invalidEmail),
})
const ofLink = { key: z.string().max(200), email: z.string().trim().max(254) }
export const ChoosePasswordInput = z.strictObject({ ...ofLink, password: NewPassword })
/** 'dead' means expired, revoked, or never emailed. */
export const LinkState = z.enum(['good', 'used', 'dead'])
export type LinkState = z.infer<typeof LinkState>

// — calls ——————————————————————————————————————————————————————————————————————————————————————

export const routes = {
  challenge: defineRoute({
    name: 'account.challenge',
    method: 'POST',
    path: 'user/challenge',
    summary: 'Enter the code a login asks for, from a text message or the authenticator app',
    body: CodeInput,
    answer: Session,
  }),
  resendCode: defineRoute({
    name: 'account.resendCode',
    method: 'POST',
    path: 'user/challenge',
    when: { action: 'resend_code' },
    summary: 'Resend a login’s code by text message',
    body: ResendInput,
    answer: CodeMessage,
  }),
  recoveryCode: defineRoute({
    name: 'account.recoveryCode',
    method: 'POST',
    path: 'user/challenge',
    when: { action: 'recovery_code' },
    summary: 'Enter a recovery code instead',
    body: RecoveryInput,
    answer: Session,
  }),
  challengePasskeyOptions: defineRoute({
    name: 'account.challengePasskeyOptions',
    method: 'POST',
    path: 'user/challenge',
    when: { action: 'passkey_options' },
    summary: 'Get the challenge for completing a login with a passkey',
    body: z.strictObject(ofLogin),
    answer: PasskeyOptions,
  }),
  challengePasskey: defineRoute({
    name: 'account.challengePasskey',
    method: 'POST',
    path: 'user/challenge',
    when: { action: 'passkey' },
    summary: 'Complete a login with a passkey',
    limits: { bodyBytes: signInLimits.passkeyBytes },
    body: z.strictObject({ ...ofLogin, response: PasskeyProof }),
    answer: Session,
  }),
  passkeyOptions: defineRoute({
    name: 'account.passkeyOptions',
    method: 'POST',
    path: 'user/login/passkey',
    when: { action: 'options' },
    summary: 'Get the challenge for signing in with just a passkey',
    body: z.strictObject({}).optional(),
    answer: PasskeyOptions,
  }),
  passkeyLogin: defineRoute({
    name: 'account.passkeyLogin',
    method: 'POST',
    path: 'user/login/passkey',
    summary: 'Sign in with just a passkey',
    limits: { bodyBytes: signInLimits.passkeyBytes },
    body: z.strictObject({ response: PasskeyProof }),
    answer: Session,
  }),
  resetPassword: defineRoute({
    name: 'account.resetPassword',
    method: 'POST',
    path: 'user/reset_password',
    summary: 'Ask for instructions to choose a new password',
    body: ResetInput,
    answer: CodeMessage,
  }),
  linkState: defineRoute({
    name: 'account.linkState',
    method: 'POST',
    path: 'user/choose_password',
    when: { action: 'look' },
    summary: 'Check whether an emailed link can still choose a password, or was used',
    body: z.strictObject(ofLink),
    answer: z.object({ state: LinkState }),
  }),
  choosePassword: defineRoute({
    name: 'account.choosePassword',
    method: 'POST',
    path: 'user/choose_password',
    summary: 'Choose a new password with the key from an emailed link; ends all sessions',
    body: ChoosePasswordInput,
    answer: CodeMessage,
  }),
  security: defineRoute({
    name: 'account.security',
    method: 'GET',
    path: 'user/security',
    summary: 'Get my account’s security settings',
    answer: SecurityOverview,
  }),
  planAuthenticator: defineRoute({
    name: 'account.planAuthenticator',
    method: 'POST',
    path: 'user/authenticator',
    summary: 'Create a new secret for my authenticator app; nothing changes until one of its codes is confirmed',
    body: CurrentInput,
    answer: z.object({ secret: z.string(), uri: z.string() }),
  }),
  confirmAuthenticator: defineRoute({
    name: 'account.confirmAuthenticator',
    method: 'POST',
    path: 'user/authenticator',
    when: { action: 'confirm' },
    summary: 'Turn on my authenticator app with a first code from it',
    body: z.strictObject({ code }),
    answer: SecurityChanged,
  }),
  removeAuthenticator: defineRoute({
    name: 'account.removeAuthenticator',
    method: 'POST',
    path: 'user/authenticator',
    when: { action: 'remove' },
    summary: 'Turn off my authenticator app',
    body: CurrentInput,
    answer: SecurityChanged,
  }),
  planPasskey: defineRoute({
    name: 'account.planPasskey',
    method: 'POST',
    path: 'user/passkeys',
    when: { action: 'options' },
    summary: 'Get the options for creating a passkey',
    body: CurrentInput,
    answer: PasskeyOptions,
  }),
  addPasskey: defineRoute({
    name: 'account.addPasskey',
    method: 'POST',
    path: 'user/passkeys',
    summary: 'Save a passkey that a device has created',
    body: z.strictObject({ name: requiredText(signInLimits.passkeyName), response: NewPasskey }),
    answer: SecurityChanged,
  }),
  removePasskey: defineRoute({
    name: 'account.removePasskey',
    method: 'POST',
    path: 'user/passkeys/:id',
    when: { action: 'remove' },
    summary: 'Remove one of my passkeys',
    params: z.strictObject({ id }),
    body: CurrentInput,
    answer: SecurityChanged,
  }),
  renewRecoveryCodes: defineRoute({
    name: 'account.renewRecoveryCodes',
    method: 'POST',
    path: 'user/recovery_codes',
    summary: 'Create new recovery codes; the old ones stop working',
    body: CurrentInput,
    answer: SecurityChanged,
  }),
}
