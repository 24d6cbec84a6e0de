// Pushes to this phone, by Firebase: it gives a token of the same kind on Android and iOS.
import { FirebaseMessaging } from '@capacitor-firebase/messaging'

/** Asks the person, which the system does once; null where they or it say no, or where the app was built without a Firebase project. */
export async function askForPushes(): Promise<{ platform: 'fcm'; token: string } | null> {
  try {
    const { receive } = await FirebaseMessaging.requestPermissions()
    if (receive !== 'granted') return null
    const { token } = await FirebaseMessaging.getToken()
    return token ? { platform: 'fcm', token } : null
  } catch {
    return null
  }
}

export async function stopPushes(): Promise<void> {
  await FirebaseMessaging.deleteToken().catch(() => undefined)
  await FirebaseMessaging.removeAllDeliveredNotifications().catch(() => undefined)
}
