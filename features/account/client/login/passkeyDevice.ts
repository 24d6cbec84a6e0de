// Provides the passkey support of this browser. The library loads on first use.
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { nativeShell } from '#core/client/nativeShell.ts'
import type { NewPasskey, PasskeyProof } from '../../signInContract.ts'

/**
 * Browsers offer passkeys only on HTTPS and localhost, and only for the page's site. An app's bundled page has none.
 */
export const hasPasskeys = () =>
  globalThis.isSecureContext && 'PublicKeyCredential' in globalThis && !nativeShell?.server

/** Returns null when the person cancels or has no passkey here. */
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
