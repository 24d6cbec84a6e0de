// Firebase gives the same kind of token on Android and iOS.
import { FirebaseMessaging } from '@capacitor-firebase/messaging'
import type { NoToken } from '../../../core/client/nativeShell.ts'

/** The system asks for permission only once. */
export async function askForPushes(): Promise<{ platform: 'fcm'; token: string } | NoToken> {
  try {
    const { receive } = await FirebaseMessaging.requestPermissions()
    if (receive !== 'granted') return 'denied'
    const { token } = await FirebaseMessaging.getToken()
    return token ? { platform: 'fcm', token } : 'noAnswer'
  } catch (error) {
    console.warn(error)
    return isWithoutProject(error) ? 'notBuilt' : 'noAnswer'
  }
}

/**
 * iOS reports that Firebase is not configured, Android that the default FirebaseApp is not initialized. There is no
 * common error code.
 */
const isWithoutProject = (error: unknown) =>
  /Firebase is not configured|FirebaseApp is not initialized/.test((error as Error).message)

export async function stopPushes(): Promise<void> {
  await FirebaseMessaging.deleteToken().catch(() => undefined)
  await FirebaseMessaging.removeAllDeliveredNotifications().catch(() => undefined)
}
