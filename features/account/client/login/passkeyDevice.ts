// What this browser can do with passkeys. The library is loaded when it is used.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { nativeShell } from '#core/client/wrapper.ts'
import type { NewPasskey, PasskeyProof } from '../../waysInContract.ts'

/** Browsers have passkeys on https and on localhost alone, and for the site that the page comes from: a page that comes with an app has none. */
export const hasPasskeys = () =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !nativeShell?.server

/** null: the person closed the browser's dialog, or there is no passkey here. */
export async function signWithPasskey(options: Record<string, unknown>): Promise<PasskeyProof | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const proof = await startAuthentication({ optionsJSON }).catch(() => null)
  return proof as PasskeyProof | null
}

export async function makePasskey(options: Record<string, unknown>): Promise<NewPasskey | null> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const made = await startRegistration({ optionsJSON }).catch(() => null)
  return made as NewPasskey | null
}
